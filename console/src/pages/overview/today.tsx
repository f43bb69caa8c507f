import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ALERT_READERS, useApi, useRoles } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { SightingMap } from '../../parts/sighting-map.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';

const DAY_MS = 86_400_000;
/** The beginning of the day moves in steps, so that the request stays the same in between. */
const STEP_MS = 600_000;
const MOST = 200;

/** The matches of the last 24 hours on a map. */
export function Today() {
  const mayRead = useRoles()('admin', ...ALERT_READERS);
  return mayRead ? <MatchesOfDay /> : null;
}

function MatchesOfDay() {
  const now = useNow(STEP_MS);
  const navigate = useNavigate();
  const from = new Date(Math.floor(now / STEP_MS) * STEP_MS - DAY_MS).toISOString();
  const matches = useApi(
    'listWorkedMatches',
    { query: { from, page_size: MOST } },
    { intervalMs: STEP_MS, keepPrevious: true },
  );
  const points = useMemo(
    () => (matches.data?.matches ?? []).map(({ match_id, sighting }) => ({ id: String(match_id), sighting })),
    [matches.data],
  );
  return (
    <div className="overview-images">
      <Card title="Matches of the last 24 hours" note={<Link to="/live">Live</Link>}>
        <Loaded query={matches} lines={8}>
          {({ matches }) => (
            <>
              {matches.length === 0 ? (
                <Empty title="No match in the last 24 hours.">
                  They appear here within seconds of their sighting.
                </Empty>
              ) : (
                <p className="quiet">
                  {matches.length === MOST
                    ? `The newest ${MOST} matches`
                    : count(matches.length, 'match', 'matches')}
                </p>
              )}
              <SightingMap
                label="Map of the matches of the last 24 hours"
                sightings={points}
                selected={null}
                onSelect={(id) => id !== null && navigate({ to: '/matches/$id', params: { id } })}
              />
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}
