import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, statement } from '../../db/database.ts';
import { allDatasets } from './datasets/all-datasets.ts';

const DAY_MS = 86_400_000;

export type NewLoad = {
  dataset: string;
  file_name: string;
  file_bytes: number;
  content_hash: string;
  as_of: string;
  rows_read: number;
  rows_kept: number;
  rows_rejected: number;
  rows_repeated: number;
  rows_blank: number;
  cells_unread: number;
  reject_file: string | null;
  seconds: number;
};

export type StoredLoad = NewLoad & { loaded_at: Date };

const columns = `dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
  rows_repeated, rows_blank, cells_unread, reject_file, seconds`;

const current = statement(
  'federal.current-load',
  `select ${columns}, loaded_at from federal_loads where dataset = $1 and is_current`,
);
const all = statement(
  'federal.current-loads',
  `select ${columns}, loaded_at from federal_loads where is_current order by dataset`,
);
const retire = statement(
  'federal.retire-load',
  `update federal_loads set is_current = false where dataset = $1 and is_current`,
);
const insert = statement(
  'federal.insert-load',
  `insert into federal_loads (${columns}, is_current)
   select ${columns}, true from json_populate_record(null::federal_loads, $1)`,
);
const lock = statement(
  'federal.lock-dataset',
  `select pg_try_advisory_xact_lock(${LOCKS.importDataset}, hashtext($1)) as is_mine`,
);

/** NOTIFY channel: an import has replaced a table. */
export const FEDERAL_CHANGED = 'federal_changed';

/** Runs in the import's transaction, so that listeners are notified when the new rows become visible. */
export const notifyFederalChanged = statement(
  'federal.notify-changed',
  `select pg_notify('${FEDERAL_CHANGED}', $1)`,
);

export function currentLoad(db: Db, dataset: string): Promise<StoredLoad | null> {
  return db.row<StoredLoad>(current, [dataset]);
}

export function currentLoads(db: Db): Promise<StoredLoad[]> {
  return db.rows<StoredLoad>(all);
}

export async function recordLoad(db: Db, load: NewLoad): Promise<void> {
  await db.run(retire, [load.dataset]);
  await db.run(insert, [JSON.stringify(load)]);
}

const demo = statement('federal.has-demo-loads', `select 1 from federal_loads where is_demo limit 1`);

/** Whether the federal data is that of the synthetic demo. Real and synthetic files are never loaded together. */
export async function hasDemoLoads(db: Db): Promise<boolean> {
  return (await db.row(demo)) !== null;
}

/** The demo is loaded only where there are no other loads. */
export const markDemoLoads = statement('federal.mark-demo-loads', 'update federal_loads set is_demo = true');

const lockDemo = statement('federal.lock-demo', `select pg_advisory_xact_lock(${LOCKS.createDemo})`);

/** The same; the demo then stays as it is until the transaction ends. */
export async function lockDemoLoads(db: Db): Promise<boolean> {
  if (!(await hasDemoLoads(db))) return false;
  await db.rows(lockDemo);
  return hasDemoLoads(db);
}

/** The lock is held until the transaction ends. */
export async function lockDataset(db: Db, dataset: string): Promise<boolean> {
  return (await db.row<{ is_mine: boolean }>(lock, [dataset]))?.is_mine ?? false;
}

export type DatasetState = {
  dataset: string;
  title: string;
  age_days: number | null;
  /** When the data of the next file is expected to be of; null while nothing suggests a day. */
  expected_on: string | null;
  load: StoredLoad | null;
};

const rhythm = statement(
  'federal.rhythm',
  `with days as (
     select distinct dataset, as_of from federal_loads
   ), steps as (
     select dataset, as_of, as_of - lag(as_of) over d as step, row_number() over (partition by dataset order by as_of desc) as nth
       from days window d as (partition by dataset order by as_of)
   )
   select dataset, (max(as_of) + percentile_disc(0.5) within group (order by step))::date::text as expected_on
     from steps where nth <= 6 and step is not null group by dataset`,
);

/** Every dataset with its current load, and warnings about loads that do not belong together. */
export async function listDatasets(
  db: Db,
  now: Date,
): Promise<{ datasets: DatasetState[]; warnings: string[] }> {
  const loads = new Map((await currentLoads(db)).map((load) => [load.dataset, load]));
  const expected = new Map(
    (await db.rows<{ dataset: string; expected_on: string }>(rhythm)).map((row) => [
      row.dataset,
      row.expected_on,
    ]),
  );
  const datasets = allDatasets.map(({ name, title }) => {
    const load = loads.get(name) ?? null;
    const expected_on = load ? (expected.get(name) ?? null) : null;
    return { dataset: name, title, expected_on, age_days: load ? ageDays(load.as_of, now) : null, load };
  });
  const months = smsMonths(loads.values());
  const warnings =
    months.length > 1
      ? [`The SMS files are from different months (${months.join(', ')}). Import the files of one month.`]
      : [];
  return { datasets, warnings };
}

/** Computed from the date of the data: the import date says nothing about the age of a frozen file. */
function ageDays(asOf: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(`${asOf}T00:00:00Z`)) / DAY_MS));
}

/** The months of the loaded SMS inputs and outputs, which belong to one monthly run. */
export function smsMonths(loads: Iterable<StoredLoad>): string[] {
  const sms = [...loads].filter(({ dataset }) => dataset.startsWith('sms-'));
  return [...new Set(sms.map(({ as_of }) => as_of.slice(0, 7)))].sort();
}
