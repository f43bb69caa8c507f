import { bucketRanges } from '../../../db/nodes/bucket-ranges.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isPattern } from '../../../lib/identifiers/vehicle-pattern.ts';
import type { Observation } from '../../observations/observation.ts';
import { VALUE_FIELDS, type VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import { Deadline } from './ask.ts';
import { byValues, chooseSource, matchesSource } from './choose-source.ts';
import type { Likeness } from './conditions.ts';
import { newestFirst, type Position, type SightingFilters, type Viewer } from './filters.ts';
import { findValues } from './find-values.ts';
import type { Collected, Search, Source } from './sources.ts';
import { withoutTyped } from './typed-values.ts';

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
  const found: FoundSighting[] = [];
  let at: Cursor = cursor === null ? { ...start, likeness: 'exact' } : parseCursor(cursor);
  for (;;) {
    const { likeness } = at;
    const left = pageSize - found.length;
    const { rows, searchedFrom } = await collect(service, deadline, viewer, query, at, left + 1);
    found.push(...rows.slice(0, left).map((observation) => ({ observation, isExact: likeness === 'exact' })));
    const last = rows[left - 1];
    const end = async (nextCursor: string | null) => {
      const counted = await totalOf(service, deadline, viewer, query, hasSimilar);
      return { found, searchedFrom, nextCursor, ...counted };
    };
    if (rows.length > left && last) return end(cursorOf({ time: last.time_captured, id: last.id, likeness }));
    if (searchedFrom) return end(cursorOf({ time: searchedFrom, id: LAST_ID, likeness }));
    if (likeness === 'similar' || !hasSimilar) return end(null);
    at = { ...start, likeness: 'similar' };
    if (found.length === pageSize) return end(cursorOf(at));
  }
}

async function totalOf(
  service: Service,
  deadline: Deadline,
  viewer: Viewer,
  query: SightingQuery,
  hasSimilar: boolean,
) {
  if (!query.withTotal) return { total: null, isTotalExact: false };
  const start = positionAfterNow(service.clock);
  let total = 0;
  let isTotalExact = true;
  for (const likeness of hasSimilar ? (['exact', 'similar'] as const) : (['exact'] as const)) {
    const from = { ...start, likeness };
    const { rows, searchedFrom } = await collect(service, deadline, viewer, query, from, MAX_COUNTED + 1);
    total += rows.length;
    isTotalExact &&= searchedFrom === null && rows.length <= MAX_COUNTED;
  }
  return { total: Math.min(total, MAX_COUNTED), isTotalExact: isTotalExact && total <= MAX_COUNTED };
}

/** Rows after a position from every source that the viewer may search. */
async function collect(
  { reader, clock }: Service,
  deadline: Deadline,
  viewer: Viewer,
  { filters, withSimilar }: SightingQuery,
  { likeness, ...after }: Cursor,
  limit: number,
): Promise<Collected> {
  const { organizationId, seesAll } = viewer;
  const search: Search = {
    ...{ reader, deadline, filters, likeness, now: clock.now() },
    organizationId: seesAll ? null : organizationId,
  };
  const kind = drivingKind(filters);
  const values = kind && (await drivingValues(search, kind, withSimilar));
  const read = async (source: Source, of: Search) => {
    const collected = await source(of, after, limit);
    return values || !kind
      ? collected
      : { ...collected, rows: await withoutTyped(reader, filters, organizationId, collected.rows) };
  };
  const own = kind && values ? byValues(kind, values, organizationId, false) : null;
  const isCluster = (await bucketRanges(reader.primary)) !== null;
  const main = read(own ?? chooseSource(filters, search.organizationId, isCluster), search);
  if (seesAll) return main;
  const matched = kind && values ? byValues(kind, values, organizationId, true) : null;
  const all = { ...search, organizationId: null };
  return merged(
    await Promise.all([main, read(matched ?? matchesSource(filters, organizationId), all)]),
    limit,
  );
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

/** The kind whose look-up finds the fewest: a whole value before a pattern, and numbers that few vehicles share first. */
const BY_DISTINCTION: VehicleKind[] = ['vin', 'container', 'chassis', 'plate', 'trailer', 'cab'];

function drivingKind({ values }: SightingFilters): VehicleKind | undefined {
  const given = BY_DISTINCTION.filter((kind) => values[kind] !== undefined);
  // Their values are in no other place.
  const only = given.filter((kind) => !(kind in VALUE_FIELDS));
  const usable = only.length > 0 ? only : given;
  return usable.find((kind) => !isPattern(values[kind] ?? '')) ?? usable[0];
}

async function drivingValues(search: Search, kind: VehicleKind, withSimilar: boolean) {
  const { reader, deadline, filters, likeness } = search;
  const found = await findValues(reader, deadline, kind, filters.values[kind] ?? '', withSimilar);
  if (found === null) return null;
  if (likeness === 'exact') return found.exact;
  // With several values, one may fit as given and another with confused characters.
  const isAlone = Object.keys(filters.values).every((one) => one === kind || !(one in VALUE_FIELDS));
  return isAlone ? found.similar : [...found.exact, ...found.similar];
}

/** Clocks of cameras may be ahead. */
function positionAfterNow(clock: Clock): Position {
  return { time: new Date(clock.now().getTime() + 86_400_000), id: LAST_ID };
}

function cursorOf({ likeness, time, id }: Cursor): string {
  return `${likeness === 'exact' ? 0 : 1}-${time.getTime()}-${id}`;
}

/** A cursor that starts the list at a time. */
export const cursorAt = (time: Date): string => cursorOf({ likeness: 'exact', time, id: LAST_ID });

function parseCursor(text: string): Cursor {
  const [likeness, time, id] = text.split('-').map(Number);
  return {
    likeness: likeness === 0 ? 'exact' : 'similar',
    time: new Date(time ?? 0),
    id: id ?? 0,
  };
}
