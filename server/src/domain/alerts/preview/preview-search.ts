import type { ObservationKey } from '../../../contract/observation.ts';
import type { Database } from '../../../db/database.ts';
import { codeOf } from '../../../lib/errors.ts';
import { SEPARATORS } from '../../../lib/identifiers/comparable.ts';
import { type Condition, SEARCHED_TEXTS } from '../match/conditions.ts';
import { type SightingView, VIEW_FIELDS } from '../match/sighting-view.ts';
import { listDays, RECENT_DAYS, type RecentDay } from './recent-days.ts';
import { keyOf, valuesOf } from './recent-store.ts';

const DAY_MS = 86_400_000;
const QUERY_CANCELED = '57014';

type Row = { id: number; time_captured: Date; usdot_number: number; keys: string[]; deep: string };
export type RecentMatch = ObservationKey & { view: SightingView };

type SearchResult = {
  /** Newest first. */
  found: RecentMatch[];
  /** All sightings since this time were searched. */
  searchedFrom: Date;
  isComplete: boolean;
};

export type SearchLimits = { most: number; budgetMs: number };

/**
 * Sightings of the last 30 days that may meet the conditions; the caller checks the undecided ones. Searches one day at
 * a time, newest first, until the limit is reached or the time is up.
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
 * One day: milliseconds with its index, which a past day has, about a microsecond per row of the current day. The query
 * is planned for its values each time. Returns null when the time was too short.
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
  const undecided = conditions.filter(isUndecided);
  const keys = undecided.some((condition) => !searchesDeep(condition)) ? 'keys' : `'{}'::text[] as keys`;
  const deep = undecided.some(searchesDeep) ? 'deep' : `'' as deep`;
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

function searchesDeep(condition: Condition): boolean {
  return condition.kind === 'part' && typeof condition.text !== 'number';
}

/** Fields with a tolerant form or a part search: the preview needs their values, or SQL only narrows them down. */
const CHECKED_FIELDS = new Set(
  VIEW_FIELDS.flatMap(({ criterion, isTolerant }, field) => {
    const hasTolerantForm = VIEW_FIELDS.some((other) => other.isTolerant && other.criterion === criterion);
    return isTolerant || hasTolerantForm || SEARCHED_TEXTS.includes(field) ? [field] : [];
  }),
);

/** Whether the caller must check the condition itself. SQL decides the others. */
export function isUndecided(condition: Condition): boolean {
  if (condition.kind === 'equal') return CHECKED_FIELDS.has(condition.field);
  return condition.text !== 'deep' || condition.isWhole;
}

function conditionSql(conditions: Condition[]): { where: string; values: unknown[] } {
  const keys = conditions.flatMap((c) => (c.kind === 'equal' ? [keyOf(c.field, c.value)] : []));
  const parts = conditions.flatMap((c) => (c.kind === 'part' ? [c] : []));
  const values: unknown[] = [];
  const bound: string[] = [];
  const bind = (value: unknown) => `$${values.push(value) + 2}`;
  if (keys.length > 0) bound.push(`keys @> ${bind(keys)}::text[]`);
  for (const { text, isWhole, value } of parts) {
    const pattern = `%${value.replace(/[\\%_]/g, '\\$&')}%`;
    if (text === 'squeezed') {
      bound.push(`translate(deep, ${bind(SEPARATORS)}, '') like ${bind(pattern)}`);
      continue;
    }
    const column = text === 'deep' ? 'deep' : 'trailer';
    // The trigram index needs three letters or digits in a row; with fewer, a scan is cheaper.
    const searched = /[\p{L}\p{N}]{3}/u.test(value) ? column : `(${column} || '')`;
    bound.push(`${searched} like ${bind(pattern)}`);
    if (isWhole) bound.push(`${searched} ~ ${bind(wholePattern(value))}`);
  }
  return { where: bound.join(' and '), values };
}

/** Matches whole words by ASCII rules; the caller checks letters outside ASCII. */
function wholePattern(value: string): string {
  const escaped = value.replace(/[^\p{L}\p{N}\p{M} ]/gu, '\\$&');
  const before = /^[A-Z0-9]/.test(value) ? '(^|[^A-Z0-9])' : '';
  const after = /[A-Z0-9]$/.test(value) ? '($|[^A-Z0-9])' : '';
  return before + escaped + after;
}

function toMatch({ id, time_captured, usdot_number, keys, deep }: Row): RecentMatch {
  const view = { time: time_captured.getTime(), values: valuesOf(keys), deep, squeezed: null };
  return { id, time_captured, usdot_number, view };
}
