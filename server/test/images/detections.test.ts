import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { startServer } from '../support/start-server.ts';

const api = await testApi();
const headers = await api.bearer(await api.customer(['admin']));
const jpeg = await sampleImage('jpeg', { width: 320, height: 200 });
const url = `${await startServer((_request, response) => response.end(jpeg))}/`;

type Box = [xmin: number, ymin: number, xmax: number, ymax: number];
const LEFT: Box = [0, 0, 150, 200];
const RIGHT: Box = [170, 0, 320, 200];

function send([xmin, ymin, xmax, ymax]: Box, plate: string, more: object = {}) {
  const body = ingestBody(url);
  const payload = {
    ...body,
    detection_bounding_box: { xmin, ymin, xmax, ymax },
    detection_metadata: { ...body.detection_metadata, plate_number: plate },
    ...more,
  };
  return api.app.inject({ method: 'POST', url: '/image', headers, payload });
}
async function post(box: Box, plate: string, more?: object): Promise<string> {
  const response = await send(box, plate, more);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().image_id;
}
const stored = async () =>
  (
    await api.db.pool.query(
      `select id, plate_number, array[box_xmin, box_ymin, box_xmax, box_ymax] as box, alpr_confidence, state, alpr_state
         from images order by plate_number`,
    )
  ).rows;
const plates = async () => (await stored()).map(({ plate_number }) => plate_number);

beforeEach(() => api.db.pool.query('truncate images, image_queue'));

suite('two detections in one frame', () => {
  test('have their own image_id and keep their plates', async () => {
    const left = await post(LEFT, 'LEFT01');
    const right = await post(RIGHT, 'RIGHT2');
    assert.notEqual(left, right);
    assert.deepEqual(await plates(), ['LEFT01', 'RIGHT2']);
    const { n } = (await api.db.pool.query('select count(*)::int as n from image_queue')).rows[0];
    assert.equal(n, 2, 'both are read');
  });
  test('keep their ids when they are sent again, in any order', async () => {
    const left = await post(LEFT, 'LEFT01');
    const right = await post(RIGHT, 'RIGHT2');
    assert.equal(await post(RIGHT, 'RIGHT2'), right);
    assert.equal(await post(LEFT, 'LEFT01'), left);
    assert.equal((await stored()).length, 2);
  });
  test('are corrected by the box that overlaps them most', async () => {
    const left = await post(LEFT, 'LEFT01');
    const right = await post(RIGHT, 'RIGHT2');
    assert.equal(await post([160, 10, 320, 200], 'RIGHT3'), right);
    assert.equal(await post([0, 0, 100, 200], 'LEFT04'), left, 'an overlap of two thirds');
    assert.equal(await post([30, 0, 200, 200], 'LEFT01'), left, 'it overlaps both, the left one more');
    assert.equal((await stored()).length, 2);
    assert.deepEqual(await plates(), ['LEFT01', 'RIGHT3']);
  });
  test('with fractions and with pixels are compared in the same unit', async () => {
    const left = await post(LEFT, 'LEFT01');
    assert.equal(await post([0, 0, 150 / 320, 1], 'LEFT02'), left);
    assert.notEqual(await post([170 / 320, 0, 1, 1], 'RIGHT1'), left);
    assert.deepEqual(await plates(), ['LEFT02', 'RIGHT1']);
  });
  test('sent at the same time are both kept, also twice each', async () => {
    const boxes: Box[] = [
      [0, 0, 60, 200],
      [80, 0, 140, 200],
      [160, 0, 220, 200],
      [240, 0, 300, 200],
    ];
    const ids = await Promise.all([...boxes, ...boxes].map((box, i) => post(box, `PLATE${i % 4}`)));
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(await plates(), ['PLATE0', 'PLATE1', 'PLATE2', 'PLATE3']);
  });
  test('are at most 50 in one frame', async () => {
    for (let i = 0; i < 50; i++) await post([i * 6, 0, i * 6 + 5, 200], `P${i}`);
    const response = await send([310, 0, 318, 200], 'MORE');
    assert.equal(response.statusCode, 422, response.body);
    assert.deepEqual(response.json().detail[0].loc, ['body', 'detection_bounding_box']);
  });
});

suite('values of a record', () => {
  test('edges outside the image are moved to its edge', async () => {
    await post([-5, -10, 400, 150], 'EDGE01');
    assert.deepEqual((await stored())[0].box, [0, 0, 320, 150]);
    await post([-0.25, 0.5, 1, 1], 'EDGE02', { source: 'fractions' });
    assert.deepEqual((await stored())[1].box, [0, 0.5, 1, 1]);
  });
  test('a box without area inside the image is 422, and nothing is stored', async () => {
    for (const box of [
      [400, 10, 500, 150],
      [10, 250, 100, 300],
      [-50, 10, -5, 150],
      [100, 10, 100, 150],
    ] as Box[]) {
      const response = await send(box, 'NONE');
      assert.equal(response.statusCode, 422, `${box} ${response.body}`);
      assert.equal(response.json().detail[0].loc[1], 'detection_bounding_box');
    }
    assert.deepEqual(await stored(), []);
  });
  test('a percentage is stored as a fraction', async () => {
    const metadata = { alpr_state: 'OK', plate_number: 'PERCENT' };
    for (const [alpr_confidence, expected] of [
      [93, 0.93],
      [0.5, 0.5],
      [1, 1],
      [100, 1],
    ]) {
      await post(LEFT, 'PERCENT', { detection_metadata: { ...metadata, alpr_confidence } });
      assert.equal((await stored())[0].alpr_confidence, expected);
    }
  });
  test('states are stored as their code, other text as it is', async () => {
    const { source_location_info: place, detection_metadata: metadata } = ingestBody(url);
    for (const [sent, expected] of [
      ['D.C.', 'DC'],
      ['N.Y.', 'NY'],
      ['Jalisco', 'JAL'],
      ['Québec', 'QC'],
      ['Bavaria', 'Bavaria'],
    ] as const) {
      await post(LEFT, 'STATE', {
        source_location_info: { ...place, state: sent },
        detection_metadata: { ...metadata, plate_number: 'STATE', alpr_state: sent },
      });
      const [row] = await stored();
      assert.deepEqual([row.state, row.alpr_state], [expected, expected]);
    }
  });
});
