// How long a reader waits while an import runs, against the same reader on the idle server.
// Reads come at a fixed pace, whether or not the last one was answered: a stall is counted in full.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool, statement } from '../src/db/database.ts';
import { openEmbedded } from '../src/db/embedded/open-embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLog } from '../src/lib/log.ts';
import { textTable } from '../src/lib/text-table.ts';
import { writeInspections } from './support/write-inspections.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, rows: { type: 'string' } } });
const rows = Number(values.rows ?? (values.quick ? 200_000 : 1_500_000));
const READ_EVERY_MS = 5;
const IDLE_MS = values.quick ? 4_000 : 15_000;

const byCarrier = statement(
  'bench.by-carrier',
  `select insp_date, report_state, vin, driver_oos_total from sms_inspections where usdot_number = $1`,
);
const filings = statement(
  'bench.filings',
  `select kind, company_name, max_coverage_dollars from carrier_filings where usdot_number = $1`,
);

const folder = await mkdtemp(join(tmpdir(), 'milepost-bench-reads-'));
chmodSync(folder, 0o755);
const file = join(folder, 'sms-inspection.csv');
const embedded = await openEmbedded(folder, createLog('error'));
const database = openPool(embedded.connection, 10, createLog('error'));
try {
  await migrate(database);
  await writeInspections(file, rows);
  await importOnce();
  await readFor(2_000);
  const idle = await readFor(IDLE_MS);
  let done = false;
  const importing = importOnce().finally(() => {
    done = true;
  });
  const busy = await readUntil(() => done);
  await importing;
  const idleAgain = await readFor(IDLE_MS);
  report([...idle, ...idleAgain], busy);
} finally {
  await database.close();
  await embedded.release();
  await rm(folder, { recursive: true, force: true });
}

async function importOnce(): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../src/main.ts'), 'import', file, '--force', '--json'],
    { env: { PATH: process.env.PATH, DATA_DIR: folder }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

function readFor(durationMs: number): Promise<number[]> {
  const until = performance.now() + durationMs;
  return readUntil(() => performance.now() >= until);
}

async function readUntil(isOver: () => boolean): Promise<number[]> {
  const latenciesMs: number[] = [];
  const pending = new Set<Promise<void>>();
  for (let due = performance.now(); !isOver(); due += READ_EVERY_MS) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const carrier = 1 + Math.floor(Math.random() * 4_000_000);
    const what = latenciesMs.length % 2 === 0 ? byCarrier : filings;
    const read = database.rows(what, [carrier]).then(() => {
      latenciesMs.push(performance.now() - due);
    });
    pending.add(read);
    void read.finally(() => pending.delete(read));
  }
  await Promise.all(pending);
  return latenciesMs;
}

function report(idle: number[], busy: number[]): void {
  const at = (numbers: number[], share: number) =>
    Math.round((numbers.sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0) * 100) / 100;
  const line = (name: string, share: number, goal: number) => {
    const [mine, theirs] = [at(busy, share), at(idle, share)];
    return [name, mine, theirs, Math.round((mine / theirs) * 100) / 100, goal];
  };
  const table = [line('p50, ms', 0.5, 2), line('p99, ms', 0.99, 2)];
  console.log(`${busy.length} reads during the import, ${idle.length} without`);
  console.log(textTable(['a read during an import', 'ours', 'idle', 'ratio', 'goal'], table));
  const ratios = table.map(([name, , , value, goal]) => ({
    name,
    value,
    goal,
    unit: 'ratio',
    better: 'lower',
  }));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  console.log(JSON.stringify({ bench: 'import-reads', commit, ratios }));
}
