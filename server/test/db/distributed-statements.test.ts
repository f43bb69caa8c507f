import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WorkQueue } from '../../src/db/claim.ts';
import { statements } from '../../src/db/database.ts';
import { cameraDistribution, distribution } from '../../src/domain/observations/distribution.ts';
import { queues } from '../../src/lib/queues.ts';
import { testDatabase } from '../support/database.ts';
import { checkStatement } from '../support/db/distributed-statements.ts';

const source = join(import.meta.dirname, '../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
for (const name of files.filter((one) => one.startsWith('domain/'))) await import(join(source, name));

const db = await testDatabase(2);
const { rows } = await db.pool.query<{ name: string }>(
  `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
     and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
);
const options = {
  distribution,
  /** Created by an import on the coordinator. */
  temporary: [
    ...['new_records', 'missing_records', 'gone_records', 'known_records', 'census_mc_numbers'],
    'staged_observations',
  ],
  functions: new Set(rows.map(({ name }) => name)),
};
test('every statement on a distributed table names its carriers or says why not, and has no construct that Citus rejects', async () => {
  const found: string[] = [];
  const problems: string[] = [];
  for (const declared of statements.values()) {
    const result = await checkStatement(declared, options);
    if (result === null && declared.allShards === undefined) continue;
    found.push(declared.name);
    const own = result ?? ['it touches no distributed table; allShards is not needed'];
    problems.push(...own.map((problem) => `${declared.name}: ${problem}`));
  }
  assert.deepEqual(problems, []);
  assert.ok(found.length > 70, `only ${found.length} statements`);
});

/** Where the tables of cameras are on one server. A cluster runs others: `images.insert-apart`, `of-buckets`, `claim.cluster-state`. */
const OF_ONE_SERVER = /^(images\.insert|claim\.(fair|more|state|revive)\.\w+)$/;
/** They run on one shard: their buckets are those of one. */
const OF_ONE_SHARD = /^claim\.(fair|more|revive)\.\w+\.of-buckets$/;
/** Statements on the tables of cameras that do not name their buckets: lists, searches and periodic work. */
const ON_ALL_SHARDS = new Set([
  ...['alerts.history.unmatched', 'alerts.preview.details', 'cameras.any-image'],
  ...['demo.delete-waiting', 'demo.sightings'],
  ...[
    'doctor.stored-image',
    'erase.affected',
    'erase.delete-labels',
    'erase.find-images',
    'erase.find-images-of-sightings',
  ],
  ...[
    'erase.find-labels',
    'erase.find-queued-images',
    'erase.find-same-bytes',
    'erase.find-waiting',
    'erase.sighting-keys',
  ],
  ...[
    'images.day-has-images',
    'images.delete-labels-of-day',
    'images.dequeue-day',
    'images.find-expired-range',
  ],
  ...['images.kept', 'images.list.sightings-of-vehicle', 'images.list.waiting-levels', 'images.needed'],
  ...['images.stored-hashes', 'images.waiting', 'labels.export', 'observations.enqueue-unmatched'],
  ...['observations.lines-of-images', 'privacy.clear-failed', 'privacy.delete-labels', 'privacy.next-source'],
  ...['revisits.next-open', 'trace.images', 'trace.sightings', 'vetting.image-hashes'],
]);
/** Of several cameras on one server, and what operators ask of a queue. */
const OF_QUEUES =
  /^claim\.(finish|finish-one|extend|give-back|release|dead|delayed|newest-dead|cluster-state)\b.*(?<!\.(in-bucket|of-buckets))$/;

test('every statement on a table of cameras names its buckets or is listed, and has no construct that Citus rejects', async () => {
  for (const queue of Object.values(queues)) new WorkQueue(queue);
  // These are created on every node.
  const onNodes = cameraDistribution.functions?.map((name) => name.split('(')[0]);
  const functions = new Set([...options.functions].filter((name) => !onNodes?.includes(name)));
  const problems: string[] = [];
  const listed = new Set<string>();
  let named = 0;
  for (const { name, text } of statements.values()) {
    if (OF_ONE_SERVER.test(name)) continue;
    const found = await checkStatement({ text }, { ...options, distribution: cameraDistribution, functions });
    if (found === null) continue;
    const isOnAll = found.some((problem) => /runs on all shards/.test(problem));
    if (isOnAll) listed.add(name);
    else named++;
    // Partitions of images are by id.
    const others = found.filter((problem) => !/all shards|computed times/.test(problem));
    const own = OF_ONE_SHARD.test(name) ? others.filter((one) => !/FOR UPDATE|LATERAL/.test(one)) : others;
    problems.push(...own.map((problem) => `${name}: ${problem}`));
  }
  assert.deepEqual(problems, []);
  const unexpected = [...listed].filter((name) => !ON_ALL_SHARDS.has(name) && !OF_QUEUES.test(name));
  assert.deepEqual(unexpected, []);
  assert.deepEqual(
    [...ON_ALL_SHARDS].filter((name) => !listed.has(name)),
    [],
  );
  assert.ok(named > 50, `only ${named} statements`);
});

test('statements on distributed tables are declared, so that the test above sees them', () => {
  const names = distribution.tables.join('|');
  const undeclared = new RegExp(`query\\(\\s*[\`'"][^\`]*\\b(from|join|into|update)\\s+(${names})\\b`);
  const texts = files.map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
  assert.deepEqual(
    texts.filter(({ text }) => undeclared.test(text)).map(({ name }) => name),
    [],
  );
  assert.match('tx.client.query(`delete from observations`)', undeclared);
});

test('generic plans are not forced on Citus, which cannot plan them', () => {
  const forced = files.filter((name) =>
    readFileSync(join(source, name), 'utf8').includes('force_generic_plan'),
  );
  // On a node, for statements on one table.
  const onNodes = 'db/nodes/read-on-nodes.ts';
  assert.deepEqual(forced.sort(), ['app/build-carriers.ts', onNodes, 'db/planned-once.ts']);
  for (const name of forced)
    assert.match(readFileSync(join(source, name), 'utf8'), /hasCitus|bucketRanges|isOfOneTable/);
});

const REJECTED: [reason: RegExp, allShards: string | undefined, text: string][] = [
  [/bigint/, undefined, 'select 1 from observations where usdot_number = $1::int'],
  [
    /subquery on a local table/,
    'a reason',
    'delete from observations o where not exists (select 1 from new_records n where n.id = o.id)',
  ],
  [
    /mixes distributed tables with company_census/,
    undefined,
    'select 1 from observations o join company_census c using (usdot_number) where o.usdot_number = $1',
  ],
  [/FOR UPDATE/, undefined, 'select id from observations where usdot_number = any($1) for update'],
  [
    /LATERAL/,
    'a reason',
    `select 1 from unnest($1::bigint[]) k cross join lateral
       (select id from observations o where o.usdot_number = k limit 1) o`,
  ],
  [
    /the function federal_window_end/,
    undefined,
    'select federal_window_end($2) from observations where usdot_number = $1',
  ],
  [
    /select without columns/,
    undefined,
    'select 1 from observations o where usdot_number = $1 and exists (select from observation_counts where usdot_number = $1)',
  ],
  [
    /CTE that writes/,
    'a reason',
    `with fresh as (insert into observations (id) select 1 returning id)
     insert into observation_counts (observations) select id from fresh`,
  ],
  [
    /computed times/,
    undefined,
    `select 1 from observations where usdot_number = $1 and time_captured >= ($2::date + 1)::timestamp at time zone 'UTC'`,
  ],
  [/GROUPING SETS/, 'a reason', 'select 1 from observations group by grouping sets ((id), (vin))'],
  [/runs on all shards/, undefined, 'select 1 from observations where vin = $1'],
  [/runs on all shards/, undefined, 'insert into observations (usdot_number) select 1'],
  [/names its carriers/, 'a reason', 'select 1 from observations where usdot_number = $1'],
];

for (const [reason, allShards, text] of REJECTED) {
  test(`rejects a statement: ${reason.source}: ${text.slice(0, 50)}`, async () => {
    const problems = await checkStatement({ text, ...(allShards && { allShards }) }, options);
    assert.ok(
      problems?.some((problem) => reason.test(problem)),
      JSON.stringify(problems),
    );
  });
}
