import type { Database } from '../../../db/database.ts';
import { codeOf } from '../../../lib/errors.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { type Condition, EQUAL_FIELDS } from '../match/conditions.ts';
import type { SightingView } from '../match/sighting-view.ts';
import { listDays, RECENT_DAYS, type RecentDay } from './recent-days.ts';
import { keyOf } from './recent-store.ts';

const DAY_MS = 86_400_000;
const QUERY_CANCELED = '57014';

type Row = { id: number; time_captured: Date; usdot_number: number; keys: string[]; deep: string };
export type RecentMatch = ObservationKey & { view: SightingView };

export type SearchResult = {
  /** Newest first. */
  found: RecentMatch[];
  /** Everything from here on was looked at. */
  searchedFrom: Date;
  isComplete: boolean;
};

export type SearchLimits = { most: number; budgetMs: number };

/**
 * Sightings of the last 30 days that may fulfil the conditions; the caller looks at each once more. Day by day, newest
 * first, until there are enough or the time is up: then the answer says how far it came.
 */
export async function searchRecent(
  database: Database,
  conditions: Condition[],
  now: Date,
  { most, budgetMs }: SearchLimits,
): Promise<SearchResult> {
  const oldest = new Date(now.getTime() - RECENT_DAYS * DAY_MS);
  const deadline = performance.now() + budgetMs;
  const found: RecentMatch[] = [];
  let searchedFrom = now;
  for (const day of await listDays(database)) {
    if (Date.parse(day.day) + DAY_MS <= oldest.getTime()) continue;
    const leftMs = Math.floor(deadline - performance.now());
    const rows =
      leftMs < 1 ? null : await searchDay(database, day, conditions, oldest, most - found.length, leftMs);
    if (rows === null) return { found, searchedFrom, isComplete: false };
    found.push(...rows.map(toMatch));
    if (found.length >= most) {
      return { found, searchedFrom: found.at(-1)?.time_captured ?? searchedFrom, isComplete: false };
    }
    searchedFrom = new Date(Math.max(Date.parse(day.day), oldest.getTime()));
  }
  return { found, searchedFrom: oldest, isComplete: true };
}

/**
 * One day: milliseconds by its index once it is over, about a microsecond a row of the day that runs. Planned for its
 * values each time. Null when there was not time enough.
 */
async function searchDay(
  database: Database,
  { table }: RecentDay,
  conditions: Condition[],
  oldest: Date,
  limit: number,
  timeoutMs: number,
): Promise<Row[] | null> {
  const { where, values } = conditionSql(conditions);
  const wanted = conditions.filter(isUndecided).map(({ field }) => field);
  const keys = wanted.some((field) => field !== 'deepWhole') ? 'keys' : `'{}'::text[] as keys`;
  const deep = wanted.includes('deepWhole') ? 'deep' : `'' as deep`;
  try {
    return await database.transaction(async ({ client }) => {
      await client.query(`set local statement_timeout = ${timeoutMs}`);
      const { rows } = await client.query(
        `select id, time_captured, usdot_number, ${keys}, ${deep} from ${table}
          where time_captured > $1 and ${where} order by time_captured desc, id desc limit $2`,
        [oldest, limit, ...values],
      );
      return rows as Row[];
    });
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return null;
    throw error;
  }
}

/** What the search only narrows: the caller must look at these fields itself. The others are decided by the search. */
export function isUndecided({ kind, field }: Condition): boolean {
  return READINGS.includes(field) || (kind === 'part' && field === 'deepWhole');
}
const READINGS: string[] = ['plate', 'plateTolerant', 'cab', 'cabTolerant', 'trailer', 'trailerTolerant'];

function conditionSql(conditions: Condition[]): { where: string; values: unknown[] } {
  const keys = conditions.flatMap((c) => (c.kind === 'equal' ? [keyOf(c.field, c.value)] : []));
  const parts = conditions.flatMap((c) => (c.kind === 'part' ? [c] : []));
  const values: unknown[] = [];
  const bound: string[] = [];
  const bind = (value: unknown) => `$${values.push(value) + 2}`;
  if (keys.length > 0) bound.push(`keys @> ${bind(keys)}::text[]`);
  for (const { field, value } of parts) {
    const column = field.startsWith('deep') ? 'deep' : 'trailer';
    // Without three letters or digits in a row the index knows nothing of it; read through it would only cost more.
    const text = /[\p{L}\p{N}]{3}/u.test(value) ? column : `(${column} || '')`;
    bound.push(`${text} like ${bind(`%${value.replace(/[\\%_]/g, '\\$&')}%`)}`);
    if (field === 'deepWhole') bound.push(`${text} ~ ${bind(wholePattern(value))}`);
  }
  return { where: bound.join(' and '), values };
}

/** Lets through what may stand alone; what letters beyond ASCII do to that is left to the caller. */
function wholePattern(value: string): string {
  const escaped = value.replace(/[^\p{L}\p{N}\p{M} ]/gu, '\\$&');
  const before = /^[A-Z0-9]/.test(value) ? '(^|[^A-Z0-9])' : '';
  const after = /[A-Z0-9]$/.test(value) ? '($|[^A-Z0-9])' : '';
  return before + escaped + after;
}

function toMatch({ id, time_captured, usdot_number, keys, deep }: Row): RecentMatch {
  const fields = Object.fromEntries(EQUAL_FIELDS.map((field) => [field, ''])) as Record<string, string>;
  for (const key of keys) {
    const colon = key.indexOf(':');
    fields[key.slice(0, colon)] = key.slice(colon + 1);
  }
  const view = { ...fields, deep, time: time_captured.getTime() } as unknown as SightingView;
  return { id, time_captured, usdot_number, view };
}
