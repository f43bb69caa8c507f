import { join } from 'node:path';
import { type Database, statement } from '../../server/src/db/database.ts';
import { type Bench, overhead, percentile, sleep } from './support/bench.ts';
import { embeddedDatabase } from './support/embedded.ts';
import { runImport } from './support/run-milepost.ts';
import { writeInspections } from './support/write-inspections.ts';

const READ_EVERY_MS = 5;

const inspections = statement(
  'bench.inspections',
  `select insp_date, report_state, vin, driver_oos_total from sms_inspections where usdot_number = $1`,
);
const filings = statement(
  'bench.filings',
  `select kind, company_name, max_coverage_dollars from carrier_filings where usdot_number = $1`,
);

export const bench: Bench = {
  about: 'latency of reads by carrier during an import, against the same reads on the idle server',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const idleMs = quick ? 2_500 : 15_000;
    const { folder, database } = await embeddedDatabase(cleanup);
    const file = join(folder, 'sms-inspection.csv');
    await writeInspections(file, quick ? 150_000 : 1_500_000);
    const load = () => runImport(file, { DATA_DIR: folder });
    await load();
    await readFor(database, 1_000);
    const idle = await readFor(database, idleMs);
    let isDone = false;
    const importing = load().finally(() => {
      isDone = true;
    });
    const busy = await readUntil(database, () => isDone);
    await importing;
    idle.push(...(await readFor(database, idleMs)));
    const compare = (name: string, share: number, goal: number | null) =>
      overhead(
        `${name} of a read during an import`,
        { ours: percentile(busy, share), peer: percentile(idle, share) },
        'ms',
        goal,
      );
    return [compare('median', 0.5, null), compare('p99', 0.99, 2)];
  },
};

function readFor(database: Database, durationMs: number): Promise<number[]> {
  const until = performance.now() + durationMs;
  return readUntil(database, () => performance.now() >= until);
}

/** Sends reads at a fixed rate without waiting for responses, so a stall counts in full. */
async function readUntil(database: Database, isDone: () => boolean): Promise<number[]> {
  const latenciesMs: number[] = [];
  const pending = new Set<Promise<void>>();
  for (let due = performance.now(); !isDone(); due += READ_EVERY_MS) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const carrier = 1 + Math.floor(Math.random() * 4_000_000);
    // A timer may fire slightly early; then the latency counts from the actual send.
    const from = Math.min(due, performance.now());
    const query = latenciesMs.length % 2 === 0 ? inspections : filings;
    const read = database.rows(query, [carrier]).then(() => {
      latenciesMs.push(performance.now() - from);
    });
    pending.add(read);
    void read.finally(() => pending.delete(read));
  }
  await Promise.all(pending);
  return latenciesMs;
}
