import type { Email } from '@milepost/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useApi, useCustomer } from '../lib/api.tsx';
import { localTime } from '../lib/format.ts';
import type { Search } from '../lib/search.ts';
import { Card } from '../parts/card.tsx';
import { Pager } from '../parts/pager.tsx';
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
  const navigate = useNavigate({ from: '/emails' });
  const emails = useApi(
    'listMails',
    { query: { page, page_size: 20 } },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  const goTo = (next: number) => () => navigate({ search: next > 1 ? { page: next } : {} });
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
            <Pager
              onNewer={page > 1 ? goTo(page - 1) : undefined}
              onOlder={pagination.has_more ? goTo(page + 1) : undefined}
            />
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

function Message({ id }: { id: string }) {
  const message = useApi('getMailMessage', { path: { mail_id: id } });
  return (
    <Card title="Message" wide>
      <Loaded query={message} lines={12}>
        {(text) => <pre className="message">{text}</pre>}
      </Loaded>
    </Card>
  );
}
