import type { MethodId } from '../../../contract/scores.ts';
import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Database, Db, Transaction } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';
import { operatorError } from '../../../lib/errors.ts';
import { noteScoreRun } from '../../carrier-news/carrier-news.ts';
import { type CatalogCoverage, catalogCoverage } from '../../federal/catalog/read-catalog.ts';
import { scoreMonth } from '../score-month.ts';
import { methods } from '../sms/methods.ts';
import { timeWeightFrom } from '../sms/time-weight.ts';
import { latestRun, listRuns, type RunRow } from '../stored-runs.ts';
import { dropOldRuns, RUNS_KEPT } from './drop-old-runs.ts';
import { findInputs, type Inputs, inputNotes, requireInputs, sameInputs } from './inputs.ts';
import { readCarrierFacts } from './read-carrier-facts.ts';
import { readEvents } from './read-events.ts';
import { storeRun } from './store-run.ts';

type RunProgress = { phase: 'reading' | 'deriving' | 'swapping'; rows: number; totalRows: number };

type RunOptions = {
  method: MethodId;
  /** The day to score for; the date of the files if null. */
  asOf?: string | null;
  giveWay?: ((backendPid: number) => void) | undefined;
  onProgress?: (progress: RunProgress) => void;
};

export type RunResult = Omit<RunRow, 'inputs' | 'created_at'> & {
  is_preview: boolean;
  /** How many of the loaded violations have no weight in the catalog. */
  coverage: CatalogCoverage;
};

/** Locked in share mode during the run, so that no import can swap them. */
const INPUT_TABLES = `sms_inspections, sms_violations, sms_crashes, sms_census, company_census, carrier_snapshots,
  out_of_service_orders, sms_ab_property, sms_c_property, sms_ab_passenger, sms_c_passenger`;

/**
 * Scores all carriers and replaces the month's run, in one transaction: readers see either the old run or the new one,
 * and a killed run leaves nothing behind.
 */
export async function runScores(database: Database, options: RunOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const result = await database.copyTransaction(async (tx) => {
    await allowLongWork(tx.client);
    // Parallel workers would not run at the lowered priority.
    await tx.client.query(`set local work_mem = '64MB'; set local max_parallel_workers_per_gather = 0`);
    await lowerPriority(tx, options);
    await lockRuns(tx);
    await tx.client.query(`lock table ${INPUT_TABLES} in access share mode`);
    const inputs = await requireInputs(tx);
    return await score(tx, inputs, options, startedAt);
  });
  await dropOldRuns(database);
  return { ...result, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Returns null if the same files were already scored by the same method, or if there is no month to score. */
export async function scoreIfChanged(database: Database, options: RunOptions): Promise<RunResult | null> {
  return (await isScored(database, options.method)) === false ? await runScores(database, options) : null;
}

/** Whether the loaded files were scored by this method; null if there is no month to score. */
export async function isScored(db: Db, method: MethodId): Promise<boolean | null> {
  const inputs = await findInputs(db);
  if (!inputs) return null;
  const last = await latestRun(db, method, inputs.asOf);
  return (
    last?.as_of === inputs.asOf &&
    last.version === methods[method].version &&
    sameInputs(last.inputs, inputs.written)
  );
}

async function lowerPriority(tx: Transaction, { giveWay }: RunOptions): Promise<void> {
  const { rows } = await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]) giveWay?.(rows[0].pid);
}

async function lockRuns(tx: Transaction): Promise<void> {
  const { rows } = await tx.client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCKS.runScores}) as mine`,
  );
  if (!rows[0]?.mine) throw operatorError('Another score run is in progress.');
}

async function score(
  tx: Transaction,
  inputs: Inputs,
  { method: id, asOf: requestedAsOf, onProgress = () => undefined }: RunOptions,
  startedAt: number,
): Promise<RunResult> {
  const method = methods[id];
  const asOf = requestedAsOf ?? inputs.asOf;
  await checkNotTooOld(tx, id, asOf);
  const rowsOf = (dataset: string) => inputs.loads.get(dataset)?.rows_kept ?? 0;
  const totalRows = rowsOf('sms-inspection') + rowsOf('sms-violation');
  const events = await readEvents(tx.client, {
    method,
    timeWeight: asOf === inputs.asOf ? null : timeWeightFrom(method, asOf),
    expectedInspections: rowsOf('sms-inspection'),
    onRows: (rows) => onProgress({ phase: 'reading', rows, totalRows }),
  });
  onProgress({ phase: 'deriving', rows: totalRows, totalRows });
  const facts = await readCarrierFacts(tx.client, method, asOf, events.carriers);
  const month = scoreMonth(method, events, facts);
  onProgress({ phase: 'swapping', rows: totalRows, totalRows });
  const notes = [...inputNotes(inputs, asOf), ...unitNotes(facts.unitMonths)];
  const run = { method: id, version: method.version, as_of: asOf, notes };
  const seconds = (performance.now() - startedAt) / 1_000;
  const stored = await storeRun(tx, { ...run, inputs: inputs.written, seconds }, month);
  await noteScoreRun(tx);
  return { ...stored, ...run, coverage: await catalogCoverage(tx), is_preview: method.isPreview, seconds };
}

/** A run older than all kept months would be dropped immediately. */
async function checkNotTooOld(tx: Transaction, method: MethodId, asOf: string): Promise<void> {
  const newer = (await listRuns(tx, method)).filter(({ as_of }) => as_of.slice(0, 7) > asOf.slice(0, 7));
  if (newer.length >= RUNS_KEPT)
    throw operatorError(
      `The last ${RUNS_KEPT} months are kept. ${asOf.slice(0, 7)} is older than all of them.`,
    );
}

/** FMCSA divides by an 18-month average, which needs an archive of 18 months. */
function unitNotes(months: Uint8Array): string[] {
  const short = months.reduce((count, known) => count + (known < 18 ? 1 : 0), 0);
  if (short === 0) return [];
  return [
    `For ${short} of ${months.length} carriers, power units are known for less than 18 months. The oldest known count was used instead, so Unsafe Driving and Crash Indicator may differ from FMCSA's.`,
  ];
}
