import type { MatchEvent } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApi, useCustomer } from '../lib/api.tsx';
import { count } from '../lib/format.ts';
import { Card } from '../parts/card.tsx';
import { ImageGrid } from '../parts/image-grid.tsx';
import { SightingEntry } from '../parts/sighting-entry.tsx';
import { Empty, Loaded } from '../parts/states.tsx';

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
      <LatestImages />
    </div>
  );
}

const LATEST = 12;
const LATEST_EVERY_MS = 5_000;

/** What the organization's own cameras have sent. */
function LatestImages() {
  const images = useApi('listImages', { query: { page_size: LATEST } }, { intervalMs: LATEST_EVERY_MS });
  return (
    <Card title="Latest images of your cameras" note={<Link to="/images">All images</Link>} wide>
      <Loaded query={images} lines={6}>
        {({ images }) =>
          images.length === 0 ? <Empty title="No images yet." /> : <ImageGrid images={images} />
        }
      </Loaded>
    </Card>
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
