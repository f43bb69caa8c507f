import type { Transaction } from '../../../db/database.ts';
import type { CopyBuffer } from '../../federal/copy/copy-buffer.ts';
import { CopyTarget } from '../../federal/copy/copy-target.ts';
import type { MonthScores } from '../score-month.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORY_COUNT, categoryIndex } from '../sms/categories.ts';
import { cutNeighbors } from '../sms/cut-neighbors.ts';
import { medianOf } from '../sms/percentiles.ts';
import type { Scores } from '../sms/score.ts';
import type { RunRow } from '../stored-runs.ts';
import { storeSums } from './store-sums.ts';

const SUMS = ['measure', 'relevant', 'with_violation', 'violations'];
const FIELD_BYTES = 12;

type NewRun = Omit<RunRow, 'id' | 'carriers' | 'ranked' | 'created_at'>;

/** `carriers`: those with a row of scores; `ranked`: those with at least one percentile. */
type StoredRun = Pick<RunRow, 'id' | 'carriers' | 'ranked'>;

/** Replaces the run of the same month. The rows of the old run are deleted later, by dropOldRuns. */
export async function storeRun(tx: Transaction, run: NewRun, month: MonthScores): Promise<StoredRun> {
  const carriers = month.carriers.size;
  const ranked = countRanked(month.scores, carriers);
  await tx.client.query(
    `delete from safety_runs where method = $1 and month = date_trunc('month', $2::date)`,
    [run.method, run.as_of],
  );
  const { rows } = await tx.client.query<{ id: number }>(
    `insert into safety_runs (method, version, month, as_of, inputs, notes, carriers, ranked, seconds)
     values ($1, $2, date_trunc('month', $3::date), $3, $4, $5, $6, $7, $8) returning id`,
    [
      run.method,
      run.version,
      run.as_of,
      JSON.stringify(run.inputs),
      run.notes,
      carriers,
      ranked,
      run.seconds,
    ],
  );
  const id = rows[0]?.id ?? 0;
  await copyScores(tx, id, month);
  await writeGroups(tx, id, month.scores);
  await storeSums(tx, id, month);
  return { id, carriers, ranked };
}

async function copyScores(tx: Transaction, runId: number, month: MonthScores): Promise<void> {
  const table = `safety_scores_${runId}`;
  await tx.client.query(`create table ${table} (like safety_scores including defaults including storage)`);
  const writer = scoreRowWriter(runId, month);
  const target = new CopyTarget(tx.client, table, writer.columns);
  try {
    for (const carrier of byUsdotNumber(month.carriers)) {
      writer.write(target.current, carrier);
      if (target.isFull) await target.flush();
    }
    await target.finish();
  } catch (error) {
    target.abort();
    throw error;
  }
  await tx.client.query(`alter table ${table} add primary key (usdot_number, run_id)`);
  await tx.client.query(`alter table safety_scores attach partition ${table} for values in (${runId})`);
  await tx.client.query(`analyze ${table} (usdot_number, run_id)`);
}

/** Carrier indexes sorted by USDOT number, so that rows are stored in primary key order. */
function byUsdotNumber({ usdotNumbers, size }: CarrierIndex): Int32Array {
  const keys = new Float64Array(size);
  for (let i = 0; i < size; i++) keys[i] = (usdotNumbers[i] as number) * size + i;
  keys.sort();
  const sorted = new Int32Array(size);
  for (let i = 0; i < size; i++) sorted[i] = (keys[i] as number) % size;
  return sorted;
}

/** The cuts are for "what if" figures, which need them only for the newest run. */
async function writeGroups(tx: Transaction, runId: number, { peers }: Scores): Promise<void> {
  for (const [category, groups] of peers)
    for (const [group, { measures, medianEvents }] of groups) {
      const key = [runId, categoryIndex(category), group];
      await tx.client.query(
        `insert into safety_groups (run_id, category, peer_group, carriers, median_measure, median_events)
         values ($1, $2, $3, $4, $5, $6)`,
        [...key, measures.length, medianOf(measures), medianEvents],
      );
      await tx.client.query(
        `insert into safety_cuts (run_id, category, peer_group, cuts) values ($1, $2, $3, $4)`,
        [...key, writeDoubles(cutNeighbors(measures))],
      );
    }
}

function writeDoubles(measures: Float64Array): Buffer {
  const bytes = Buffer.allocUnsafe(measures.length * 8);
  for (let i = 0; i < measures.length; i++) bytes.writeDoubleBE(measures[i] as number, i * 8);
  return bytes;
}

function countRanked({ percentiles }: Scores, carriers: number): number {
  let ranked = 0;
  for (let carrier = 0; carrier < carriers; carrier++)
    for (let c = 0; c < CATEGORY_COUNT; c++)
      if ((percentiles[carrier * CATEGORY_COUNT + c] as number) >= 0) {
        ranked++;
        break;
      }
  return ranked;
}

/** Writes rows of safety_scores, with columns for the categories of the method. `write` uses the order of `columns`. */
function scoreRowWriter(runId: number, { carriers, facts, tally, scores, iss }: MonthScores) {
  const ids = [...scores.peers.keys()];
  const categories = ids.map(categoryIndex);
  const perCarrier = {
    iss_score: iss.scores,
    iss_group: iss.groups,
    alerts: scores.alerts,
    acute: facts.acute,
    carrier_type: facts.carrierTypes,
    segment: facts.segments,
    unit_months: facts.unitMonths,
  };
  const columns = [
    'usdot_number',
    'run_id',
    'inspections',
    'average_power_units',
    ...ids.flatMap((id) => SUMS.map((name) => `${id}_${name}`)),
    ...Object.keys(perCarrier),
    ...ids.flatMap((id) => [`${id}_percentile`, `${id}_group`]),
  ];
  const smallints = Object.values(perCarrier);
  const write = (out: CopyBuffer, carrier: number) => {
    out.reserve(2 + columns.length * FIELD_BYTES);
    out.short(columns.length);
    out.integer(carriers.usdotNumbers[carrier] as number);
    out.integer(runId);
    writeCount(out, tally.inspections[carrier] as number);
    writeReal(out, facts.averageUnits[carrier] as number);
    for (const c of categories) {
      const k = carrier * CATEGORY_COUNT + c;
      writeReal(out, scores.measures[k] as number);
      writeCount(out, tally.relevant[k] as number);
      writeCount(out, tally.withViolation[k] as number);
      writeCount(out, tally.violations[k] as number);
    }
    for (const values of smallints) out.smallint(values[carrier] as number);
    for (const c of categories) {
      const k = carrier * CATEGORY_COUNT + c;
      writeSmallint(out, scores.percentiles[k] as number, -1);
      writeSmallint(out, scores.groups[k] as number, 0);
    }
  };
  return { columns, write };
}

function writeReal(out: CopyBuffer, value: number): void {
  if (Number.isNaN(value)) out.null();
  else out.real(value);
}

function writeCount(out: CopyBuffer, value: number): void {
  if (value === 0) out.null();
  else out.integer(value);
}

function writeSmallint(out: CopyBuffer, value: number, none: number): void {
  if (value === none) out.null();
  else out.smallint(value);
}
