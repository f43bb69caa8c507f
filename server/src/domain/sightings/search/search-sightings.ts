import { bucketRanges } from '../../../db/nodes/bucket-ranges.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Observation } from '../../observations/observation.ts';
import { Deadline } from './ask.ts';
import { byValues, chooseSource, matchesSource } from './choose-source.ts';
import type { Likeness } from './conditions.ts';
import { type Driving, drivingValues, valuesFor } from './driving-values.ts';
import { newestFirst, type Position, type SightingFilters, type Viewer } from './filters.ts';
import { type Collected, keeping, type Search, type Source } from './sources.ts';
import { withoutOthers } from './values-elsewhere.ts';

/** A page ends after this time; the next one continues there. */
const BUDGET_MS = 2_000;
/** More sightings than this are not counted. */
export const MAX_COUNTED = 1_000;
/** After every id. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

/** Sightings that fit as given come first, then those that fit with confused characters. */
type Cursor = Position & { likeness: Likeness };

export type SightingQuery = {
  filters: SightingFilters;
  withSimilar: boolean;
  cursor: string | null;
  pageSize: number;
  withTotal: boolean;
};

export type FoundSighting = { observation: Observation; isExact: boolean };
export type SightingPage = {
  found: FoundSighting[];
  nextCursor: string | null;
  /** All sightings after this time were searched, in the part of the list that the page ends in; null when all were. */
  searchedFrom: Date | null;
  /** Null when it was not asked for. */
  total: number | null;
  isTotalExact: boolean;
};

type Service = { reader: Reader; clock: Clock };

export async function searchSightings(
  service: Service,
  viewer: Viewer,
  query: SightingQuery,
): Promise<SightingPage> {
  const deadline = new Deadline(BUDGET_MS);
  const { pageSize, cursor, withSimilar } = query;
  const hasSimilar = withSimilar && Object.keys(query.filters.values).length > 0;
  const start = positionAfterNow(service.clock);
  const driving = await drivingValues(service.reader, deadline, query);
  const collect = collecting(service, deadline, viewer, query, driving);
  const found: FoundSighting[] = [];
  let at: Cursor = cursor === null ? { ...start, likeness: 'exact' } : parseCursor(cursor);
  for (;;) {
    const { likeness } = at;
    const left = pageSize - found.length;
    const { rows, searchedFrom } = await collect(at, left + 1);
    found.push(...rows.slice(0, left).map((observation) => ({ observation, isExact: likeness === 'exact' })));
    const last = rows[left - 1];
    const end = async (nextCursor: string | null) => {
      const counted = query.withTotal
        ? await totalOf(collect, start, hasSimilar)
        : { total: null, isTotalExact: false };
      return { found, searchedFrom, nextCursor, ...counted };
    };
    if (rows.length > left && last) return end(cursorOf({ time: last.time_captured, id: last.id, likeness }));
    if (searchedFrom) return end(cursorOf({ time: searchedFrom, id: LAST_ID, likeness }));
    if (likeness === 'similar' || !hasSimilar) return end(null);
    at = { ...start, likeness: 'similar' };
    if (found.length === pageSize) return end(cursorOf(at));
  }
}

type Collect = (after: Cursor, limit: number) => Promise<Collected>;

async function totalOf(collect: Collect, start: Position, hasSimilar: boolean) {
  let total = 0;
  let isTotalExact = true;
  for (const likeness of hasSimilar ? (['exact', 'similar'] as const) : (['exact'] as const)) {
    const { rows, searchedFrom } = await collect({ ...start, likeness }, MAX_COUNTED + 1);
    total += rows.length;
    isTotalExact &&= searchedFrom === null && rows.length <= MAX_COUNTED;
  }
  return { total: Math.min(total, MAX_COUNTED), isTotalExact: isTotalExact && total <= MAX_COUNTED };
}

/** Rows after a position from every source that the viewer may search. */
function collecting(
  { reader, clock }: Service,
  deadline: Deadline,
  { organizationId, seesAll }: Viewer,
  { filters }: SightingQuery,
  driving: Driving | null,
): Collect {
  return async ({ likeness, ...after }, limit) => {
    const search: Search = {
      ...{ reader, deadline, filters, likeness, now: clock.now() },
      shards: await bucketRanges(reader.primary),
      organizationId: seesAll ? null : organizationId,
    };
    const read = (source: Source, of: Search) =>
      driving && !driving.found
        ? keeping(source, (rows) => withoutOthers(reader, filters, likeness, organizationId, rows))(
            of,
            after,
            limit,
          )
        : source(of, after, limit);
    const byDriving = (isMatched: boolean) =>
      driving?.found &&
      byValues(
        driving.kind,
        valuesFor(driving.found, driving.kind, likeness, filters),
        organizationId,
        isMatched,
      );
    const main = read(byDriving(false) ?? chooseSource(filters, search.organizationId), search);
    if (seesAll) return main;
    const all = { ...search, organizationId: null };
    const matched = read(byDriving(true) ?? matchesSource(filters, organizationId), all);
    return merged(await Promise.all([main, matched]), limit);
  };
}

/** Both lists as one. What only one of them has searched is left for the next page. */
function merged(lists: Collected[], limit: number): Collected {
  const ends = lists.flatMap(({ searchedFrom }) => searchedFrom ?? []);
  const searchedFrom = ends.length === 0 ? null : new Date(Math.max(...ends.map((time) => time.getTime())));
  const rows = new Map(lists.flatMap((list) => list.rows).map((row) => [row.id, row]));
  return {
    rows: [...rows.values()]
      .filter(({ time_captured }) => searchedFrom === null || time_captured > searchedFrom)
      .sort(newestFirst)
      .slice(0, limit),
    searchedFrom,
  };
}

/** Clocks of cameras may be ahead. */
function positionAfterNow(clock: Clock): Position {
  return { time: new Date(clock.now().getTime() + 86_400_000), id: LAST_ID };
}

function cursorOf({ likeness, time, id }: Cursor): string {
  return `${likeness === 'exact' ? 0 : 1}-${time.getTime()}-${id}`;
}

function parseCursor(text: string): Cursor {
  const [likeness, time, id] = text.split('-').map(Number);
  return {
    likeness: likeness === 0 ? 'exact' : 'similar',
    time: new Date(time ?? 0),
    id: id ?? 0,
  };
}
