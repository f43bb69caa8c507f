import type { AccountSessions } from '@milepost/sdk';
import { useAction, useApi, useCustomer } from '../lib/api.tsx';
import { count, localTime } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Card } from '../parts/card.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { Failure, Loaded } from '../parts/states.tsx';
import { Table } from '../parts/tables/table.tsx';

type Session = AccountSessions['sessions'][number];

/** Such as "Firefox on Windows", or the part that is known. */
function clientOf({ browser, operating_system, kind }: Session): string {
  const known = [browser, operating_system].filter((part) => part !== null).join(' on ');
  return known || (kind === 'api' ? 'Unknown program' : 'Unknown browser');
}

/** The user's sessions, with buttons that end them. */
export function Sessions() {
  const { endSession, identity } = useCustomer();
  const now = useNow(60_000);
  const sessions = useApi('listSessions', {}, { intervalMs: 60_000 });
  const end = useAction((client, { session_id }: Session) => client.endSession({ path: { session_id } }));
  const endAll = useAction(
    (client) => client.logOutEverywhere(),
    () => endSession('You are signed out everywhere.'),
  );
  const time = (at: string) => localTime(new Date(at), identity.timezone);
  return (
    <Card title="Sessions" wide>
      <Loaded query={sessions} lines={4}>
        {({ sessions, total }) => (
          <>
            <Table
              caption="Sessions"
              rows={sessions}
              keyOf={({ session_id }) => session_id}
              columns={[
                {
                  label: 'Browser or program',
                  show: (session) => (
                    <>
                      <span className="row-name">{clientOf(session)}</span>{' '}
                      {session.is_current && <span className="badge badge-active">this session</span>}
                      {session.kind === 'api' && <span className="badge badge-none">API</span>}
                    </>
                  ),
                },
                { label: 'Address', show: (session) => <Addresses {...session} /> },
                { label: 'Signed in', show: ({ created_at }) => time(created_at) },
                {
                  label: 'Last used',
                  show: ({ last_used_at, is_current }) =>
                    is_current ? 'Now' : <RelativeTime at={last_used_at} now={now} none="Not yet" />,
                },
                { label: 'Ends', show: ({ expires_at }) => time(expires_at) },
                {
                  label: 'Actions',
                  isActions: true,
                  show: (session) =>
                    !session.is_current && (
                      <ConfirmButton
                        label="Sign out"
                        accessibleLabel={`Sign out ${clientOf(session)}, signed in ${time(session.created_at)}`}
                        title={`Sign out ${clientOf(session)}?`}
                        text="It has to sign in again."
                        onConfirm={() => end.mutate(session)}
                      />
                    ),
                },
              ]}
            />
            {total > sessions.length && (
              <p className="quiet">And {count(total - sessions.length, 'more session')} of programs.</p>
            )}
          </>
        )}
      </Loaded>
      {end.isError && <Failure error={end.error} />}
      <ConfirmButton
        label="Sign out everywhere"
        title="Sign out everywhere?"
        text="All browsers and programs that use your account have to sign in again, this one too."
        onConfirm={() => endAll.mutate()}
      />
      {endAll.isError && <Failure error={endAll.error} />}
    </Card>
  );
}

/** The address at sign-in, and the address of the last use if it is different. */
function Addresses({ sign_in_address: first, last_address: last }: Session) {
  if (first === null) return <span className="quiet">Unknown</span>;
  if (last === null || last === first) return <code>{first}</code>;
  return (
    <span>
      <code>{last}</code> <span className="quiet">signed in from</span> <code>{first}</code>
    </span>
  );
}
