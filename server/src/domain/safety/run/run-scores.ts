import type pg from 'pg';
import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { operatorError } from '../../../lib/errors.ts';
import { scoreMonth } from '../score-month.ts';
import type { MethodId } from '../sms/method.ts';
import { methods } from '../sms/methods.ts';
import { weighFrom } from '../sms/time-weight.ts';
import { listRuns } from '../store.ts';
import { dropOldRuns, RUNS_KEPT } from './drop-old-runs.ts';
import { type Inputs, needInputs, notesOn } from './inputs.ts';
import { readEvents } from './read-events.ts';
import { readFacts } from './read-facts.ts';
import { type StoredRun, storeRun } from './store-run.ts';

export type RunProgress = { phase: 'reading' | 'deriving' | 'swapping'; rows: number; totalRows: number };

export type RunOptions = {
  method: MethodId;
  /** The day to score for; null for the day that the files speak of. */
  asOf?: string | null;
  giveWay?: ((backendPid: number) => void) | undefined;
  onProgress?: (progress: RunProgress) => void;
};

export type RunResult = StoredRun & {
  method: MethodId;
  version: string;
  as_of: string;
  is_preview: boolean;
  notes: string[];
  seconds: number;
};

const READERS = 2;
/** Federal tables change only by being swapped; held like this they cannot be while we read. */
const HELD = `sms_inspections, sms_violations, sms_crashes, sms_census, company_census, carrier_snapshots,
  out_of_service_orders, sms_ab_property, sms_c_property, sms_ab_passenger, sms_c_passenger`;

/**
 * Scores everybody and puts the result in the place of the month's. All of it is one transaction: readers see the
 * old run or the new one, and a run that is killed leaves nothing.
 */
export async function runScores(database: Database, options: RunOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const result = await database.transaction(async (tx) => {
    await tx.client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    );
    await takeTurn(tx);
    await tx.client.query(`lock table ${HELD} in access share mode`);
    const inputs = await needInputs(tx);
    return await withReaders(database, tx, options, (readers) =>
      score(tx, readers, inputs, options, startedAt),
    );
  });
  await dropOldRuns(database);
  return { ...result, seconds: (performance.now() - startedAt) / 1_000 };
}

async function takeTurn(tx: Transaction): Promise<void> {
  const { rows } = await tx.client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCKS.runScores}) as mine`,
  );
  if (!rows[0]?.mine) throw operatorError('Another run of the scores is under way.');
}

async function score(
  tx: Transaction,
  readers: pg.Client[],
  inputs: Inputs,
  { method: id, asOf: wanted, onProgress = () => undefined }: RunOptions,
  startedAt: number,
): Promise<RunResult> {
  const method = methods[id];
  const asOf = wanted ?? inputs.asOf;
  await refuseTooOld(tx, id, asOf);
  const rowsOf = (dataset: string) => inputs.loads.get(dataset)?.rows_kept ?? 0;
  const totalRows = rowsOf('sms-inspection') + rowsOf('sms-violation');
  const events = await readEvents(readers, {
    method,
    weigh: asOf === inputs.asOf ? null : weighFrom(method, asOf),
    expectedInspections: rowsOf('sms-inspection'),
    onRows: (rows) => onProgress({ phase: 'reading', rows, totalRows }),
  });
  onProgress({ phase: 'deriving', rows: totalRows, totalRows });
  const facts = await readFacts(readers, method, asOf, events.carriers);
  const month = scoreMonth(method, events, facts, asOf);
  onProgress({ phase: 'swapping', rows: totalRows, totalRows });
  const notes = [...notesOn(inputs, asOf), ...unitNotes(facts.unitMonths)];
  const run = { method: id, version: method.version, as_of: asOf, notes };
  const seconds = (performance.now() - startedAt) / 1_000;
  const stored = await storeRun(
    tx,
    { ...run, inputs: inputs.written, seconds },
    events.carriers,
    facts,
    month,
  );
  return { ...stored, ...run, is_preview: method.isPreview, seconds };
}

/** It would be dropped as soon as it is stored. */
async function refuseTooOld(tx: Transaction, method: MethodId, asOf: string): Promise<void> {
  const newer = (await listRuns(tx, method)).filter(({ as_of }) => as_of.slice(0, 7) > asOf.slice(0, 7));
  if (newer.length >= RUNS_KEPT)
    throw operatorError(
      `The last ${RUNS_KEPT} months are kept, and ${asOf.slice(0, 7)} is older than all of them.`,
    );
}

/** FMCSA divides by an average over 18 months, which only an archive as old as that can give. */
function unitNotes(months: Uint8Array): string[] {
  const short = months.reduce((count, known) => count + (known < 18 ? 1 : 0), 0);
  if (short === 0) return [];
  return [
    `For ${short} of ${months.length} carriers the power units were known for less than 18 months; the oldest count known stands in, so Unsafe Driving and Crash Indicator may differ from FMCSA's.`,
  ];
}

async function withReaders<T>(
  database: Database,
  tx: Transaction,
  { giveWay }: RunOptions,
  work: (readers: pg.Client[]) => Promise<T>,
): Promise<T> {
  const readers: pg.Client[] = [];
  try {
    for (let i = 0; i < READERS; i++) readers.push(await database.connect());
    for (const client of [...readers, tx.client]) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      if (rows[0]) giveWay?.(rows[0].pid);
    }
    for (const client of readers)
      await client.query(
        `set statement_timeout = 0; set work_mem = '64MB'; set max_parallel_workers_per_gather = 0;
        set enable_mergejoin = off; set enable_nestloop = off`,
      );
    return await work(readers);
  } finally {
    await Promise.all(readers.map((client) => client.end()));
  }
}
