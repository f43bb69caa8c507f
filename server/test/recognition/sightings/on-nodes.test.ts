import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCitus } from '../../../src/db/distribute.ts';
import { Matcher } from '../../../src/domain/alerts/match/matcher.ts';
import { ImageWriter } from '../../../src/domain/images/image-writer.ts';
import { cameraDistribution, distribution } from '../../../src/domain/observations/distribution.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { testApi } from '../../support/api.ts';
import { countDifferences } from '../../support/carriers/observation-counts.ts';
import type { TestDatabase } from '../../support/database.ts';
import { spyStatements } from '../../support/db/spy-statements.ts';
import { testRecognition } from '../../support/recognition/recognition.ts';

const api = await testApi();
const org = (await api.customer()).organizationId;
const { db } = api;
const skip = !(await hasCitus(db)) && 'TEST_DATABASE_URL is not Citus';
const DISTRIBUTED = new RegExp(
  `\\b(from|join|into|update)\\s+(${[...cameraDistribution.tables, ...distribution.tables].join('|')})\\b`,
);
const NUMBER = 'USDOT 1234567';

/** Statements that the coordinator got, not those of nodes. */
const planned: string[] = [];
const coordinator: TestDatabase = {
  ...spyStatements(db, ({ name, text }) => {
    if (DISTRIBUTED.test(text)) planned.push(name);
  }),
  onNode: (address) => db.onNode(address),
};
/** A coordinator that is lost after the nodes have committed and before it commits itself, as often as asked. */
let crashes = 0;
const crashing: TestDatabase = {
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      if (crashes === 0) return result;
      crashes--;
      throw Object.assign(new Error('the coordinator crashed'), { code: '57P02' });
    }),
};
const using = (database: TestDatabase) => {
  const images = { ...api.services.images, db: database, writer: new ImageWriter(database) };
  const matcher = new Matcher({ database, clock: systemClock, wake: () => undefined });
  const { ingest, stage } = testRecognition({ db: database, services: { ...api.services, images } });
  const readWaiting = async () => {
    const recognizing = stage();
    while (await recognizing.run(new AbortController().signal));
  };
  return { ingest, readWaiting, matcher };
};
const all = async (sql: string) => (await db.pool.query(sql)).rows;

suite('on a cluster', { skip }, () => {
  test('the coordinator plans no statement on images, sightings or observations while these are written', async () => {
    const { ingest, readWaiting, matcher } = using(coordinator);
    for (const source of ['mile-1', 'mile-2', 'mile-3', 'mile-4']) {
      await ingest(org, { lines: [NUMBER] }, { source, plate: 'ABC123' });
      await ingest(org, { lines: [NUMBER] }, { source, plate: 'ABC123', seconds: 2 });
    }
    planned.length = 0;
    await readWaiting();
    await matcher.drain();
    assert.deepEqual(planned, []);
    const observations = await all('select image_id from observations');
    assert.equal(observations.length, 4);
    assert.deepEqual(await countDifferences(db), []);
  });

  test('an image that is read again after a crash between the commits is stored once, with its evidence', async () => {
    const { ingest, readWaiting, matcher } = using(crashing);
    const image = await ingest(org, { lines: [NUMBER] }, { source: 'mile-9', plate: 'XYZ777', seconds: 900 });
    crashes = 1;
    await readWaiting();
    assert.equal(crashes, 0);
    const evidence = () => all(`select kind from vehicle_evidence where value like '%XYZ777%'`);
    assert.deepEqual(await evidence(), []);
    const [sighting] = await all(`select id from sightings where image_ids[1] = '${image}'`);
    assert.ok(sighting, 'the node has committed');
    await db.pool.query('update image_queue set due_at = now() where image_id = $1', [image]);
    await readWaiting();
    assert.deepEqual(await all(`select id from sightings where image_ids[1] = '${image}'`), [sighting]);
    assert.equal((await evidence()).length, 1);
    crashes = 1;
    await matcher.round();
    assert.equal(crashes, 0);
    await db.pool.query('update unmatched_sightings set due_at = now(), lease_id = null');
    await matcher.drain();
    const values = await all(`select 1 from vehicle_sightings where value = 'XYZ777'`);
    assert.equal(values.length, 1);
    assert.equal((await all(`select id from observations where image_id = '${image}'`)).length, 1);
    assert.deepEqual(await countDifferences(db), []);
    assert.deepEqual(await all('select 1 from image_queue'), []);
    assert.deepEqual(await all('select 1 from unmatched_sightings'), []);
  });
});
