import { readFileSync } from 'node:fs';
import { LOCKS } from '../../../db/advisory-locks.ts';
import { statement, type Transaction } from '../../../db/database.ts';
import { ensureMonths } from '../../observations/ensure-months.ts';
import { inMonths, StagedMonths } from '../../observations/staged-months.ts';
import type { Derivation, Load } from './derivation.ts';
import {
  censusMcNumber,
  crashes,
  fields,
  IDS_PER_KIND,
  type ObservationQuery,
  observationQueries,
} from './observation-queries.ts';
import { stateZones, zoneOf } from './time-zones.ts';

const key = ['usdot_number', 'time_captured', 'id'];
const columns = [...key, 'type', ...fields];
const list = (table: string, names = columns) => names.map((name) => `${table}.${name}`).join(', ');
/** A record of this hash and key is unchanged. */
const hashOf = (table: string) => `hash_record_extended(row(${list(table, fields)}), 0)`;
const isUnchanged = `k.usdot_number = n.usdot_number and k.time_captured = n.time_captured and k.id = n.id and k.hash = n.hash`;
const order = (table: string) => `date_trunc('month', ${table}.time_captured, 'UTC'), ${list(table, key)}`;

/*
 * Observations may be distributed, federal and temporary tables never are. So each statement touches observations or
 * counts alone, or with temporary tables that hold the keys: what exists is copied, compared here, and written back.
 */
type RecordTable = 'new_records' | 'missing_records' | 'gone_records';

const statements = {
  /** $1, $2: the ids of a kind. */
  hasRows: statement(
    'federal.has-observations',
    'select 1 from observations where id >= $1 and id < $2 limit 1',
  ),
  hasCounts: statement('federal.has-counts', 'select 1 from observation_counts where is_federal limit 1'),
  copyKnown: statement(
    'federal.copy-known',
    `create temp table known_records on commit drop as
     select o.usdot_number, o.time_captured, o.id, o.location_state, o.location_city, ${hashOf('o')} as hash
     from observations o where o.id >= $1 and o.id < $2`,
  ),
  deleteGone: statement(
    'federal.delete-observations',
    `delete from observations o using gone_records g
     where o.usdot_number = g.usdot_number and o.time_captured = g.time_captured and o.id = g.id`,
  ),
  deleteEmptyCounts: statement(
    'federal.delete-empty-counts',
    'delete from observation_counts where is_federal and observations = 0',
  ),
  updateMcNumbers: statement(
    'federal.update-mc-numbers',
    `update observations o set mc_number = d.mc_number from census_mc_numbers d
     where o.id >= ${IDS_PER_KIND} and o.usdot_number = d.usdot_number and o.mc_number <> d.mc_number
       and (o.mc_number = '' or o.id < ${crashes.firstId} or o.id >= ${crashes.firstId + IDS_PER_KIND})`,
  ),
};

const insert = (table: RecordTable) =>
  statement(
    `federal.insert-${table}`,
    `insert into observations (${columns.join(', ')}) select ${columns.join(', ')} from ${table}`,
  );

const addToCounts = `on conflict (usdot_number, location_state, location_city, day, is_federal)
  do update set observations = c.observations + excluded.observations`;

/**
 * Federal records of unknown carriers are not counted, like sightings (change-counts.ts). One statement for all locations and
 * one for each location, both in the order of the primary key. No other writer changes federal counts at the same time.
 */
const count = (table: RecordTable, name: string, delta: 1 | -1, onConflict: string) => {
  const into = `insert into observation_counts as c
    (usdot_number, location_state, location_city, day, is_federal, observations)`;
  const day = `(time_captured at time zone 'UTC')::date as day`;
  return [
    statement(
      `federal.count-${name}`,
      `${into} select usdot_number, '*', '*', day, true, ${delta} * count(*)
       from (select usdot_number, ${day} from ${table} where usdot_number <> 0) d
       group by usdot_number, day order by usdot_number, day ${onConflict}`,
    ),
    statement(
      `federal.count-${name}-by-location`,
      `${into} select usdot_number, location_state, city, day, true, ${delta} * count(*)
       from (select usdot_number, location_state, upper(location_city collate "C") as city, ${day}
             from ${table} where usdot_number <> 0) d
       group by usdot_number, location_state, city, day order by usdot_number, location_state, city, day
       ${onConflict}`,
    ),
  ];
};

