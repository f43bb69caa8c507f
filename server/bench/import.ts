// How fast `milepost import` is against plain COPY of the same file, both on the embedded server, in turns.
// `--quick` takes a smaller file; `--rows N` sets its size.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openPool } from '../src/db/database.ts';
import { openEmbedded } from '../src/db/embedded/open-embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { smsInspection } from '../src/domain/federal/datasets/sms-inspection.ts';
import { createLog } from '../src/lib/log.ts';
import { textTable } from '../src/lib/text-table.ts';
import { writeInspections } from './support/write-inspections.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, rows: { type: 'string' } } });
const rows = Number(values.rows ?? (values.quick ? 150_000 : 1_500_000));
const rounds = values.quick ? 1 : 3;
const MEMORY_GOAL_MB = 300;

const folder = await mkdtemp(join(tmpdir(), 'milepost-bench-import-'));
chmodSync(folder, 0o755);
const file = join(folder, 'sms-inspection.csv');
const embedded = await openEmbedded(folder, createLog('error'));
const database = openPool(embedded.connection, 4, createLog('error'));
try {
  await migrate(database);
  await writeInspections(file, rows);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({
      ours: await ours(),
      afterwards: await plainCopy('afterwards'),
      maintained: values.quick ? null : await plainCopy('maintained'),
    });
    await checkEqual(database);
  }
  report(measured);
} finally {
  await database.close();
  await embedded.release();
  await rm(folder, { recursive: true, force: true });
}

type Measured = {
  ours: { seconds: number; peakMb: number };
  afterwards: number;
  maintained: number | null;
};

/** The command itself, in a process of its own: its time is that of the load, its memory that of the process. */
async function ours(): Promise<{ seconds: number; peakMb: number }> {
  const { user, password, host, database: name } = embedded.connection;
  const parameters = new URLSearchParams({
    host: String(host),
    user: String(user),
    password: String(password),
  });
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../src/main.ts'), 'import', file, '--force', '--json'],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: `postgres:///${name}?${parameters}`, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0));
  }, 50);
  await once(child, 'close');
  clearInterval(watch);
  const [load] = JSON.parse(output).loads;
  return { seconds: load.seconds, peakMb };
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Every column as text but those of the key; the indexes made after the rows, or kept up row by row. */
async function plainCopy(indexes: 'afterwards' | 'maintained'): Promise<number> {
  const columns = smsInspection.columns.map(({ into: [one] }) =>
    one?.name === 'unique_id' || one?.name === 'usdot_number'
      ? `${one.name} ${one.value.type} not null`
      : `${one?.name} text`,
  );
  const makeIndexes = async () => {
    await database.pool.query('alter table plain add primary key (usdot_number, unique_id)');
    await database.pool.query('create index plain_by_vin on plain (vin) where vin is not null');
    await database.pool.query('create index plain_by_second_vin on plain (vin2) where vin2 is not null');
  };
  await database.pool.query('drop table if exists plain');
  await database.pool.query(`create table plain (${columns.join(', ')})`);
  if (indexes === 'maintained') await makeIndexes();
  const startedAt = performance.now();
  await database.pool.query(`copy plain from '${file}' with (format csv, header)`);
  if (indexes === 'afterwards') await makeIndexes();
  return (performance.now() - startedAt) / 1_000;
}

async function checkEqual(db: Database): Promise<void> {
  const digest = (table: string) =>
    db.pool.query(
      `select count(*) as n, sum(usdot_number) as carriers, sum(unique_id) as ids, count(vin) as vins,
         sum(time_weight::int) as weight from ${table}`,
    );
  const [mine, theirs] = [await digest('sms_inspections'), await digest('plain')];
  if (JSON.stringify(mine.rows) !== JSON.stringify(theirs.rows))
    throw new Error(`the tables differ: ${JSON.stringify([mine.rows, theirs.rows])}`);
}

function report(measured: Measured[]): void {
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const perSecond = (seconds: number) => Math.round(rows / seconds);
  const mine = perSecond(median(measured.map(({ ours: { seconds } }) => seconds)));
  const peakMb = Math.round(Math.max(...measured.map(({ ours: { peakMb: peak } }) => peak)));
  const after = perSecond(median(measured.map(({ afterwards }) => afterwards)));
  const maintained = measured.map(({ maintained: seconds }) => seconds).filter((seconds) => seconds !== null);
  const table = [['rows/s against COPY, then indexes', mine, after, ratio(mine, after), 0.6]];
  if (maintained.length > 0) {
    const slow = perSecond(median(maintained));
    table.push(['rows/s against COPY into indexes', mine, slow, ratio(mine, slow), 0.6]);
  }
  table.push(['peak memory, MB', peakMb, MEMORY_GOAL_MB, ratio(peakMb, MEMORY_GOAL_MB), 1]);
  console.log(textTable([`${rows} inspections`, 'ours', 'peer', 'ratio', 'goal'], table));
  const ratios = table.map(([name, , , value, goal]) => ({
    name,
    value,
    goal,
    unit: 'ratio',
    better: String(name).startsWith('peak') ? 'lower' : 'higher',
  }));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  console.log(JSON.stringify({ bench: 'import', commit, ratios }));
}

function ratio(a: number, b: number): number {
  return Math.round((a / b) * 100) / 100;
}
