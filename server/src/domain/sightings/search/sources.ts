import { OBSERVATION_COLUMNS } from '../../../contract/observation.ts';
import type { Shard } from '../../../db/nodes/bucket-ranges.ts';
import { partsOf } from '../../../db/nodes/read-on-nodes.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Observation } from '../../observations/observation.ts';
import { keyValues, sightingsOnOneServer, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import { ask, askObservations, type Deadline } from './ask.ts';
import { type Bind, binder, conditionsOf, type Likeness } from './conditions.ts';
import { isBefore, type KeyedRow, newestFirst, type Position, type SightingFilters } from './filters.ts';

/** What a search reads with. */
export type Search = {
  reader: Reader;
  deadline: Deadline;
  filters: SightingFilters;
  likeness: Likeness;
  /** Only sightings of this organization; null: of all. */
  organizationId: number | null;
  now: Date;
  /** The shards of the tables of cameras; null if all tables are on one server. */
  shards: Shard[] | null;
};

/** Rows after a position, newest first. */
export type Collected = {
  rows: Observation[];
  /** All sightings after this time were searched; null when all were. */
  searchedFrom: Date | null;
};
export type Source = (search: Search, after: Position, limit: number) => Promise<Collected>;

const columns = Object.keys(OBSERVATION_COLUMNS)
  .map((name) => `o.${name}`)
  .join(', ');
const NEWEST_FIRST = 'order by o.time_captured desc, o.id desc';
const OLDEST = new Date('2010-01-01T00:00:00Z');

/** Every condition but that of the driving index. */
function whereOf({ filters, likeness, organizationId }: Search, after: Position, bind: Bind): string {
  const [time, id] = [bind(after.time), bind(after.id)];
  return [
    ...conditionsOf(filters, likeness, bind),
    ...(organizationId === null ? [] : [`o.organization_id = ${bind(organizationId)}::int`]),
    `o.time_captured <= ${time}::timestamptz and (o.time_captured, o.id) < (${time}::timestamptz, ${id}::bigint)`,
  ].join(' and ');
}

/**
 * Reads periods from the newest to the oldest, each four times as long as the one before, so that neither many nor few
 * sightings make it slow. `driving`: a condition that an index decides.
 */
export const scanning =
  (firstMs: number, driving: (bind: Bind) => string): Source =>
  async (search, after, limit) => {
    const rows: Observation[] = [];
    const floor = search.filters.from ?? OLDEST;
    const newest = Math.min(
      after.time.getTime(),
      search.filters.to?.getTime() ?? Number.MAX_SAFE_INTEGER,
      search.now.getTime() + 86_400_000,
    );
    let to: Position = after.time.getTime() === newest ? after : { time: new Date(newest), id: 0 };
    for (let length = firstMs; to.time > floor; length *= 4) {
      // Hardly any sighting is in the future, so the first period ends in the past.
      const end = Math.min(to.time.getTime(), search.now.getTime());
      const from = new Date(Math.max(end - length, floor.getTime()));
      const { values, bind } = binder();
      const found = await askObservations(
        search.reader,
        search.deadline,
        `select ${columns} from observations o where ${driving(bind)} and o.time_captured >= ${bind(from)}::timestamptz
           and ${whereOf(search, to, bind)} ${NEWEST_FIRST} limit ${limit - rows.length}`,
        values,
      );
      if (found === null) return { rows, searchedFrom: to.time };
      rows.push(...found);
      if (rows.length >= limit) break;
      // Rows at this very time are in the period that was read.
      to = { time: from, id: 0 };
    }
    return { rows, searchedFrom: null };
  };

/** The position before all sightings. */
export const LATEST: Position = { time: new Date('9000-01-01T00:00:00Z'), id: Number.MAX_SAFE_INTEGER };
/** A statement with more keys would probe each of them for many carriers. */
const KEYS_AT_ONCE = 100;

/** Sightings under keys that were found elsewhere, newest first as the keys. */
export async function fetchKeys(
  search: Search,
  keys: KeyedRow[],
  after: Position,
): Promise<Observation[] | null> {
  const rows: Observation[] = [];
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const { values, bind } = binder();
    const parameters = keyValues(keys.slice(from, from + KEYS_AT_ONCE));
    const isCluster = search.shards !== null;
    for (const value of isCluster ? parameters : parameters.slice(0, 5)) bind(value);
    const select = isCluster ? sightingsWithKeys(columns) : sightingsOnOneServer(columns);
    const text = `${select} and ${whereOf(search, after, bind)}`;
    const { reader, deadline } = search;
    const read = { name: '', text, isByKeys: isCluster };
    const found = await askObservations(reader, deadline, text, values, (on) => partsOf(on, read, values));
    if (found === null) return null;
    rows.push(...found.sort(newestFirst));
  }
  return rows;
}

