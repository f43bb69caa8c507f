import type { Email } from '@milepost/sdk';
import { useState } from 'react';
import { localTime } from '../lib/format.ts';
import type { Customer } from '../lib/session.ts';
import { useRequest } from '../lib/use-request.ts';
import { Card } from '../parts/card.tsx';
import { Pending } from '../parts/failure.tsx';
import { Pager } from '../parts/pager.tsx';

const INTERVAL_MS = 15_000;
const STATES: Record<Email['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Saved to a file',
  failed: 'Failed',
};

/** Emails to the organization's recipients, including those saved to files because no SMTP server is set. */
export function Emails({ customer: { client } }: { customer: Customer }) {
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<string | null>(null);
  const [result] = useRequest(
    (signal) => client.request('GET', '/mails', { query: { page, page_size: 20 }, signal }),
    [client, page],
    INTERVAL_MS,
  );
  if (result.state !== 'done') return <Pending result={result} />;
  const { mails, kept_as_files, pagination } = result.value;
  const newer = page > 1 ? () => setPage(page - 1) : undefined;
  const older = pagination.has_more ? () => setPage(page + 1) : undefined;
  return (
    <div className="cards">
      <Card title="Emails" note={<span className="quiet">{pagination.total} in the last 30 days</span>} wide>
        {kept_as_files && (
          <p className="quiet">No SMTP server is configured: emails are saved to files and not sent.</p>
        )}
        {mails.length === 0 ? (
          <p className="quiet">No emails yet.</p>
        ) : (
          <EmailTable emails={mails} onOpen={setOpenId} />
        )}
        {(newer || older) && <Pager onNewer={newer} onOlder={older} />}
      </Card>
      {openId !== null && <Message key={openId} client={client} id={openId} />}
    </div>
  );
}

function EmailTable({ emails, onOpen }: { emails: Email[]; onOpen: (id: string) => void }) {
  return (
    <table className="list">
      <thead>
        <tr>
          <th>Time</th>
          <th>To</th>
          <th>Subject</th>
          <th>Status</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <tr key={email.id}>
            <td>{localTime(new Date(email.created_at))}</td>
            <td>{email.address}</td>
            <td>{email.subject}</td>
            <td>
              {STATES[email.state]}
              {email.failure !== null && <span className="quiet block">{email.failure}</span>}
            </td>
            <td>
              <button className="button" type="button" onClick={() => onOpen(email.id)}>
                Show
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Message({ client, id }: { client: Customer['client']; id: string }) {
  const [result] = useRequest(
    (signal) => client.request('GET', '/mails/{mail_id}/message', { path: { mail_id: id }, signal }),
    [client, id],
  );
  return (
    <Card title="Message" wide>
      {result.state === 'done' ? <pre className="message">{result.value}</pre> : <Pending result={result} />}
    </Card>
  );
}
