/**
 * npm run simulate -- --images=20000 --seed=1: drives simulated traffic through the recording code and judges the decisions.
 * --mistakes=40: wrong values typed and withdrawn afterwards; --order=2000: images recorded in three orders; --misses lists
 * errors. The exit code is 1 when a goal is missed.
 */
import { parseArgs } from 'node:util';
import { openPool } from '../../server/src/db/database.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { createDatabase } from '../../server/test/support/test-server.ts';
import { measureOrder } from './measure-order.ts';
import { goalsOf, reportOf } from './report.ts';
import { simulate } from './simulate.ts';
import { measureSpread } from './spread.ts';

const CONNECTIONS = 10;
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    mistakes: { type: 'string', default: '40' },
    order: { type: 'string', default: '2000' },
    misses: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

await using cleanup = new AsyncDisposableStack();
const { connection, stop } = await startTestCluster();
cleanup.defer(stop);
let databases = 0;
const openDatabase = async () => {
  const name = `simulation_${++databases}`;
  await createDatabase({ connection, template: TEMPLATE, workers: null }, name, `template ${TEMPLATE}`);
  const database = openPool({ ...connection, database: name }, CONNECTIONS, silent);
  cleanup.defer(() => database.close());
  return database;
};

const startedAt = performance.now();
const database = await openDatabase();
const onProgress = (recorded: number) => {
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stderr.write(`\r${recorded} images, ${Math.round(recorded / seconds)} per second`);
};
const { images, world, recorder, verdict } = await simulate(database, {
  ...{ seed, images: Number(values.images), onProgress },
});
const spread = await measureSpread(database, recorder, images, world, seed, Number(values.mistakes));
const order = await measureOrder(openDatabase, { seed: seed + 1, images: Number(values.order) });
process.stderr.write('\n');
console.log(reportOf(verdict, spread, order));
if (values.misses)
  console.log(
    JSON.stringify({ ...verdict.examples, spread: spread.examples, order: order.examples }, null, 2),
  );
if (goalsOf(verdict, spread, order).some(({ isMet }) => !isMet)) process.exitCode = 1;
