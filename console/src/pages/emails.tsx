import type { Email } from '@milepost/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { useApi, useCustomer } from '../lib/api.tsx';
import { localTime } from '../lib/format.ts';
import type { Search } from '../lib/search.ts';
import { Card, Facts } from '../parts/card.tsx';
import { Paged } from '../parts/paged.tsx';
import { Empty, Loaded } from '../parts/states.tsx';

const INTERVAL_MS = 15_000;
const STATES: Record<Email['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Saved to a file',
  failed: 'Failed',
};

/** Emails to the organization's recipients, including those saved to files because no SMTP server is set. */
export function Page() {
  const { page = 1, open }: Search['emails'] = useSearch({ from: '/emails' });
  const emails = useApi(
    'listMails',
    { query: { page, page_size: 20 } },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  return (
    <div className="cards">
      <Loaded query={emails} lines={10}>
        {({ mails, kept_as_files, pagination }) => (
          <Card
            title="Emails"
            note={<span className="quiet">{pagination.total} in the last 30 days</span>}
            wide
          >
            {kept_as_files && (
              <p className="quiet">No SMTP server is configured: emails are saved to files and not sent.</p>
            )}
            {mails.length === 0 ? (
              <Empty title="No emails yet.">Emails appear here when an alert fires.</Empty>
            ) : (
              <EmailTable emails={mails} page={page} />
            )}
            <Paged page={page} hasMore={pagination.has_more} />
          </Card>
        )}
      </Loaded>
      {open !== undefined && <Message key={open} id={open} />}
    </div>
  );
}

function EmailTable({ emails, page }: { emails: Email[]; page: number }) {
  const { timezone } = useCustomer().identity;
  return (
    <div className="table-scroll">
      <table className="list">
        <thead>
          <tr>
            <th>Time</th>
            <th>To</th>
            <th>Subject</th>
            <th>Status</th>
            <th>
              <span className="hidden">Message</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {emails.map((email) => (
            <tr key={email.id}>
              <td>{localTime(new Date(email.created_at), timezone)}</td>
              <td>{email.address}</td>
              <td>{email.subject}</td>
              <td>
                {STATES[email.state]}
                {email.failure !== null && <span className="quiet block">{email.failure}</span>}
              </td>
              <td>
                <Link
                  className="button button-small"
                  to="/emails"
                  search={page > 1 ? { page, open: email.id } : { open: email.id }}
                >
                  Show
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The email as its recipient sees it. The frame runs no scripts and loads nothing. */
function Message({ id }: { id: string }) {
  const { timezone } = useCustomer().identity;
  const message = useApi('getRenderedMail', { path: { mail_id: id } });
  return (
    <Card title="Message" wide>
      <Loaded query={message} lines={12}>
        {({ from, to, cc, subject, date, html, text }) => (
          <>
            <p className="figure">{subject}</p>
            <Facts
              rows={[
                ['From', from],
                ['To', [to, ...cc].join(', ')],
                ['Date', localTime(new Date(date), timezone)],
              ]}
            />
            <Tabs.Root defaultValue="html">
              <Tabs.List className="tabs" aria-label="Form of the message">
                <Tabs.Trigger value="html">As shown</Tabs.Trigger>
                <Tabs.Trigger value="text">Plain text</Tabs.Trigger>
              </Tabs.List>
              <Tabs.Content value="html">
                <iframe className="email-frame" title={subject} sandbox="" srcDoc={html} />
              </Tabs.Content>
              <Tabs.Content value="text">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
                <pre className="message" tabIndex={0}>
                  {text}
                </pre>
              </Tabs.Content>
            </Tabs.Root>
          </>
        )}
      </Loaded>
    </Card>
  );
}
