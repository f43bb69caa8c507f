import siftModule from 'sift';
import type { Database } from '../../../server/src/db/database.ts';
import type { ActiveAlert, Condition } from '../../../server/src/domain/alerts/match/conditions.ts';
import { type SightingView, VIEW_FIELDS } from '../../../server/src/domain/alerts/match/sighting-view.ts';
import { hasWhole } from '../../../server/src/lib/identifiers/comparable.ts';

/** The types of the package describe a module, but the export is a function. */
const createTester = siftModule as unknown as (query: object) => (item: unknown) => boolean;

/** Finds the alerts that match a sighting. All peers receive the same normalized values. */
export type Peer = { name: string; match(view: SightingView): Promise<number[]> };

/** A condition with the name of its field; the traffic of the benchmark has no squeezed text. */
function named(condition: Condition) {
  const { kind, value } = condition;
  if (kind === 'equal')
    return { kind, field: VIEW_FIELDS[condition.field]?.key ?? '', isWhole: false, value };
  const { text, isWhole } = condition;
  return { kind, field: typeof text === 'number' ? (VIEW_FIELDS[text]?.key ?? '') : text, isWhole, value };
}

function flat(view: SightingView): Record<string, string> {
  const values = VIEW_FIELDS.map(({ key }, field): [string, string] => [key, view.values[field] ?? '']);
  return { ...Object.fromEntries(values), deep: view.deep };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
/** Matches whole words only. */
const whole = (text: string) => {
  const isWord = (one: string | undefined) => new RegExp(LETTER, 'u').test(one ?? '');
  const before = isWord([...text][0]) ? `(?<!${LETTER})` : '';
  const after = isWord([...text].at(-1)) ? `(?!${LETTER})` : '';
  return new RegExp(`${before}${escaped(text)}${after}`, 'u');
};

export function sift(alerts: ActiveAlert[]): Peer {
  const testers = alerts.map(({ id, conditions }) => {
    const query: Record<string, unknown> = {};
    for (const { kind, field, isWhole, value } of conditions.map(named)) {
      if (kind === 'equal') query[field] = value;
      else query[field] = { $regex: isWhole ? whole(value) : new RegExp(escaped(value)) };
    }
    return { id, test: createTester(query) };
  });
  return {
    name: 'sift',
    match: async (view) => {
      const facts = flat(view);
      return testers.filter(({ test }) => test(facts)).map(({ id }) => id);
    },
  };
}

const EQUAL = ['usdot', 'mc', 'plate', 'plateTolerant', 'vin', 'cab', 'cabTolerant'];
const MORE = ['trailer', 'trailerTolerant', 'logo', 'equipment', 'city', 'state', 'plateState'];
const COLUMNS = [...EQUAL, ...MORE];
const PARTS = ['part_trailer', 'part_trailer_tolerant', 'part_deep', 'whole_deep'];

/** Alerts as rows: one index lookup per field, and a scan of the alerts that have only substring conditions. */
export async function postgres(database: Database, alerts: ActiveAlert[]): Promise<Peer> {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const names = [...COLUMNS.map(column), ...PARTS];
  await database.pool.query(
    `create table bench_alerts (id int primary key, ${names.map((name) => `${name} text`).join(', ')})`,
  );
  const rows = alerts.map(({ id, conditions }) => {
    const row: Record<string, unknown> = { id };
    for (const { kind, field, isWhole, value } of conditions.map(named)) {
      const part = isWhole ? 'whole_deep' : `part_${column(field)}`;
      row[kind === 'equal' ? column(field) : part] = value;
    }
    return row;
  });
  for (let from = 0; from < rows.length; from += 10_000) {
    await database.pool.query(
      `insert into bench_alerts select * from json_populate_recordset(null::bench_alerts, $1)`,
      [JSON.stringify(rows.slice(from, from + 10_000))],
    );
  }
  for (const name of COLUMNS) {
    await database.pool.query(
      `create index on bench_alerts (${column(name)}) where ${column(name)} is not null`,
    );
  }
  const noneEqual = COLUMNS.map((name) => `${column(name)} is null`).join(' and ');
  await database.pool.query(`create index bench_parts on bench_alerts (id) where ${noneEqual}`);
  await database.pool.query('vacuum analyze bench_alerts');
  const text = matchQuery(COLUMNS.map(column), noneEqual);
  return {
    name: 'PostgreSQL, indexed columns',
    async match(view) {
      const facts = flat(view);
      const values = [...COLUMNS.map((name) => facts[name] || null), view.deep];
      const result = await database.pool.query({ name: 'bench.match', text, values });
      const found = result.rows as { id: number; whole_deep: string | null }[];
      return found
        .filter(({ whole_deep }) => whole_deep === null || hasWhole(view.deep, whole_deep))
        .map(({ id }) => id);
    },
  };
}

function matchQuery(columns: string[], noneEqual: string): string {
  const value = (name: string) => `$${columns.indexOf(name) + 1}::text`;
  const deep = `$${columns.length + 1}::text`;
  const rest = columns.map((name) => `(${name} is null or ${name} = ${value(name)})`);
  const parts = [
    `(part_trailer is null or position(part_trailer in ${value('trailer')}) > 0)`,
    `(part_trailer_tolerant is null or position(part_trailer_tolerant in ${value('trailer_tolerant')}) > 0)`,
    `(part_deep is null or position(part_deep in ${deep}) > 0)`,
    `(whole_deep is null or position(whole_deep in ${deep}) > 0)`,
  ];
  const all = [...rest, ...parts].join(' and ');
  const lookups = columns.map(
    (name) => `select * from bench_alerts where ${name} = ${value(name)} and ${all}`,
  );
  lookups.push(`select * from bench_alerts where ${noneEqual} and ${parts.join(' and ')}`);
  return `select distinct id, whole_deep from (${lookups.join(' union all ')}) f`;
}
