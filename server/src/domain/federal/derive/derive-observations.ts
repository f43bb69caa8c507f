import { readFileSync } from 'node:fs';
import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Transaction } from '../../../db/database.ts';
import { COUNTED, countDeltas, newCounts } from '../../observations/count-deltas.ts';
import { ensureMonths } from '../../observations/ensure-months.ts';
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
const isSameKey = key.map((name) => `n.${name} = o.${name}`).join(' and ');

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
  for (const query of affected) await deriveKind(tx, load, query);
};

/** Records dated more than 31 days ahead are typing errors and are skipped. */
async function deriveKind(tx: Transaction, load: Load, query: ObservationQuery): Promise<void> {
  const tableName = (table: string) => (table === load.live ? load.staged : table);
  await tx.client.query(`create temp table new_records on commit drop as
     select * from (${query.select(tableName)}) as record where time_captured < now() + interval '31 days'`);
  await tx.client.query('analyze new_records');
  const { rows } = await tx.client.query<{ month: Date }>(
    `select distinct date_trunc('month', time_captured, 'UTC') as month from new_records`,
  );
  await ensureMonths(
    load.database,
    rows.map(({ month }) => month),
  );
  const range = `o.id >= ${query.firstId} and o.id < ${query.firstId + IDS_PER_KIND}`;
  const hasOldRows = await hasRows(tx, range);
  if (hasOldRows) await deleteChanged(tx, range);
  await insertMissing(tx, hasOldRows ? range : null);
  await tx.client.query('drop table new_records');
}

/** The MC number comes from the census, except if the crash report has one. */
async function updateMcNumbers(tx: Transaction, census: string): Promise<void> {
  await tx.client.query(
    `update observations o set mc_number = d.mc_number
     from (select k.usdot_number, ${censusMcNumber('k')} as mc_number from ${census} k) d
     where o.id >= ${IDS_PER_KIND} and o.usdot_number = d.usdot_number and o.mc_number <> d.mc_number
       and (o.mc_number = '' or o.id < ${crashes.firstId} or o.id >= ${crashes.firstId + IDS_PER_KIND})`,
  );
}

async function hasRows(tx: Transaction, range: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(`select from observations o where ${range} limit 1`);
  return rowCount === 1;
}

/** Deletes observations that are gone from the files or have changed. One hash join over this kind's observations. */
async function deleteChanged(tx: Transaction, range: string): Promise<void> {
  const { rowCount: changed } = await tx.client.query(
    `with gone as (
       delete from observations o
       where ${range} and not exists (
         select from new_records n where ${isSameKey}
           and (${list('n', fields)}) is not distinct from (${list('o', fields)}))
       returning ${list('o', COUNTED.split(', '))}, -1 as delta
     ) ${countDeltas('gone')}`,
  );
  if (changed) await tx.client.query(`delete from observation_counts where is_federal and observations = 0`);
}

/**
 * Inserts in the order of month and carrier: each partition's indexes then grow at their end, and a carrier's rows are
 * stored together. `range` is null if there are no rows of this kind yet: skipping the lookup of existing rows and
 * counts saves a third of the time. Records with the same key become one observation.
 */
async function insertMissing(tx: Transaction, range: string | null): Promise<void> {
  const isMissing = range
    ? `where not exists (select from observations o where ${range} and ${isSameKey})`
    : '';
  const order = `date_trunc('month', n.time_captured, 'UTC'), ${list('n', key)}`;
  const isFirst = range === null && !(await hasRows(tx, `o.id >= ${IDS_PER_KIND}`));
  await tx.client.query(
    `with fresh as (
       insert into observations (${columns.join(', ')})
       select distinct on (${order}) ${list('n')} from new_records n ${isMissing} order by ${order}
       returning ${COUNTED}, 1 as delta
     ) ${isFirst ? newCounts('fresh') : countDeltas('fresh')}`,
  );
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
