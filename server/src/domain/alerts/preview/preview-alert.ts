import type { Database } from '../../../db/database.ts';
import { invalid } from '../../../lib/errors.ts';
import type { Criteria } from '../alert.ts';
import { checkLogo } from '../create-alert.ts';
import { type Condition, conditionsOf, holds } from '../match/conditions.ts';
import { fetchSightings, type Sighting } from '../match/match-store.ts';
import { readCriteria } from '../read-alert.ts';
import { isUndecided, type RecentMatch, type SearchLimits, searchRecent } from './preview-search.ts';

const NEWEST = 10;
const MOST_READINGS = 20;
export const PREVIEW_LIMITS: SearchLimits = { most: 10_000, budgetMs: 800 };

/** A reading that only tolerance lets through, and how many sightings have it. */
export type ToleratedReading = {
  field: 'license_plate' | 'cab_number' | 'trailer_number';
  reading: string;
  sightings: number;
};

export type Preview = {
  count: number;
  /** False: there are at least `count`; only what was seen since `searched_from` was counted. */
  is_exact: boolean;
  searched_from: Date;
  newest: Sighting[];
  tolerance_adds: ToleratedReading[];
};

/** What these criteria would have matched in the last 30 days. */
export async function previewAlert(
  database: Database,
  body: unknown,
  now: Date,
  limits = PREVIEW_LIMITS,
): Promise<Preview> {
  const { value: criteria, problems } = readCriteria(body);
  await checkLogo(database, criteria.trailer_logo, problems);
  if (problems.length > 0) throw invalid(problems);
  // With tolerance the same sightings are found and perhaps a few more: one search answers both.
  const tolerated = conditionsOf({ ...criteria, tolerance: true });
  const strict = conditionsOf({ ...criteria, tolerance: false });
  if (tolerated.length === 0) {
    return { count: 0, is_exact: true, searched_from: now, newest: [], tolerance_adds: [] };
  }
  const { found, searchedFrom, isComplete } = await searchRecent(database, tolerated, now, limits);
  const fulfil = (conditions: Condition[]) => {
    const undecided = conditions.filter(isUndecided);
    return ({ view }: RecentMatch) => undecided.every((condition) => holds(condition, view));
  };
  const all = found.filter(fulfil(tolerated));
  const exact = all.filter(fulfil(strict));
  const matches = criteria.tolerance ? all : exact;
  return {
    count: new Set(matches.map(({ id }) => id)).size,
    is_exact: isComplete,
    searched_from: searchedFrom,
    newest: await newestOf(database, matches),
    tolerance_adds: added(all, strict, criteria),
  };
}

async function newestOf(database: Database, matches: RecentMatch[]): Promise<Sighting[]> {
  const wanted = matches.slice(0, NEWEST);
  const found = wanted.length > 0 ? await fetchSightings(database, wanted) : [];
  return found.sort((a, b) => b.time_captured.getTime() - a.time_captured.getTime() || b.id - a.id);
}

function added(all: RecentMatch[], strict: Condition[], criteria: Criteria): ToleratedReading[] {
  const fields = [
    { field: 'license_plate', view: 'plate' },
    { field: 'cab_number', view: 'cab' },
    { field: 'trailer_number', view: 'trailer' },
  ] as const;
  const counts = new Map<string, ToleratedReading>();
  for (const { field, view: name } of fields) {
    const condition = strict.find((one) => one.field === name);
    if (!condition || criteria[field] === null) continue;
    for (const { view } of all) {
      if (holds(condition, view)) continue;
      const key = `${field}:${view[name]}`;
      const known = counts.get(key) ?? { field, reading: view[name], sightings: 0 };
      known.sightings++;
      counts.set(key, known);
    }
  }
  return [...counts.values()].sort((a, b) => b.sightings - a.sightings).slice(0, MOST_READINGS);
}
