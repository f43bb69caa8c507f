/**
 * npm run simulate -- --images=20000 --seed=1: drives simulated traffic through the recording code and judges the decisions.
 * --pieces=50: that many simulations with the next seeds, judged together, for a long run in the time and memory of a short
 * one; each is reported when it ends. Spread and order are measured in the first one. --mistakes=40: wrong values typed and
 * withdrawn afterwards; --order=2000: images recorded in three orders; --misses lists errors, of each piece when it ends;
 * --day=2026-11-18: the day of an earlier run, because the traffic ends three days before the present one.
 * The exit code is 1 when a goal is missed.
 */
import { parseArgs } from 'node:util';
import { type Database, openPool } from '../../server/src/db/database.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { createDatabase } from '../../server/test/support/test-server.ts';
import { sumOf, type Verdict } from './judge.ts';
import { measureOrder } from './measure-order.ts';
import { goalsOf, reportOf } from './report.ts';
import { simulate } from './simulate.ts';
import { measureSpread, type Spread } from './spread.ts';

const CONNECTIONS = 10;
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    pieces: { type: 'string', default: '1' },
    mistakes: { type: 'string', default: '40' },
    order: { type: 'string', default: '2000' },
    misses: { type: 'boolean', default: false },
    day: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
});
const seed = Number(values.seed);
const day = Date.parse(values.day);

await using cleanup = new AsyncDisposableStack();
const { connection, stop } = await startTestCluster();
cleanup.defer(stop);
let databases = 0;
const opened = new Map<Database, string>();
const openDatabase = async () => {
  const name = `simulation_${++databases}`;
  await createDatabase({ connection, template: TEMPLATE, workers: null }, name, `template ${TEMPLATE}`);
  const database = openPool({ ...connection, database: name }, CONNECTIONS, silent);
  opened.set(database, name);
  return database;
};
const dropDatabase = async (database: Database) => {
  await database.close();
  const maintenance = openPool(connection, 1, silent);
  await maintenance.pool.query(`drop database ${opened.get(database)}`);
  await maintenance.close();
  opened.delete(database);
};
cleanup.defer(async () => {
  for (const database of opened.keys()) await database.close();
});
const briefly = ({ examples: _, ...counts }: Verdict) => counts;

const verdicts: Verdict[] = [];
let spread: Spread | null = null;
for (let piece = 0; piece < Number(values.pieces); piece++) {
  const startedAt = performance.now();
  const onProgress = (recorded: number) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stderr.write(`\r${recorded} images, ${Math.round(recorded / seconds)} per second`);
  };
  const database = await openDatabase();
  const simulation = { seed: seed + piece, images: Number(values.images), day, onProgress };
  const { images, world, recorder, verdict } = await simulate(database, simulation);
  const mistakes = Number(values.mistakes);
  if (mistakes > 0) spread ??= await measureSpread(database, recorder, images, world, seed, mistakes);
  await dropDatabase(database);
  verdicts.push(verdict);
  process.stderr.write('\n');
  if (values.pieces !== '1')
    console.log(`Seed ${seed + piece}: ${JSON.stringify(values.misses ? verdict : briefly(verdict))}`);
}
const verdict = sumOf(verdicts as [Verdict, ...Verdict[]]);
const inOrder = Number(values.order);
const order = inOrder > 0 ? await measureOrder(openDatabase, { seed: seed + 1, images: inOrder, day }) : null;
console.log(reportOf(verdict, spread, order));
if (values.misses)
  console.log(
    JSON.stringify({ ...verdict.examples, spread: spread?.examples, order: order?.examples }, null, 2),
  );
if (goalsOf(verdict, spread, order).some(({ isMet }) => !isMet)) process.exitCode = 1;
