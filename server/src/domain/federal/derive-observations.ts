import { LOCKS } from '../../db/advisory-locks.ts';
import type { Transaction } from '../../db/database.ts';
import { COUNTED, countDeltas, newCounts } from '../observations/count-deltas.ts';
import { ensureMonths } from '../observations/ensure-months.ts';
import type { Derivation, Load } from './derivation.ts';
import { loadCountyCentres } from './observed/county-centres.ts';
import {
  crashKind,
  docketOf,
  FEDERAL_IDS,
  fields,
  inspectionKind,
  type Kind,
  smsCrashKind,
  smsInspectionKind,
} from './observed/kinds.ts';

const kinds = [inspectionKind, smsInspectionKind, crashKind, smsCrashKind];
const key = ['usdot_number', 'time_captured', 'id'];
const columns = [...key, 'type', ...fields];
const list = (table: string, names = columns) => names.map((name) => `${table}.${name}`).join(', ');

/**
 * Crashes and inspections become observations, in the transaction that brings the records: readers see both or
 * neither. Only the difference is written, so an import that changes nothing writes nothing, and the counts
 * move by exactly what was written.
 */
export const deriveObservations: Derivation = async (tx, load) => {
  const touched = kinds.filter(({ tables }) => tables.includes(load.live));
  const isCensus = load.live === 'company_census';
  if (touched.length === 0 && !isCensus) return;
  // One import at a time: each changes many counts, and two would wait for each other in a ring.
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.deriveObservations]);
  if (isCensus) await renewDockets(tx, load.staged);
  if (touched.length === 0) return;
  // Helpers of a query do not step back behind the service as the import itself does.
  await tx.client.query(`set local work_mem = '128MB'; set local max_parallel_workers_per_gather = 0`);
  await loadCountyCentres(tx);
  for (const kind of touched) await deriveKind(tx, load, kind);
};

/** A record that its file dates into the future is a slip of the pen and no observation. */
async function deriveKind(tx: Transaction, load: Load, kind: Kind): Promise<void> {
  const of = (table: string) => (table === load.live ? load.staged : table);
  await tx.client.query(`create temp table wanted on commit drop as
     select * from (${kind.select(of)}) as record where time_captured < now() + interval '31 days'`);
  await tx.client.query('analyze wanted');
  await ensureMonths(load.database, await monthsWanted(tx));
  const range = `o.id >= ${kind.firstId} and o.id < ${kind.firstId + FEDERAL_IDS}`;
  const known = await hasRows(tx, range);
  if (known) await removeChanged(tx, range);
  await insertMissing(tx, known ? range : null);
  await tx.client.query('drop table wanted');
}

/** A carrier's docket is the census's word, except where the crash report itself names one. */
async function renewDockets(tx: Transaction, census: string): Promise<void> {
  await tx.client.query(
    `update observations o set mc_number = d.mc_number
     from (select k.usdot_number, ${docketOf('k')} as mc_number from ${census} k) d
     where o.id >= ${FEDERAL_IDS} and o.usdot_number = d.usdot_number and o.mc_number <> d.mc_number
       and (o.mc_number = '' or o.id < ${crashKind.firstId} or o.id >= ${crashKind.firstId + FEDERAL_IDS})`,
  );
}

async function hasRows(tx: Transaction, range: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(`select from observations o where ${range} limit 1`);
  return rowCount === 1;
}

async function monthsWanted(tx: Transaction): Promise<Date[]> {
  const { rows } = await tx.client.query<{ month: Date }>(
    `select distinct date_trunc('month', time_captured, 'UTC') as month from wanted`,
  );
  return rows.map(({ month }) => month);
}

/** Rows that the files no longer have, or have otherwise now. One hash join over the federal rows of this kind. */
async function removeChanged(tx: Transaction, range: string): Promise<void> {
  const { rowCount: changed } = await tx.client.query(
    `with gone as (
       delete from observations o
       where ${range} and not exists (
         select from wanted w where ${key.map((name) => `w.${name} = o.${name}`).join(' and ')}
           and (${list('w', fields)}) is not distinct from (${list('o', fields)}))
       returning ${list('o', COUNTED.split(', '))}, -1 as delta
     ) ${countDeltas('gone')}`,
  );
  if (changed) await tx.client.query(`delete from observation_counts where is_federal and observations = 0`);
}

/**
 * In the order of months and carriers: every partition's indexes grow at their end, and a carrier's rows lie
 * together, which is how they are read. A sort and one pass. Rows and counts that can have no predecessor are not
 * asked for one: that alone is a third of the time. Two records that come to one key are one observation; it would take two odd sequence numbers in one crash.
 */
async function insertMissing(tx: Transaction, range: string | null): Promise<void> {
  const missing = range
    ? `where not exists (select from observations o
         where ${range} and ${key.map((name) => `o.${name} = w.${name}`).join(' and ')})`
    : '';
  const order = `date_trunc('month', w.time_captured, 'UTC'), ${list('w', key)}`;
  const isFirst = range === null && !(await hasRows(tx, `o.id >= ${FEDERAL_IDS}`));
  await tx.client.query(
    `with fresh as (
       insert into observations (${columns.join(', ')})
       select distinct on (${order}) ${list('w')} from wanted w ${missing} order by ${order}
       returning ${COUNTED}, 1 as delta
     ) ${isFirst ? newCounts('fresh') : countDeltas('fresh')}`,
  );
}
