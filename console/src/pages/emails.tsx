import type { Email } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi, useCustomer } from '../lib/api.tsx';
import { localTime } from '../lib/format.ts';
import type { Search } from '../lib/search.ts';
import { usePageSearch } from '../lib/use-view.ts';
import { Card, Facts } from '../parts/card.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { Paged } from '../parts/tables/pager.tsx';
import { ViewTabs } from '../parts/view-tabs.tsx';

const INTERVAL_MS = 15_000;
const STATES: Record<Email['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Saved to a file',
  failed: 'Failed',
};

const TONES: Record<Email['state'], string> = {
  waiting: 'stored',
  sent: 'active',
  kept: 'none',
  failed: 'failed',
};

/** Emails to the organization's recipients, including those saved to files because no SMTP server is set. */
export function Page() {
  const { page = 1, open } = usePageSearch('emails');
  const emails = useApi(
    'listMails',
    { query: { page, page_size: 20 } },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );
  return (
    <div className={open === undefined ? 'stack' : 'mailbox'}>
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
              <EmailEntries emails={mails} page={page} open={open} />
            )}
            <Paged page={page} hasMore={pagination.has_more} />
          </Card>
        )}
      </Loaded>
      {open !== undefined && <Message key={open} id={open} />}
    </div>
  );
}

function EmailEntries({ emails, page, open }: { emails: Email[]; page: number; open: string | undefined }) {
  const { timezone } = useCustomer().identity;
  return (
    <ul className="results">
      {emails.map(({ id, subject, address, state, failure, created_at }) => (
        <li key={id} className="result">
          <Link
            className="result-link"
            to="/emails"
            search={page > 1 ? { page, open: id } : { open: id }}
            aria-current={id === open ? 'true' : undefined}
            data-list-item
          >
            <span className="result-name">{subject}</span>
            <span className="quiet">
              To {address}
              {failure !== null && <span className="field-error block">{failure}</span>}
            </span>
            <span className="result-side">
              <span className={`badge badge-${TONES[state]}`}>{STATES[state]}</span>
              <span className="quiet">{localTime(new Date(created_at), timezone)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The email as its recipient sees it. The frame runs no scripts and loads nothing. */
function Message({ id }: { id: string }) {
  const { timezone } = useCustomer().identity;
  const message = useApi('getRenderedMail', { path: { mail_id: id } });
  return (
    <Card
      title="Message"
      note={
        <Link to="/emails" search={({ open: _, ...rest }: Search['emails']) => rest}>
          Close
        </Link>
      }
    >
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
            <ViewTabs
              param="form"
              label="Form of the message"
              tabs={[
                {
                  id: 'html',
                  label: 'As shown',
                  content: <iframe className="email-frame" title={subject} sandbox="" srcDoc={html} />,
                },
                { id: 'text', label: 'Plain text', content: <PlainText text={text} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function PlainText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <pre className="message" tabIndex={0}>
      {text}
    </pre>
  );
}
