import { ApiError, type MatchEvent, type MatchedSighting } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { Volume2Icon, VolumeXIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { ALERT_READERS, useApi, useCustomer } from '../lib/api.tsx';
import { chime, useSound } from '../lib/chime.ts';
import { count } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { LatestImages } from '../parts/image-grid.tsx';
import { SightingEntry } from '../parts/sighting-entry.tsx';
import { SightingMap } from '../parts/sighting-map.tsx';
import { Empty, Failure, Skeleton, Withheld } from '../parts/states.tsx';

const MAX_EVENTS = 200;
const DAY_MS = 86_400_000;
const RETRY_MS = 3_000;
type Connection = 'connecting' | 'open' | 'lost';
/** Short, so that the line of the title does not wrap on a phone. */
const STATES: Record<Connection, string> = {
  connecting: 'Connecting…',
  open: 'Connected',
  lost: 'Reconnecting…',
};

/** Matches of the last 24 hours, and new ones as they arrive. */
export function Page() {
  const [isOn, setOn] = useSound();
  const { events, connection, denied } = useMatches(() => isOn && chime());
  const [from] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  // The stream is open first, so that no match is between the two.
  const earlier = useApi(
    'listWorkedMatches',
    { query: { from, silent: false, page_size: MAX_EVENTS } },
    { enabled: connection !== 'connecting' && denied === null },
  );
  const matches = useMemo(() => merged(events, earlier.data?.matches ?? []), [events, earlier.data]);
  return (
    <div className="stack">
      <Card
        title="Matches as they arrive"
        note={
          denied === null && (
            <span className="row">
              <span className="quiet live-state" role="status">
                <span
                  className={`lamp lamp-${connection === 'open' ? 'success' : 'waiting'}`}
                  aria-hidden="true"
                />{' '}
                {STATES[connection]}
              </span>
              <Button
                small
                aria-pressed={isOn}
                onClick={() => {
                  setOn(!isOn);
                  if (!isOn) chime();
                }}
              >
                {isOn ? <Volume2Icon /> : <VolumeXIcon />} Sound {isOn ? 'on' : 'off'}
              </Button>
            </span>
          )
        }
        wide
      >
        {denied !== null ? (
          <Withheld error={denied} roles={ALERT_READERS} />
        ) : (
          <>
            {earlier.isError && <Failure error={earlier.error} onRetry={() => earlier.refetch()} />}
            {earlier.isPending && !earlier.isError && <Skeleton lines={8} />}
            {!earlier.isPending && <Matches matches={matches} since={events.length} />}
          </>
        )}
      </Card>
      {/* Not before the matches, which would push it down. */}
      {(!earlier.isPending || connection === 'lost' || denied !== null) && (
        <Card title="Latest images of your cameras" note={<Link to="/images">All images</Link>} wide>
          <LatestImages count={12} intervalMs={5_000} />
        </Card>
      )}
    </div>
  );
}

type Shown = { match_id: number; alert_name: string; sighting: MatchedSighting };

/** A match is in both lists if it arrived while the earlier ones were loaded. */
function merged(events: MatchEvent[], earlier: Shown[]): Shown[] {
  const byId = new Map<number, Shown>([...earlier, ...events].map((match) => [match.match_id, match]));
  return [...byId.values()].sort((a, b) => b.match_id - a.match_id).slice(0, MAX_EVENTS);
}

function Matches({ matches, since }: { matches: Shown[]; since: number }) {
  const [selected, select] = useState<string | null>(null);
  const mapped = useMemo(
    () => matches.map(({ match_id, sighting }) => ({ id: String(match_id), sighting })),
    [matches],
  );
  if (matches.length === 0)
    return (
      <Empty title="No match in the last 24 hours.">
        A match appears here within seconds of its sighting. <Link to="/alerts">See your alerts.</Link>
      </Empty>
    );
  return (
    <>
      <p className="quiet">
        {count(since, 'match', 'matches')} since this page was opened,{' '}
        {count(matches.length, 'match', 'matches')} shown
      </p>
      <SightingMap
        label="Map of the matches of the last 24 hours"
        sightings={mapped}
        selected={selected}
        onSelect={select}
      />
      <ol className="matches" aria-live="polite">
        {matches.map(({ match_id, alert_name, sighting }) => (
          <li key={match_id} className={selected === String(match_id) ? 'entry-marked' : ''}>
            <SightingEntry
              sighting={sighting}
              heading={
                <p>
                  <Link to="/matches/$id" params={{ id: String(match_id) }} data-list-item>
                    {alert_name}
                  </Link>
                </p>
              }
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Reads the event stream and continues after the last event when the connection is lost. */
function useMatches(onMatch: () => void) {
  const heard = useEffectEvent(onMatch);
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
            heard();
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
