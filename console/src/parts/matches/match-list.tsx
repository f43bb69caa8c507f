import type { AlertMatch, WorkedMatch } from '@milepost/sdk';
import { type ReactNode, useMemo } from 'react';
import { useView } from '../../lib/use-view.ts';
import { SightingMap } from '../sighting-map.tsx';

type Props<Match> = {
  matches: Match[];
  /** The entry of a match. `onShow` marks it on the map. */
  children: (match: Match, onShow: () => void) => ReactNode;
};

/** Matches on a map and in a list. Selecting one in the map marks it in the list. */
export function MatchList<Match extends AlertMatch | WorkedMatch>({ matches, children }: Props<Match>) {
  const [selected = null, select] = useView('selected');
  const mapped = useMemo(
    () => matches.map(({ match_id, sighting }) => ({ id: String(match_id), sighting })),
    [matches],
  );
  return (
    <>
      <SightingMap
        label="Map of the matches"
        sightings={mapped}
        selected={selected}
        onSelect={(id) => select(id ?? undefined)}
      />
      <ul className="matches">
        {matches.map((match) => {
          const id = String(match.match_id);
          return (
            <li key={id} className={selected === id ? 'entry-marked' : ''}>
              {children(match, () => select(id))}
            </li>
          );
        })}
      </ul>
    </>
  );
}
