import type { Answer } from '@milepost/sdk';
import { useCallback, useState } from 'react';
import type { Customer } from '../customer.ts';
import { Card } from '../parts/card.tsx';
import { Failure } from '../parts/failure.tsx';
import { localTime } from '../parts/local-time.ts';
import { useAnswer } from '../use-answer.ts';

type Page = Answer<'GET', '/mails'>;
type Mail = Page['mails'][number];

const STATES: Record<Mail['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Kept as a file',
  failed: 'Failed',
};

/** What was mailed to the organization's addresses; where no mail server is set, what would have been. */
export function Mails({ customer: { client } }: { customer: Customer }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const ask = useCallback(
    (signal: AbortSignal) => client.request('GET', '/mails', { query: { page, page_size: 20 }, signal }),
    [client, page],
  );
  const [answer] = useAnswer<Page>(ask, 15_000);
  if (answer.state === 'failed') return <Failure error={answer.error} />;
  if (answer.state === 'loading') return <p className="quiet">Loading…</p>;
  const { mails, kept_as_files, pagination } = answer.value;
  return (
    <div className="cards">
      <Card title="Mails" note={<span className="quiet">{pagination.total} in 30 days</span>} wide>
        {kept_as_files && (
          <p className="quiet">No mail server is set: each mail is kept as a file and not sent.</p>
        )}
        {mails.length === 0 ? <p className="quiet">No mail yet.</p> : <List mails={mails} onOpen={setOpen} />}
        <p>
          <button className="button" type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </button>{' '}
          <button
            className="button"
            type="button"
            disabled={!pagination.has_more}
            onClick={() => setPage(page + 1)}
          >
            Older
          </button>
        </p>
      </Card>
      {open !== null && <Message key={open} client={client} id={open} />}
    </div>
  );
}

function List({ mails, onOpen }: { mails: Mail[]; onOpen: (id: string) => void }) {
  return (
    <table className="list">
      <thead>
        <tr>
          <th>Time</th>
          <th>To</th>
          <th>Subject</th>
          <th>State</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <td>{localTime(new Date(mail.created_at))}</td>
            <td>{mail.address}</td>
            <td>{mail.subject}</td>
            <td>
              {STATES[mail.state]}
              {mail.failure !== null && <span className="quiet block">{mail.failure}</span>}
            </td>
            <td>
              <button className="button" type="button" onClick={() => onOpen(mail.id)}>
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
  const ask = useCallback(
    (signal: AbortSignal) =>
      client.request('GET', '/mails/{mail_id}/message', { path: { mail_id: id }, signal }),
    [client, id],
  );
  const [answer] = useAnswer<string>(ask);
  return (
    <Card title="Message" wide>
      {answer.state === 'failed' && <Failure error={answer.error} />}
      {answer.state === 'done' && <pre className="message">{answer.value}</pre>}
    </Card>
  );
}
