import { ApiError, type MatchEvent } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ALERT_READERS, useCustomer } from '../lib/api.tsx';
import { count } from '../lib/format.ts';
import { Card } from '../parts/card.tsx';
import { LatestImages } from '../parts/image-grid.tsx';
import { SightingEntry } from '../parts/sighting-entry.tsx';
import { Empty, Withheld } from '../parts/states.tsx';

const MAX_EVENTS = 200;
const RETRY_MS = 3_000;
type Connection = 'connecting' | 'open' | 'lost';
/** Short, so that the line of the title does not wrap on a phone. */
const STATES: Record<Connection, string> = {
  connecting: 'Connecting…',
  open: 'Connected',
  lost: 'Reconnecting…',
};

/** Matches of the user's alerts as they arrive. */
export function Page() {
  const { events, connection, denied } = useMatches();
  return (
    <div className="stack">
      <Card
        title="Matches as they arrive"
        note={
          denied === null && (
            <span className="quiet" role="status">
              <span
                className={`lamp lamp-${connection === 'open' ? 'success' : 'waiting'}`}
                aria-hidden="true"
              />{' '}
              {STATES[connection]}
            </span>
          )
        }
        wide
      >
        {denied !== null ? (
          <Withheld error={denied} roles={ALERT_READERS} />
        ) : events.length === 0 ? (
          <Empty title="No match yet.">
            A match appears here within seconds of its sighting. <Link to="/alerts">See your alerts.</Link>
          </Empty>
        ) : (
          <>
            <p className="quiet">{count(events.length, 'match', 'matches')} since this page was opened</p>
            <ol className="matches" aria-live="polite">
              {events.map(({ match_id, alert_id, alert_name, sighting }) => (
                <li key={match_id}>
                  <SightingEntry
                    sighting={sighting}
                    heading={
                      <p>
                        <Link to="/alerts/$id" params={{ id: String(alert_id) }} search={{ match: match_id }}>
                          {alert_name}
                        </Link>
                      </p>
                    }
                  />
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
      <Card title="Latest images of your cameras" note={<Link to="/images">All images</Link>} wide>
        <LatestImages count={12} intervalMs={5_000} />
      </Card>
    </div>
  );
}

/** Reads the event stream and continues after the last event when the connection is lost. */
function useMatches() {
  const { client } = useCustomer();
  const [events, setEvents] = useState<MatchEvent[]>([]);
  const [connection, setConnection] = useState<Connection>('connecting');
  /** The user may not read alerts. Trying again does not help. */
  const [denied, setDenied] = useState<ApiError | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    let lastEventId: number | null = null;
    const follow = async () => {
      while (!abort.signal.aborted) {
        try {
          const stream = client.followMatches({
            signal: abort.signal,
            lastEventId,
            onConnection: (isConnected) => setConnection(isConnected ? 'open' : 'lost'),
          });
          for await (const event of stream) {
            lastEventId = event.match_id;
            setEvents((before) => [event, ...before].slice(0, MAX_EVENTS));
          }
        } catch (error) {
          if (abort.signal.aborted) return;
          if (error instanceof ApiError && error.status === 403) return setDenied(error);
          setConnection('lost');
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    follow();
    return () => abort.abort();
  }, [client]);
  return { events, connection, denied };
}
