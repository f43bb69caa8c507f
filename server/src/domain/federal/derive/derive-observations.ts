import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Statement, statement, type Transaction } from '../../../db/database.ts';
import { AN_IMPORT } from '../../observations/distribution.ts';
import { ensureMonths } from '../../observations/ensure-months.ts';
import { inMonths, StagedMonths } from '../../observations/staged-months.ts';
import { createPlaces } from './create-places.ts';
import type { Derivation, Load } from './derivation.ts';
import {
  censusMcNumber,
  crashes,
  fields,
  IDS_PER_KIND,
  type ObservationQuery,
  observationQueries,
} from './observation-queries.ts';

const key = ['usdot_number', 'time_captured', 'id'];
const columns = [...key, 'type', ...fields];
const list = (table: string, names = columns) => names.map((name) => `${table}.${name}`).join(', ');
/** A record of this hash and key is unchanged. */
const hashOf = (table: string) => `hash_record_extended(row(${list(table, fields)}), 0)`;
const isSameKey = `k.usdot_number = n.usdot_number and k.time_captured = n.time_captured and k.id = n.id`;
/** The columns of a known record that its counts and `federal_vins` depend on, as columns of `changed_records`. */
const known = [...key, 'location_state', 'location_city', 'vin'];

/*
 * Observations may be distributed, federal and temporary tables never are. So each statement touches observations or
 * counts alone, or with temporary tables that hold the keys: what exists is copied, compared here, and written back.
 */
const onAllShards = (name: string, text: string) => statement(name, text, { allShards: AN_IMPORT });

type RecordTable = 'new_records' | 'missing_records' | 'gone_records';

const statements = {
  /** $1, $2: the ids of a kind. */
  hasRows: onAllShards(
    'federal.has-observations',
    'select 1 from observations where id >= $1 and id < $2 limit 1',
  ),
  hasCounts: onAllShards('federal.has-counts', 'select 1 from observation_counts where is_federal limit 1'),
  copyKnown: onAllShards(
    'federal.copy-known',
    `create temp table known_records on commit drop as
     select ${list('o', known)}, ${hashOf('o')} as hash
     from observations o where o.id >= $1 and o.id < $2`,
  ),
  deleteGone: onAllShards(
    'federal.delete-observations',
    `delete from observations o using gone_records g
     where o.usdot_number = g.usdot_number and o.time_captured = g.time_captured and o.id = g.id`,
  ),
  deleteEmptyCounts: onAllShards(
    'federal.delete-empty-counts',
    'delete from observation_counts where is_federal and observations = 0',
  ),
  updateMcNumbers: onAllShards(
    'federal.update-mc-numbers',
    `update observations o set mc_number = d.mc_number from census_mc_numbers d
     where o.id >= ${IDS_PER_KIND} and o.usdot_number = d.usdot_number and o.mc_number <> d.mc_number
       and (o.mc_number = '' or o.id < ${crashes.firstId} or o.id >= ${crashes.firstId + IDS_PER_KIND})`,
  ),
};

const insert = (table: RecordTable) =>
  onAllShards(
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
    onAllShards(
      `federal.count-${name}`,
      `${into} select usdot_number, '*', '*', day, true, ${delta} * count(*)
       from (select usdot_number, ${day} from ${table} where usdot_number <> 0) d
       group by usdot_number, day order by usdot_number, day ${onConflict}`,
    ),
    onAllShards(
      `federal.count-${name}-by-location`,
      `${into} select usdot_number, location_state, city, day, true, ${delta} * count(*)
       from (select usdot_number, location_state, upper(location_city collate "C") as city, ${day}
             from ${table} where usdot_number <> 0) d
       group by usdot_number, location_state, city, day order by usdot_number, location_state, city, day
       ${onConflict}`,
    ),
  ];
};

/** Notes whose days changed, as changeLanes in domain/observations. Older days are on no lane. */
const changeLanes = (table: RecordTable, hasDeletions: boolean) =>
  statement(
    `federal.change-lanes-${table}`,
    `insert into lane_changes (usdot_number, day, has_deletions)
     select distinct usdot_number::integer, (time_captured at time zone 'UTC')::date, ${hasDeletions} from ${table}
     where usdot_number <> 0 and time_captured > now() - interval '91 days'`,
  );
const laneChanges = {
  missing: changeLanes('missing_records', false),
  gone: changeLanes('gone_records', true),
  new: changeLanes('new_records', false),
};

/** In the order of the VINs, so that the index of a first import grows at its end. */
const addVins = (table: RecordTable) =>
  statement(
    `federal.add-vins-of-${table}`,
    `insert into federal_vins (${key.join(', ')}, vin) select ${key.join(', ')}, vin from ${table} where vin <> ''
     order by vin, time_captured`,
  );
