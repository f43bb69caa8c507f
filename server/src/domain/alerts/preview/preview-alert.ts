import { type Criteria, type CriterionName, TOLERANT_CRITERIA } from '../../../contract/criteria.ts';
import type { Database } from '../../../db/database.ts';
import { type Condition, conditionsOf, holds } from '../match/conditions.ts';
import type { Sighting } from '../match/match-store.ts';
import { VIEW_FIELDS } from '../match/sighting-view.ts';
import { fetchSightings } from './fetch-sightings.ts';
import { isUndecided, type RecentMatch, type SearchLimits, searchRecent } from './preview-search.ts';

const NEWEST = 10;
const MOST_READINGS = 20;
export const PREVIEW_LIMITS: SearchLimits = { most: 10_000, budgetMs: 800 };

/** A reading that matches only with tolerance, and the number of sightings that have it. */
export type ToleratedReading = { field: CriterionName; reading: string; sightings: number };

export type Preview = {
  count: number;
  /** False: `count` is a lower bound, and only sightings since `searched_from` were counted. */
  is_exact: boolean;
  searched_from: Date;
  newest: Sighting[];
  tolerance_adds: ToleratedReading[];
};

/** The sightings of the last 30 days that the criteria would have matched. */
export async function previewAlert(
  database: Database,
  criteria: Criteria,
  now: Date,
  limits = PREVIEW_LIMITS,
): Promise<Preview> {
  // The tolerant search finds a superset of the strict one, so one search serves both.
  const tolerated = conditionsOf({ ...criteria, tolerance: true });
  const strict = conditionsOf({ ...criteria, tolerance: false });
  if (tolerated.length === 0) {
    return { count: 0, is_exact: true, searched_from: now, newest: [], tolerance_adds: [] };
  }
  const { found, searchedFrom, isComplete } = await searchRecent(database, tolerated, now, limits);
  const fulfill = (conditions: Condition[]) => {
    const undecided = conditions.filter(isUndecided);
    return ({ view }: RecentMatch) => undecided.every((condition) => holds(condition, view));
  };
  const all = found.filter(fulfill(tolerated));
  const exact = all.filter(fulfill(strict));
  const matches = criteria.tolerance ? all : exact;
  return {
    count: new Set(matches.map(({ id }) => id)).size,
    is_exact: isComplete,
    searched_from: searchedFrom,
    newest: await newestOf(database, matches),
    tolerance_adds: TOLERANT_CRITERIA.flatMap((name) => toleratedReadings(name, all, strict))
      .sort((a, b) => b.sightings - a.sightings)
      .slice(0, MOST_READINGS),
  };
}

async function newestOf(database: Database, matches: RecentMatch[]): Promise<Sighting[]> {
  const found = await fetchSightings(database, matches.slice(0, NEWEST));
  return found.sort((a, b) => b.time_captured.getTime() - a.time_captured.getTime() || b.id - a.id);
}

function toleratedReadings(
  field: CriterionName,
  all: RecentMatch[],
  strict: Condition[],
): ToleratedReading[] {
  const index = VIEW_FIELDS.findIndex((one) => one.criterion === field && !one.isTolerant);
  const condition = strict.find((one) => (one.kind === 'equal' ? one.field : one.text) === index);
  if (!condition) return [];
  const counts = new Map<string, number>();
  for (const { view } of all) {
    if (holds(condition, view)) continue;
    const reading = view.values[index] as string;
    counts.set(reading, (counts.get(reading) ?? 0) + 1);
  }
  return [...counts].map(([reading, sightings]) => ({ field, reading, sightings }));
}
