import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { testApi } from '../../support/api.ts';
import { testSightings } from '../../support/recognition/test-sightings.ts';

const api = await testApi();
const { db } = api;
const { see, sightingOf, carrierOf, correct } = await testSightings(api, await api.customer(['admin']));

/** The carrier of the truck, and another one whose number a misreading gives. */
const [RIGHT, MISREAD] = ['5000060', '5000068'];
const PLATE = '7ABC123';

beforeEach(async () => {
  await db.pool.query(`truncate observations, observation_counts, images, image_queue, sightings, vehicle_evidence, revisits,
    unmatched_sightings, company_census, image_labels, quota_usage`);
  await db.pool.query(
    `insert into company_census (usdot_number, legal_name) values (5000060, 'ACME ROCKETS LLC'), (5000068, 'OTHER INC')`,
  );
});

/** Images of one truck, one second apart. */
async function seeTruck(...doors: string[][]): Promise<string[]> {
  const ids: string[] = [];
  for (const [seconds, door] of doors.entries())
    ids.push(await see([...door, 'UNIT 4511'], { source: 'one-camera', seconds, plate: PLATE }));
  return ids;
}

const right = [`USDOT ${RIGHT}`];
const misread = [`USDOT ${MISREAD}`];

/** The images of the sighting that has this image. */
const imagesOf = async (id: string) =>
  (await sightingOf(id)).readings.views.map(({ image_id }: { image_id: string }) => image_id);

suite(
  'a number that was misread with High in one image of a truck with the same plate and cab number',
  () => {
    for (const [name, doors] of [
      ['first', [misread, right, right]],
      ['between the others', [right, misread, right]],
    ] as const) {
      test(`makes no sighting of its own: that of most images counts, with Medium (${name})`, async () => {
        const ids = await seeTruck(...doors.map((door) => [...door]));
        for (const id of ids) {
          assert.deepEqual(await imagesOf(id), ids);
          assert.deepEqual(await carrierOf(id), [RIGHT, 'Medium', false]);
        }
      });
    }

    test('does not lower the number of the carrier that the door names', async () => {
      const [id = ''] = await seeTruck(misread, [...right, 'ACME ROCKETS'], right);
      assert.deepEqual(await carrierOf(id), [RIGHT, 'High', false]);
    });

    test('is no evidence for other sightings', async () => {
      await seeTruck(misread, right);
      const id = await see(['SOME TEXT'], { plate: PLATE });
      assert.deepEqual(await carrierOf(id), ['', 'N/A', false]);
    });

    test('gives way to what a person typed about another image', async () => {
      const ids = await seeTruck(misread, misread, right);
      await correct(ids[2] as string, 'usdot_number', RIGHT);
      for (const id of ids) assert.deepEqual(await carrierOf(id), [RIGHT, 'High', false]);
    });
  },
);

test('similar numbers with High of trucks with another cab number stay apart', async () => {
  const source = 'one-camera';
  const first = await see([...right, 'UNIT 4511'], { source, plate: PLATE });
  const second = await see([...misread, 'UNIT 88'], { source, seconds: 1, plate: PLATE });
  assert.deepEqual([await imagesOf(first), await imagesOf(second)], [[first], [second]]);
});
