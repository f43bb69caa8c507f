import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { WorkQueue } from '../../src/db/claim.ts';
import { ClaimedRanges, type QueueRange } from '../../src/db/claim-ranges.ts';
import { bucketRanges } from '../../src/db/nodes/bucket-ranges.ts';
import { queues } from '../../src/lib/queues.ts';
import { testDatabase } from '../support/database.ts';
import { asCluster } from '../support/db/as-cluster.ts';

const db = await testDatabase();
const cluster = asCluster(db);
beforeEach(() => db.pool.query('truncate unmatched_sightings'));

/** The key of a row leads to its bucket. */
const keyOf = (nth: number, bucket: number) => nth * 1_024 + bucket;
async function add(bucket: number, count: number, organizationId = 1): Promise<void> {
  await db.pool.query(
    `insert into unmatched_sightings (id, bucket, organization_id, due_at)
     select n * 1024 + $1::int, $1, $3, now() - interval '1 hour' + n * interval '1 second' from generate_series(1, $2::int) n`,
    [bucket, count, organizationId],
  );
}
const shardOf = (bucket: number) => ({ buckets: [bucket], node: null, tables: {} });
const queue = () => new WorkQueue<{ key: number }>(queues.unmatched_sightings);
const bucketsOf = (rows: { key: number }[]) => [...new Set(rows.map(({ key }) => key % 1_024))].sort();

test('one claim collects the rows of several shards under one lease', async () => {
  await add(3, 4);
  await add(1_000, 5);
  const work = queue();
  const { leaseId, rows } = await work.claim(cluster, 20);
  assert.equal(rows.length, 9);
  assert.deepEqual(bucketsOf(rows), [1_000, 3]);
  assert.equal(work.isApart, true);
  const keys = rows.map(({ key }) => key);
  assert.equal((await work.finish(cluster, leaseId, keys)).length, 9);
  assert.equal((await work.claim(cluster, 20)).rows.length, 0);
});

test('claims begin with another shard each time, so that a busy shard does not delay the others', async () => {
  const shards = (await bucketRanges(cluster)) ?? [];
  const [one = 0, other = 0] = [shards[0]?.buckets[0], shards.at(-1)?.buckets[0]];
  await add(one, 50);
  await add(other, 50);
  const work = queue();
  const found = new Set<number>();
  for (let n = 0; n < shards.length; n++) {
    const buckets = bucketsOf((await work.claim(cluster, 10)).rows);
    assert.equal(buckets.length, 1);
    for (const bucket of buckets) found.add(bucket);
  }
  assert.deepEqual(found, new Set([one, other]));
});

test('within a shard, organizations take turns', async () => {
  await add(3, 100, 1);
  await add(4, 2, 2);
  const { rows } = await queue().claim(cluster, 10);
  assert.equal(rows.filter(({ organization_id }) => organization_id === 2).length, 2);
  assert.equal(rows.length, 10);
});

test('failed rows of all shards are queued again, at most as many as wanted', async () => {
  await add(3, 4);
  await add(1_000, 4);
  await db.pool.query(
    `update unmatched_sightings set due_at = null, died_at = now(), failure = 'No reason.'`,
  );
  const work = queue();
  assert.equal(await work.reviveDead(cluster, 'other'), 0);
  assert.equal(await work.reviveDead(cluster, 'no REASON', 5), 5);
  assert.equal(await work.reviveDead(cluster), 3);
  assert.equal((await work.claim(cluster, 20)).rows.length, 8);
});

test('the state of a queue on several nodes is that of one server', async () => {
  await add(3, 4);
  await add(1_000, 4, 2);
  await db.pool.query(`update unmatched_sightings set due_at = null, died_at = now() where id = $1`, [
    keyOf(1, 3),
  ]);
  await db.pool.query(
    `update unmatched_sightings set delayed_since = now() - interval '1 minute' where id = $1`,
    [keyOf(2, 3)],
  );
  const [whole, apart] = [await queue().state(db), await queue().state(cluster)];
  const rounded = (state: typeof whole) => ({
    ...state,
    oldestSeconds: Math.round(state.oldestSeconds / 10),
    delayedSeconds: Math.round(state.delayedSeconds / 10),
  });
  assert.deepEqual(rounded(apart), rounded(whole));
  assert.deepEqual([apart.depth, apart.dead, apart.delayed], [7, 1, 1]);
});

test('a shard whose node is away does not keep the rows of the others waiting', async () => {
  const ranges = new ClaimedRanges();
  ranges.keep([1, 2, 3].map(shardOf));
  const asked: number[] = [];
  const claim = async ({ shard }: QueueRange) => {
    const [bucket = 0] = shard?.buckets ?? [];
    asked.push(bucket);
    if (bucket === 2) throw new Error('The node is away.');
    return bucket === 3 ? ['a row'] : [];
  };
  assert.deepEqual(await ranges.collect(5, claim), ['a row']);
  assert.deepEqual(asked.sort(), [1, 2, 3]);
  asked.length = 0;
  ranges.keep([1, 2, 3].map(shardOf));
  assert.deepEqual(await ranges.collect(5, claim), ['a row']);
  assert.ok(!asked.includes(2), 'it is not asked again at once');
});

test('a claim that finds nothing because a node is away says so', async () => {
  const ranges = new ClaimedRanges();
  ranges.keep([1, 2].map(shardOf));
  const claim = async ({ shard }: QueueRange) => {
    if (shard?.buckets[0] === 2) throw new Error('The node is away.');
    return [];
  };
  await assert.rejects(ranges.collect(5, claim), /The node is away/);
  assert.deepEqual(await ranges.collect(5, claim), []);
});

test('a shard that had nothing is asked again before a claim returns nothing, not before one that returns rows', async () => {
  const ranges = new ClaimedRanges();
  ranges.keep([1, 2].map(shardOf));
  const asked: number[] = [];
  let waiting = [1];
  const claim = async ({ shard }: QueueRange) => {
    const [bucket = 0] = shard?.buckets ?? [];
    asked.push(bucket);
    return waiting.includes(bucket) ? [bucket] : [];
  };
  assert.deepEqual(await ranges.collect(5, claim), [1]);
  asked.length = 0;
  assert.deepEqual(await ranges.collect(5, claim), [1]);
  assert.deepEqual(asked, [1]);
  waiting = [2];
  assert.deepEqual(await ranges.collect(5, claim), [2]);
});
