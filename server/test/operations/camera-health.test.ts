import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type HealthRow, problemsOf } from '../../src/domain/images/cameras/camera-health.ts';
import { countCameras } from '../../src/domain/images/cameras/count-cameras.ts';
import { testApi } from '../support/api.ts';

const now = new Date('2026-03-20T15:30:20Z');
const api = await testApi({ clock: { now: () => now } });
const owner = await api.customer(['admin'], 'partner');
const stranger = await api.customer(['admin'], 'partner');

let counter = 0;
/** An image that was received at a time; `look` is its bytes, `ahead` how many seconds the clock of the camera is ahead. */
async function image(source: string, receivedAt: string, look = `${++counter}`, ahead = -2): Promise<void> {
  const id = `00000000-0000-4000-8000-${String(++counter).padStart(12, '0')}`;
  await api.db.pool.query(
    `insert into images (id, bucket, organization_id, source, received_at, time_captured, sha256, byte_size, format, width, height,
       box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
       alpr_confidence, alpr_state, recognized_at, read_result)
     values ($1::uuid, image_bucket($1), $2, $3, $4, $4::timestamptz + make_interval(secs => $6), sha256($5::text::bytea), 9, 'jpeg', 9, 9,
       0, 0, 1, 1, 35.2, -101.8, 'Amarillo', 'TX', 'I-40', 'WB', 1, 'TX', now(), 'usdot')`,
    [id, owner.organizationId, source, receivedAt, look, ahead],
  );
}

async function health(customer = owner) {
  const headers = await api.signIn(customer);
  const response = await api.app.inject({ url: '/admin/cameras/health', headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().cameras as {
    source: string;
    problems: { kind: string; text: string }[];
    latitude: number;
    lag_seconds: number;
    thumbnail_url: string | null;
  }[];
}

suite('the health of cameras', () => {
  test('finds frozen pictures, wrong clocks and silence in what the cameras sent', async () => {
    for (let minute = 10; minute < 16; minute++) {
      await image('good', `2026-03-20T15:${minute}:00Z`);
      await image('frozen', `2026-03-20T15:${minute}:00Z`, 'the same');
      await image('ahead', `2026-03-20T15:${minute}:00Z`, undefined, 720);
    }
    await image('silent', '2026-03-18T12:00:00Z');
    while (await countCameras(api.db, now));
    const cameras = await health();
    const kinds = Object.fromEntries(
      cameras.map(({ source, problems }) => [source, problems.map(({ kind }) => kind)]),
    );
    assert.deepEqual(kinds, { good: [], frozen: ['frozen'], ahead: ['clock'], silent: ['silent'] });
    const ahead = cameras.find(({ source }) => source === 'ahead');
    assert.equal(ahead?.problems[0]?.text, 'Its clock is 12 minutes ahead.');
    assert.deepEqual([ahead?.lag_seconds, ahead?.latitude], [-720, 35.2]);
    assert.match(ahead?.thumbnail_url ?? '', /thumbnail\?/);
    assert.deepEqual(cameras.at(-1)?.source, 'good', 'cameras without a problem come last');
    assert.deepEqual(await health(stranger), []);
  });

  test('compares the last day with the same hours of the weeks before', async () => {
    const hour = (at: string, source: string, judged: number, identified: number) =>
      api.db.pool.query(
        `insert into camera_hours (hour, organization_id, source, images, read, failed, judged, identified, results,
           last_image_at, last_image_id, distinct_images, lag_seconds, latitude, longitude)
         values ($1, $2, $3, $4, $4, 0, $4, $5, '{}', $1, gen_random_uuid(), $4, 2, 35, -101)`,
        [at, owner.organizationId, source, judged, identified],
      );
    for (const source of ['dirty', 'night']) {
      for (const day of ['2026-03-13', '2026-03-06'])
        await hour(`${day}T12:00:00Z`, source, 100, source === 'dirty' ? 90 : 20);
      // Another hour of the week says nothing about this one.
      await hour('2026-03-12T18:00:00Z', source, 500, 450);
      await hour('2026-03-20T12:00:00Z', source, 60, 12);
      await api.db.pool.query(
        `insert into camera_days (organization_id, day, source, images, read, failed, judged, identified, last_image_at, last_image_id)
         values ($1, '2026-03-20', $2, 60, 60, 0, 60, 12, $3, gen_random_uuid())`,
        [owner.organizationId, source, now],
      );
    }
    const cameras = await health();
    const of = (name: string) => cameras.find(({ source }) => source === name);
    assert.deepEqual(of('dirty')?.problems, [
      { kind: 'reads_less', text: 'It identified 20 % of its images, usually 90 % at these hours.' },
    ]);
    assert.deepEqual(of('night')?.problems, [], 'it reads as little as always at this hour');
  });

  test('few images, a small difference and a short delay are no problem', () => {
    const row: HealthRow = {
      ...{ organization_id: 1, source: 'x', latitude: 35, longitude: -101, same_images: 0, lag_seconds: 30 },
      ...{ judged: 100, identified: 80, usual_judged: 400, usual_identified: 340 },
      ...{ measured: 100, brightness: 0.4, usual_brightness: 0.4, sharpness: 0.5, usual_sharpness: 0.6 },
    };
    const kinds = (changes: Partial<HealthRow>, isSilent = false) =>
      problemsOf({ ...row, ...changes }, isSilent).map(({ kind }) => kind);
    assert.deepEqual(kinds({}), []);
    assert.deepEqual(kinds({ judged: 10, identified: 0 }), []);
    assert.deepEqual(kinds({ identified: 10 }), ['reads_less']);
    assert.deepEqual(kinds({ usual_judged: 20, usual_identified: 20, identified: 0 }), []);
    assert.deepEqual(kinds({ brightness: 0.1, sharpness: 0.1 }), ['dark']);
    assert.deepEqual(kinds({ brightness: 0.02, usual_brightness: 0.03 }), [], 'black as always');
    assert.deepEqual(kinds({ sharpness: 0.2 }), ['blurred']);
    assert.deepEqual(kinds({ measured: 9, brightness: 0.1, sharpness: 0.1 }), []);
    assert.deepEqual(kinds({ brightness: 0.1, usual_brightness: null, usual_sharpness: null }), []);
    assert.deepEqual(kinds({ lag_seconds: -100 }), []);
    assert.deepEqual(kinds({ lag_seconds: 90_000 }), ['clock']);
    assert.deepEqual(kinds({ lag_seconds: null, judged: 0, identified: 0 }, true), ['silent']);
  });

  test('workers count once a minute together, and less often after an hour with many images', async () => {
    const count = (seconds: number) =>
      countCameras(api.db, new Date(now.getTime() + seconds * 1_000), { isPaced: true });
    const lastCount = async () => {
      const text = 'select extract(epoch from max(counted_at) - $1)::int as seconds from camera_counts';
      return (await api.db.pool.query(text, [now])).rows[0].seconds;
    };
    while (await count(0));
    await count(30);
    assert.equal(await lastCount(), 0);
    await count(60);
    assert.equal(await lastCount(), 60);
    await api.db.pool.query(
      `insert into camera_hours (hour, organization_id, source, images, read, failed, judged, identified, results,
         last_image_at, last_image_id, distinct_images, lag_seconds, latitude, longitude)
       values ('2026-03-20T14:00:00Z', $1, 'busy', 2000000, 2000000, 0, 0, 0, '{}', $2, gen_random_uuid(), 1, 2, 35, -101)`,
      [owner.organizationId, now],
    );
    await count(240);
    assert.equal(await lastCount(), 60);
    await count(261);
    assert.equal(await lastCount(), 261);
  });
});
