import { type Database, statement } from '../../server/src/db/database.ts';
import type { Bench, Ratio } from './support/bench.ts';
import { onImportGround } from './support/import-ground.ts';
import { runImport } from './support/run-import.ts';

const READ_EVERY_MS = 5;

const byCarrier = statement(
  'bench.by-carrier',
  `select insp_date, report_state, vin, driver_oos_total from sms_inspections where usdot_number = $1`,
);
const filings = statement(
  'bench.filings',
  `select kind, company_name, max_coverage_dollars from carrier_filings where usdot_number = $1`,
);

export const bench: Bench = {
  about: 'how long a read by carrier takes while an import runs, against the same read on the idle server',
  run({ quick }) {
    const rows = quick ? 150_000 : 1_500_000;
    const idleMs = quick ? 2_500 : 15_000;
    return onImportGround(rows, async ({ database, file, folder }) => {
      const load = () => runImport(file, { DATA_DIR: folder });
      await load();
      await readFor(database, 1_000);
      const idle = await readFor(database, idleMs);
      let isOver = false;
      const importing = load().finally(() => {
        isOver = true;
      });
      const busy = await readUntil(database, () => isOver);
      await importing;
      idle.push(...(await readFor(database, idleMs)));
      return [compare('median', 0.5, busy, idle), compare('p99', 0.99, busy, idle)];
    });
  },
};

function compare(name: string, share: number, busy: number[], idle: number[]): Ratio {
  const at = (latencies: number[]) =>
    latencies.sort((a, b) => a - b)[Math.floor(latencies.length * share)] ?? 0;
  const [ours, peer] = [at(busy), at(idle)];
  const goal = name === 'p99' ? 2 : null;
  const figure = { ours, peer, measuredIn: 'ms', value: ours / peer };
  return { name: `${name} of a read during an import`, ...figure, goal, unit: 'x', better: 'lower' };
}

function readFor(database: Database, durationMs: number): Promise<number[]> {
  const until = performance.now() + durationMs;
  return readUntil(database, () => performance.now() >= until);
}

/** At a fixed pace, whether or not the last one was answered: a stall is counted in full. */
async function readUntil(database: Database, isOver: () => boolean): Promise<number[]> {
  const latenciesMs: number[] = [];
  const pending = new Set<Promise<void>>();
  for (let due = performance.now(); !isOver(); due += READ_EVERY_MS) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const carrier = 1 + Math.floor(Math.random() * 4_000_000);
    const what = latenciesMs.length % 2 === 0 ? byCarrier : filings;
    // A timer may ring a little early; then the read counts from when it was sent.
    const from = Math.min(due, performance.now());
    const read = database.rows(what, [carrier]).then(() => {
      latenciesMs.push(performance.now() - from);
    });
    pending.add(read);
    void read.finally(() => pending.delete(read));
  }
  await Promise.all(pending);
  return latenciesMs;
}