const insertMissing = insert('missing_records');
const insertNew = insert('new_records');
/** $1: the months that are staged. */
const insertUnstaged = statement(
  'federal.insert-unstaged',
  `insert into observations (${columns.join(', ')}) select ${columns.join(', ')} from new_records
   where to_char(time_captured at time zone 'UTC', 'YYYY-MM') <> all ($1::text[])`,
);
const counts = {
  missing: count('missing_records', 'missing_records', 1, addToCounts),
  gone: count('gone_records', 'gone_records', -1, addToCounts),
  new: count('new_records', 'new_records', 1, addToCounts),
  /** For the first federal records of all: no count exists, and a plain insert takes half the time. */
  first: count('new_records', 'first_records', 1, ''),
};

async function runAll(tx: Transaction, statements: readonly ReturnType<typeof statement>[]): Promise<void> {
  for (const one of statements) await tx.run(one);
}

/**
 * Derives observations from crashes and inspections, in the transaction that imports the records. Only differences are
 * written: an import without changes writes nothing, and the counts change by exactly what was written.
 */
export const deriveObservations: Derivation = async (tx, load) => {
  const affected = observationQueries.filter(({ tables }) => tables.includes(load.live));
  const isCensus = load.live === 'company_census';
  if (affected.length === 0 && !isCensus) return;
  // Each import changes many counts; two at a time could deadlock.
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.deriveObservations]);
  if (isCensus) await updateMcNumbers(tx, load.staged);
  if (affected.length === 0) return;
  // Parallel workers would not run at the import's lowered priority.
  await tx.client.query(`set local work_mem = '128MB'; set local max_parallel_workers_per_gather = 0`);
  await createPlaces(tx);
  const staged = new StagedMonths(tx);
  for (const query of affected) await deriveKind(tx, load, query, staged);
  await staged.attach();
};

/**
 * Records dated more than 31 days ahead are typing errors and are skipped. Rows are inserted in the order of month and
 * carrier: each partition's indexes then grow at their end, and a carrier's rows are stored together. Records with the
 * same key become one observation.
 */
async function deriveKind(
  tx: Transaction,
  load: Load,
  query: ObservationQuery,
  staged: StagedMonths,
): Promise<void> {
  const tableName = (table: string) => (table === load.live ? load.staged : table);
  const ids = [query.firstId, query.firstId + IDS_PER_KIND];
  const isFirst = (await tx.row(statements.hasRows, ids)) === null;
  const records = `(${query.select(tableName)}) as r where r.time_captured < now() + interval '31 days'`;
  await tx.client.query(
    isFirst
      ? `create temp table new_records on commit drop as
         select distinct on (${order('r')}) ${list('r')} from ${records} order by ${order('r')}`
      : `create temp table new_records on commit drop as select ${list('r')}, ${hashOf('r')} as hash from ${records}`,
  );
  await tx.client.query(`analyze new_records (${key.join(', ')}, location_state, location_city)`);
  if (isFirst) await writeFirst(tx, load, await monthsIn(tx, 'new_records'), staged);
  else {
    await compareWithKnown(tx, ids);
    await ensureMonths(load.database, (await monthsIn(tx, 'missing_records')).values());
    if (await tx.run(insertMissing)) await runAll(tx, counts.missing);
  }
  await tx.client.query('drop table if exists new_records, known_records, gone_records, missing_records');
}