/** The keys after a position, which are in the order of time and id. */
export const keyRange = (time: string, id: string, after: Position, bind: Bind) =>
  `(${time}, ${id}) < (${bind(after.time)}::timestamptz, ${bind(after.id)}::bigint) and ${time} <= ${bind(after.time)}::timestamptz`;

const FIRST_CHUNK = 50;
const MAX_CHUNK = 1_000;

/** Finds keys after a position, newest first; null when the time was too short. */
type FindKeys = (search: Search, after: Position, limit: number) => Promise<KeyedRow[] | null>;

/** Looks up keys in chunks that grow, and reads their observations. */
export const byFoundKeys =
  (find: FindKeys): Source =>
  async (search, after, limit) => {
    const rows: Observation[] = [];
    let at = after;
    for (let chunk = Math.max(FIRST_CHUNK, limit); ; chunk = Math.min(chunk * 4, MAX_CHUNK)) {
      const keys = await find(search, at, chunk);
      const found = keys && (await fetchKeys(search, keys, after));
      if (found === null) return { rows, searchedFrom: at.time };
      rows.push(...found);
      const last = keys?.at(-1);
      if (rows.length >= limit || last === undefined || (keys?.length ?? 0) < chunk)
        return { rows: rows.slice(0, limit), searchedFrom: null };
      at = { time: last.time_captured, id: last.id };
    }
  };

type KeyStatement = (search: Search, after: Position, limit: number, bind: Bind) => string;

/** As `byFoundKeys`, with one statement that finds the keys. */
export const byKeys = (statement: KeyStatement): Source =>
  byFoundKeys((search, after, limit) => {
    const { values, bind } = binder();
    const sql = statement(search, after, limit, bind);
    return ask<KeyedRow>(search.reader, search.deadline, sql, values);
  });

/** Keys that are read at once, because they have another order. */
export const byAllKeys =
  (statement: (search: Search, bind: Bind) => string): Source =>
  async (search, after, limit) => {
    const { values, bind } = binder();
    const sql = statement(search, bind);
    const keys = await ask<KeyedRow>(search.reader, search.deadline, sql, values);
    const left = keys?.filter((key) => isBefore(key, after)).sort(newestFirst);
    const rows: Observation[] = [];
    for (let from = 0; left && from < left.length && rows.length < limit; from += MAX_CHUNK) {
      const found = await fetchKeys(search, left.slice(from, from + MAX_CHUNK), after);
      if (found === null) return { rows, searchedFrom: left[from]?.time_captured ?? after.time };
      rows.push(...found);
    }
    return { rows: rows.slice(0, limit), searchedFrom: left ? null : after.time };
  };

/** The rows of a source that a second statement keeps. */
export const keeping =
  (source: Source, filter: (rows: Observation[]) => Promise<Observation[]>): Source =>
  async (search, after, limit) => {
    const kept: Observation[] = [];
    for (let at = after; ; ) {
      const { rows, searchedFrom } = await source(search, at, limit);
      kept.push(...(await filter(rows)));
      const last = rows.at(-1);
      if (kept.length >= limit) return { rows: kept.slice(0, limit), searchedFrom: null };
      if (!last || rows.length < limit || searchedFrom) return { rows: kept, searchedFrom };
      at = { time: last.time_captured, id: last.id };
    }
  };