const vins = {
  missing: addVins('missing_records'),
  new: addVins('new_records'),
  removeGone: statement(
    'federal.remove-vins',
    `delete from federal_vins v using gone_records g
     where v.vin = g.vin and v.time_captured = g.time_captured and v.id = g.id and v.usdot_number = g.usdot_number`,
  ),
};

const insertMissing = insert('missing_records');
const insertNew = insert('new_records');
/** $1: the months that are staged. */
const insertUnstaged = onAllShards(
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

/** The rows are already in the order of the carrier: sorting them is faster than a hash table of nearly as many groups. */
async function addCounts(tx: Transaction, statements: readonly Statement[]): Promise<void> {
  await tx.client.query('set local enable_hashagg = off');
  for (const one of statements) await tx.run(one);
  await tx.client.query('set local enable_hashagg = on');
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
  await tx.client.query(`set local work_mem = '128MB'`);
  await createPlaces(tx);
  const staged = new StagedMonths(tx);
  for (const query of affected) await deriveKind(tx, load, query, staged);
  await staged.attach();
};

/** Records dated more than 31 days ahead are typing errors and are skipped. */
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
  if (isFirst) {
    await sortByCarrier(tx, 'new_records', 'r', records);
    await writeFirst(tx, load, staged);
  } else if (await compareWithKnown(tx, ids, records)) await writeChanges(tx, load.database);
  await tx.client.query(
    'drop table if exists new_records, known_records, changed_records, gone_records, missing_records',
  );
}

/**
 * Creates a table of rows in the order of the carrier: the indexes of each month then grow at their end, a carrier's rows are
 * stored together, and the rows are counted in this order. Records with the same key become one. Returns their number.
 */
async function sortByCarrier(
  tx: Transaction,
  table: RecordTable,
  from: string,
  records: string,
  names = columns,
): Promise<number> {
  const { rowCount } = await tx.client.query(
    `create temp table ${table} on commit drop as
     select distinct on (${list(from, key)}) ${list(from, names)} from ${records} order by ${list(from, key)}`,
  );
  if (rowCount) await tx.client.query(`analyze ${table} (${known.join(', ')})`);
  return rowCount ?? 0;
}

/** The months of the rows, each with one of its days. */
async function monthsIn(tx: Transaction, table: RecordTable): Promise<Map<string, Date>> {
  const { rows } = await tx.client.query<{ day: Date }>(
    `select distinct (time_captured at time zone 'UTC')::date::timestamp at time zone 'UTC' as day from ${table}`,
  );
  return new Map(rows.map(({ day }) => [day.toISOString().slice(0, 7), day]));
}

/** Nothing has to be compared, and the months that do not exist yet are filled before their indexes are built. */
async function writeFirst(tx: Transaction, { database }: Load, staged: StagedMonths): Promise<void> {
  const months = await monthsIn(tx, 'new_records');
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
  await tx.run(vins.new);
  await addCounts(tx, isFirstOfAll ? counts.first : counts.new);
  await tx.run(laneChanges.new);
}

/** Collects the records that differ from their observation, or that only one of both sides has. Returns their number. */
async function compareWithKnown(tx: Transaction, ids: number[], records: string): Promise<number> {
  await tx.run(statements.copyKnown, ids);
  await tx.client.query('analyze known_records (id)');
  const { rowCount } = await tx.client.query(
    `create temp table changed_records on commit drop as
     select ${list('n')}, ${known.map((name) => `k.${name} as known_${name}`).join(', ')}
     from (select ${list('r')}, ${hashOf('r')} as hash from ${records}) n full join known_records k on ${isSameKey}
     where n.hash is distinct from k.hash`,
  );
  return rowCount ?? 0;
}

/**
 * Deletes observations that are gone from the files or have changed, and inserts the missing ones. Months are created
 * first: on Citus, a transaction that creates one waits for writers of the table, which would include this one.
 */
async function writeChanges(tx: Transaction, database: Load['database']): Promise<void> {
  const missing = await sortByCarrier(tx, 'missing_records', 'n', 'changed_records n where n.id is not null');
  if (missing) await ensureMonths(database, (await monthsIn(tx, 'missing_records')).values());
  const gone = `(select ${known.map((name) => `known_${name} as ${name}`).join(', ')} from changed_records
    where known_id is not null) g`;
  if (await sortByCarrier(tx, 'gone_records', 'g', gone, known)) {
    await tx.run(statements.deleteGone);
    await tx.run(vins.removeGone);
    await addCounts(tx, counts.gone);
    await tx.run(statements.deleteEmptyCounts);
    await tx.run(laneChanges.gone);
  }
  if (!missing) return;
  await tx.run(insertMissing);
  await tx.run(vins.missing);
  await addCounts(tx, counts.missing);
  await tx.run(laneChanges.missing);
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