/** The months of the rows, each with one of its days. */
async function monthsIn(tx: Transaction, table: RecordTable): Promise<Map<string, Date>> {
  const { rows } = await tx.client.query<{ day: Date }>(
    `select distinct (time_captured at time zone 'UTC')::date::timestamp at time zone 'UTC' as day from ${table}`,
  );
  return new Map(rows.map(({ day }) => [day.toISOString().slice(0, 7), day]));
}

/** Nothing has to be compared, and the months that do not exist yet are filled before their indexes are built. */
async function writeFirst(
  tx: Transaction,
  { database }: Load,
  months: ReadonlyMap<string, Date>,
  staged: StagedMonths,
): Promise<void> {
  if (months.size === 0) return;
  const isFirstOfAll = (await tx.row(statements.hasCounts)) === null;
  const created = await staged.stage(months.keys(), new Date());
  const existing = [...months].filter(([month]) => !created.includes(month));
  await ensureMonths(
    database,
    existing.map(([, day]) => day),
  );
  if (created.length === 0) await tx.run(insertNew);
  else {
    await staged.insert(columns, 'new_records', inMonths(created));
    if (existing.length > 0) await tx.run(insertUnstaged, [created]);
  }
  await runAll(tx, isFirstOfAll ? counts.first : counts.new);
}

/** Deletes observations that are gone from the files or have changed, and collects the missing ones. */
async function compareWithKnown(tx: Transaction, ids: number[]): Promise<void> {
  await tx.run(statements.copyKnown, ids);
  await tx.client.query('analyze known_records');
  const { rowCount: gone } = await tx.client.query(
    `create temp table gone_records on commit drop as
     select * from known_records k where not exists (select 1 from new_records n where ${isUnchanged})`,
  );
  await tx.client.query(
    `create temp table missing_records on commit drop as
     select distinct on (${order('n')}) ${list('n')} from new_records n
     where not exists (select 1 from known_records k where ${isUnchanged}) order by ${order('n')}`,
  );
  if (!gone) return;
  await tx.client.query('analyze gone_records');
  await tx.run(statements.deleteGone);
  await runAll(tx, counts.gone);
  await tx.run(statements.deleteEmptyCounts);
}

/** The MC number comes from the census, except if the crash report has one. */
async function updateMcNumbers(tx: Transaction, census: string): Promise<void> {
  // A bigint, like the carrier of an observation.
  await tx.client.query(
    `create temp table census_mc_numbers on commit drop as
     select usdot_number::bigint as usdot_number, mc_number
     from (select k.usdot_number, ${censusMcNumber('k')} as mc_number from ${census} k) d where mc_number is not null`,
  );
  await tx.client.query('analyze census_mc_numbers');
  await tx.run(statements.updateMcNumbers);
}

type County = [code: number, name: string, latitude: number, longitude: number];

/**
 * Creates the temporary tables county_centers, from the file written by scripts/make-counties.ts, and state_zones, with the
 * time zones of places.
 */
async function createPlaces(tx: Transaction): Promise<void> {
  const file = new URL('../generated/counties.json', import.meta.url);
  const states: Record<string, County[]> = JSON.parse(readFileSync(file, 'utf8'));
  const rows = Object.entries(states).flatMap(([state, counties]) =>
    counties.map(([county_code, name, latitude, longitude]) => ({
      state,
      county_code,
      name,
      latitude,
      longitude,
      zone: zoneOf(state, county_code),
    })),
  );
  await tx.client.query(
    `create temp table county_centers on commit drop as
     select * from json_to_recordset($1) as c
       (state text, county_code integer, name text, latitude float8, longitude float8, zone text)`,
    [JSON.stringify(rows)],
  );
  await tx.client.query(
    `create temp table state_zones on commit drop as
     select key as state, value as zone from json_each_text($1)`,
    [JSON.stringify(Object.fromEntries(stateZones))],
  );
  await tx.client.query('analyze county_centers; analyze state_zones');
}
