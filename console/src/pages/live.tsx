import type { MatchEvent } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCustomer } from '../lib/api.tsx';
import { count, localTime } from '../lib/format.ts';
import { Card } from '../parts/card.tsx';
import { Empty } from '../parts/states.tsx';
import { describeSighting } from './alerts/preview.tsx';

const MAX_EVENTS = 200;
const RETRY_MS = 3_000;
type Connection = 'connecting' | 'open' | 'lost';
const STATES: Record<Connection, string> = {
  connecting: 'Connecting…',
  open: 'Connected',
  lost: 'Connection lost. Trying again…',
};

/** Matches of the user's alerts as they arrive. */
export function Page() {
  const { identity } = useCustomer();
  const [events, connection] = useMatches();
  return (
    <div className="stack">
      <Card
        title="Matches as they arrive"
        note={
          <span className="quiet" role="status">
            <span
              className={`lamp lamp-${connection === 'open' ? 'success' : 'waiting'}`}
              aria-hidden="true"
            />{' '}
            {STATES[connection]}
          </span>
        }
        wide
      >
        {events.length === 0 ? (
          <Empty title="No match yet.">
            A match appears here within seconds of its sighting. <Link to="/alerts">See your alerts.</Link>
          </Empty>
        ) : (
          <>
            <p className="quiet">{count(events.length, 'match', 'matches')} since this page was opened</p>
            <ol className="matches" aria-live="polite">
              {events.map(({ match_id, alert_id, alert_name, sighting }) => (
                <li key={match_id}>
                  <p>
                    <Link to="/alerts/$id" params={{ id: String(alert_id) }}>
                      {alert_name}
                    </Link>{' '}
                    <strong>{localTime(new Date(sighting.time_captured), identity.timezone)}</strong>
                  </p>
                  <p className="quiet">{describeSighting(sighting)}</p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
    </div>
  );
}

/** Reads the event stream and continues after the last event when the connection is lost. */
function useMatches(): [MatchEvent[], Connection] {
  const { client } = useCustomer();
  const [events, setEvents] = useState<MatchEvent[]>([]);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const abort = new AbortController();
    let lastEventId: number | null = null;
    const follow = async () => {
      while (!abort.signal.aborted) {
        try {
          setConnection('open');
          for await (const event of client.followMatches({ signal: abort.signal, lastEventId })) {
            lastEventId = event.match_id;
            setEvents((before) => [event, ...before].slice(0, MAX_EVENTS));
          }
        } catch {
          if (abort.signal.aborted) return;
          setConnection('lost');
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    follow();
    return () => abort.abort();
  }, [client]);
  return [events, connection];
}
