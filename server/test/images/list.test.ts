import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testApi } from '../support/api.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const api = await testApi();
const partner = await api.customer(['image-ingest-endpoint', 'image-read-endpoint'], 'partner');
const other = await api.customer(['admin']);
const headers = await api.signIn(partner);
const { ingest, drain } = testRecognition(api);

const get = (query: string, given: Record<string, string> = headers) =>
  api.app.inject({ url: `/images${query}`, headers: given });
const idsIn = (response: Awaited<ReturnType<typeof get>>): string[] =>
  response.json().images.map(({ image_id }: { image_id: string }) => image_id);

const ids: string[] = [];
for (const [n, script] of [
  { lines: ['USDOT 1234567'] },
  { broken: 'The image is damaged.' },
  { lines: ['TEXT'] },
  { lines: ['TEXT'] },
].entries()) {
  ids.unshift(await ingest(partner.organizationId, script, { source: `camera-${n}`, plate: 'ABC123' }));
}
// The first two are read, the others wait; all came in the same millisecond, which must cost no image its place.
await api.db.pool.query('update image_queue set due_at = null where image_id = any($1)', [ids.slice(0, 2)]);
await drain();
await api.db.pool.query(`update images set received_at = '2026-05-04T10:00:00Z'`);
const foreign = await ingest(other.organizationId, { lines: [] });

suite('200', () => {
  test('lists the images of the organization with their states', async () => {
    const response = await get('');
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.json().has_more, false);
    assert.deepEqual(idsIn(response).sort(), [...ids].sort());
    const { thumbnail_url, ...failed } = response
      .json()
      .images.find(({ state }: { state: string }) => state === 'failed');
    assert.match(thumbnail_url, new RegExp(`/images/${ids[2]}/thumbnail\\?expires=`));
    assert.deepEqual(failed, {
      ...{ image_id: ids[2], state: 'failed', failure_reason: 'The image is damaged.', delay_reason: null },
      ...{ source: 'camera-1', time_captured: '2026-05-04T10:00:00.000Z' },
      ...{ received_at: '2026-05-04T10:00:00.000Z', location_city: 'Amarillo', location_state: 'TX' },
      ...{ alpr_plate_number: 'ABC123', usdot_number: '', confidence: 'N/A' },
    });
    const states = response.json().images.map(({ state }: { state: string }) => state);
    assert.deepEqual(states.sort(), ['failed', 'recognized', 'stored', 'stored']);
  });

  test('pages through every image once, newest first', async () => {
    await api.db.pool.query(`update images set received_at = '2026-05-05T10:00:00Z' where id = $1`, [ids[3]]);
    const seen: string[] = [];
    for (let before = '', more = true; more; before = `&before=${seen.at(-1)}`) {
      const response = await get(`?page_size=1${before}`);
      assert.equal(idsIn(response).length, 1);
      seen.push(...idsIn(response));
      more = response.json().has_more;
    }
    assert.equal(seen[0], ids[3]);
    assert.deepEqual([...seen].sort(), [...ids].sort());
  });

  test('omits deleted images, which are still valid as the start of a page', async () => {
    await api.db.pool.query('update images set image_deleted_at = now() where id = $1', [ids[3]]);
    assert.deepEqual(idsIn(await get('')).sort(), ids.slice(0, 3).sort());
    assert.deepEqual(idsIn(await get(`?before=${ids[3]}`)).sort(), ids.slice(0, 3).sort());
  });
});

test('400: an invalid page size or cursor', async () => {
  for (const query of ['?before=none', '?page_size=0', '?page_size=101', `?before=urn:uuid:${ids[0]}`])
    assert.equal((await get(query)).statusCode, 400, query);
});

test('401: without a key or a token', async () => {
  assert.equal((await get('', {})).statusCode, 401);
});

test('404: a cursor of another organization, or an unknown one', async () => {
  assert.equal((await get(`?before=${foreign}`)).statusCode, 404);
  assert.equal((await get('?before=0190b3a0-0000-7000-8000-000000000000')).statusCode, 404);
});

suite('filters', async () => {
  const desk = await api.customer(['admin'], 'partner');
  const own = await api.signIn(desk);
  const org = desk.organizationId;
  const read = await ingest(
    org,
    { lines: ['USDOT 1234567'] },
    { source: 'north', plate: 'KEEP42', seconds: 1 },
  );
  const broken = await ingest(org, { broken: 'Damaged.' }, { source: 'north', plate: 'KEEP42', seconds: 2 });
  await drain();
  const waiting = await ingest(org, { lines: ['TEXT'] }, { source: 'south', plate: 'OTHER1', seconds: 900 });
  await api.db.pool.query(`update images set received_at = '2026-01-01T00:00:00Z' where id = $1`, [read]);
  const { rows } = await api.db.pool.query(
    `select usdot_number_ocr_score as level from observations where image_id = $1`,
    [read],
  );
  const cases: [query: string, ids: string[]][] = [
    ['source=north', [broken, read]],
    ['state=failed', [broken]],
    ['state=stored', [waiting]],
    ['plate=keep-42', [read]],
    ['usdot_number=1234567', [read]],
    ['usdot_number=1234567&plate=OTHER1', []],
    [`confidence=${rows[0].level}&state=recognized`, [read]],
    ['confidence=High&usdot_number=7', []],
    ['received_to=2026-01-02T00:00:00Z', [read]],
    ['received_from=2026-01-02T00:00:00Z&source=north', [broken]],
    ['plate=keep42&received_from=2026-01-02T00:00:00Z', []],
  ];
  for (const [query, expected] of cases) {
    test(`finds the images of ${query}`, async () => {
      const response = await get(`?${query}`, own);
      assert.equal(response.statusCode, 200, response.body);
      assert.deepEqual(idsIn(response), expected);
      assert.deepEqual([response.json().has_more, response.json().next_before], [false, null]);
    });
  }

  test('a filter that is invalid is rejected', async () => {
    for (const query of ['state=lost', 'confidence=Certain', 'usdot_number=x', 'received_from=soon']) {
      assert.equal((await get(`?${query}`, own)).statusCode, 400, query);
    }
  });

  test('a request looks at a limited number of images, and the next one continues', async () => {
    const busy = await api.customer(['admin'], 'partner');
    const headers = await api.signIn(busy);
    const rare = await ingest(busy.organizationId, { lines: ['TEXT'] }, { source: 'rare' });
    await api.db.pool.query(`update images set received_at = '2026-01-01T00:00:00Z' where id = $1`, [rare]);
    await api.db.pool.query(
      `insert into images (id, bucket, organization_id, received_at, source, time_captured, sha256, byte_size, format, width,
         height, box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
         alpr_confidence, alpr_state)
       select new.id, ('x' || substr(new.id::text, 1, 8))::bit(32)::int & 1023, organization_id, received_at + n * interval '1 second', 'busy', time_captured, sha256,
         byte_size, format, width, height, box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state,
         route, traffic_direction, alpr_confidence, alpr_state
         from images, (select gen_random_uuid() as id, n from generate_series(1, 20001) n) new where images.id = $1`,
      [rare],
    );
    const first = (await get('?source=rare', headers)).json();
    assert.deepEqual([first.images, first.has_more], [[], true]);
    const second = await get(`?source=rare&before=${first.next_before}`, headers);
    assert.deepEqual([idsIn(second), second.json().has_more], [[rare], false]);
  });
});
