import { type Db, statement } from '../../db/database.ts';
import { invalid, type Problem } from '../../lib/errors.ts';
import type { Position } from '../../lib/geography/great-circle.ts';
import { findCity, findZip, suggestPlaces } from './find-place.ts';

const MAX_ZIPS = 5;

/** A city that the table lacks, or that the census abbreviates, is where the ZIP codes of its carriers are. */
const zipsOfCity = statement(
  'places.zips-of-city',
  `select left(phy_zip, 5) as zip from company_census
   where lower(phy_city) = lower($1) and phy_state = $2 and phy_zip is not null
   group by 1 order by count(*) desc, 1 limit ${MAX_ZIPS}`,
);

/** Where a city is; null if no register knows it. */
export async function resolvePlace(db: Db, city: string, state: string): Promise<Position | null> {
  const known = findCity(city, state);
  if (known) return known;
  const zips = await db.rows<{ zip: string }>(zipsOfCity, [city, state]);
  for (const { zip } of zips) {
    const position = findZip(zip);
    if (position) return position;
  }
  return null;
}

/** The problem of a city that is not known, with similar names. */
export function unknownPlace(loc: Problem['loc'], city: string, state: string): Problem {
  const suggested = suggestPlaces(city, state).join('; ');
  const msg = `No place with this name is known in ${state}. Similar names: ${suggested}`;
  return { type: 'unknown_place', loc, msg, input: city };
}

/** The fields of a request that name places. */
type Ends = Partial<Record<`${'origin' | 'destination'}_${'city' | 'state'}`, string | undefined>>;
export type LaneEnds = { origin: Position | null; destination: Position | null };

/** The positions of both ends of a lane; null for an end that is not named. Throws the problems of both. */
export async function resolveEnds(db: Db, ends: Ends): Promise<LaneEnds> {
  const { problems, ...positions } = await readEnds(db, ends);
  if (problems.length > 0) throw invalid(problems);
  return positions;
}

/** For routes that report them together with other problems. */
export async function placeProblems(db: Db, ends: Ends): Promise<Problem[]> {
  return (await readEnds(db, ends)).problems;
}

async function readEnds(db: Db, ends: Ends): Promise<LaneEnds & { problems: Problem[] }> {
  const problems: Problem[] = [];
  const end = async (name: 'origin' | 'destination') => {
    const [city, state] = [ends[`${name}_city`], ends[`${name}_state`]];
    if (!city || !state) return null;
    const position = await resolvePlace(db, city, state);
    if (position === null) {
      problems.push(unknownPlace(['query', `${name}_city`], city, state));
    }
    return position;
  };
  const [origin, destination] = await Promise.all([end('origin'), end('destination')]);
  return { origin, destination, problems };
}
