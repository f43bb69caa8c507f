import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countCameras } from '../../src/domain/images/cameras/count-cameras.ts';
import { WorkCounts } from '../../src/domain/queues/work-counts.ts';
import { testApi } from '../support/api.ts';
import { linkSecret, requester } from '../support/identity/requests.ts';

const now = new Date('2026-03-20T15:30:20Z');
const api = await testApi();
const send = requester(api);
const clocked = await testApi({ db: api.db, clock: { now: () => now } });
const operator = await api.signIn(await api.customer(['admin'], 'operator'));
const partner = await api.customer(['admin'], 'partner');
const partnerAdmin = await api.signIn(partner);
const broker = await api.signIn(await api.customer(['image-ingest-endpoint']));

type State = 'read' | 'failed' | 'waiting';
let counter = 0;
async function image(
  organizationId: number,
  source: string,
  receivedAt: string,
  state: State,
): Promise<string> {
  const id = `00000000-0000-4000-8000-${String(++counter).padStart(12, '0')}`;
  await api.db.pool.query(
    `insert into images (id, bucket, organization_id, source, received_at, time_captured, sha256, byte_size, format, width, height,
       box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
       alpr_confidence, alpr_state, recognized_at)
     values ($1::uuid, image_bucket($1), $2, $3, $4, $4, sha256($1::uuid::text::bytea), 9, 'jpeg', 9, 9, 0, 0, 1, 1, 30, -90, 'Amarillo', 'TX', 'I-40', 'WB',
       1, 'TX', case when $5 = 'read' then now() end)`,
    [id, organizationId, source, receivedAt, state],
  );
  if (state !== 'read')
    await api.db.pool.query(
      `insert into image_queue (image_id, bucket, sighting_id, organization_id, due_at, died_at, failure)
       values ($1, image_bucket($1), next_sighting_id(image_bucket($1)), $2, case when $3 = 'waiting' then 'infinity'::timestamptz end, case when $3 = 'failed' then now() end,
         case when $3 = 'failed' then 'Nothing could be read.' end)`,
      [id, organizationId, state],
    );
  return id;
}
async function count(at = now): Promise<void> {
  while (await countCameras(api.db, at));
}
async function cameras(headers: Record<string, string>, query = '') {
  const response = await clocked.app.inject({ url: `/admin/cameras${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

suite('cameras', () => {
  test('have their last image, images per day and share read', async () => {
    const { organizationId } = partner;
    await image(organizationId, 'mile-12', '2026-03-19T23:59:59Z', 'read');
    await image(organizationId, 'mile-12', '2026-03-20T00:00:00Z', 'read');
    await image(organizationId, 'mile-12', '2026-03-20T15:29:00Z', 'failed');
    const newest = await image(organizationId, 'mile-12', '2026-03-20T15:30:00Z', 'waiting');
    await image(organizationId, 'mile-13', '2026-03-07T12:00:00Z', 'read');
    await image(organizationId, 'mile-14', '2026-02-01T12:00:00Z', 'read');
    await count();
    const { cameras: found, silent, silent_rule } = await cameras(partnerAdmin);
    assert.deepEqual(
      found.map(({ source, is_silent, last_image_at }: Record<string, unknown>) => [
        source,
        is_silent,
        last_image_at,
      ]),
      [
        ['mile-13', true, '2026-03-07T12:00:00.000Z'],
        ['mile-12', false, '2026-03-20T15:30:00.000Z'],
      ],
      'the camera without an image for more than 14 days was never counted',
    );
    assert.equal(silent, 1);
    assert.match(silent_rule, /24 hours/);
    assert.deepEqual(found[1].images_per_day, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3]);
    assert.equal(found[1].share_read, 2 / 3);
    assert.equal(found[1].last_image_id, newest);

    await api.db.pool.query('update images set recognized_at = now() where id = $1', [newest]);
    await api.db.pool.query('delete from image_queue where image_id = $1', [newest]);
    await count(new Date(now.getTime() + 60_000));
    assert.equal((await cameras(partnerAdmin, '?source=MILE-12')).cameras[0].share_read, 3 / 4);
  });
  test('a busy camera is silent after six hours', async () => {
    const { organizationId } = await api.customer([], 'partner');
    for (let i = 0; i < 120; i++) await image(organizationId, 'busy', '2026-03-20T09:00:00Z', 'read');
    await image(organizationId, 'quiet', '2026-03-20T09:00:00Z', 'read');
    // An hour that was counted before is counted again in its turn.
    await api.db.pool.query(`update camera_counts set counted_at = '-infinity'`);
    await count();
    const { cameras: found } = await cameras(operator, `?silent=true&organization_id=${organizationId}`);
    assert.deepEqual(
      found.map(({ source }: { source: string }) => source),
      ['busy'],
    );
  });
  test('an image that was counted late is counted once, and counts survive the deletion of files', async () => {
    const { organizationId } = partner;
    await image(organizationId, 'late', '2026-03-20T15:20:00Z', 'read');
    await count();
    await count();
    const images = async () => (await cameras(partnerAdmin, '?source=late')).cameras[0].images_per_day.at(-1);
    assert.equal(await images(), 1);
    await api.db.pool.query(`update organizations set image_retention_days = 1 where id = $1`, [
      organizationId,
    ]);
    await api.db.pool.query(`update images set image_deleted_at = now() where source = 'late'`);
    for (let i = 0; i < 3; i++) await count(new Date(now.getTime() + 24 * 3_600_000));
    const rows = await api.db.pool.query(
      `select sum(images)::int as images from camera_days where source = 'late'`,
    );
    assert.deepEqual(rows.rows, [{ images: 1 }]);
  });
  test('the operator sees all organizations, an administrator its own, other users none', async () => {
    const all = await cameras(operator);
    assert.ok(
      all.cameras.some(
        ({ organization_id }: { organization_id: number }) => organization_id === partner.organizationId,
      ),
    );
    const other = await api.signIn(await api.customer(['admin']));
    const { organizationId } = partner;
    assert.deepEqual((await cameras(other, `?organization_id=${organizationId}`)).cameras, []);
    assert.equal((await send('GET', '/admin/cameras', broker)).status, 403);
  });
});

suite('stages', () => {
  const stage = async (name: string) => {
    const { body } = await send('GET', '/admin/stages', operator);
    return body.stages.find((one: { stage: string }) => one.stage === name);
  };
  test('show depth, dead items with their reasons, and the work of all processes', async () => {
    await image(partner.organizationId, 'stage', '2026-03-20T15:00:00Z', 'failed');
    const [first, second] = [new WorkCounts(), new WorkCounts()];
    first.add('images', 'done', 20);
    first.add('images', 'retry', 3);
    second.add('images', 'done', 30);
    second.add('images', 'dead', 1);
    const earlier = new Date(Date.now() - 120_000);
    await first.store(api.db, earlier);
    await second.store(api.db, earlier);
    await second.store(api.db, earlier);
    const { depth, dead, reasons, ...figures } = await stage('images');
    assert.equal(depth, 0);
    assert.ok(dead >= 1);
    assert.equal(reasons[0].reason, 'Nothing could be read.');
    assert.equal(figures.done_last_hour, 50);
    assert.equal(figures.per_minute, 10);
    assert.equal(figures.failed_last_hour, 3);
    assert.equal(figures.dead_last_hour, 1);
  });
  test('retry queues dead items again, only those with the reason', async () => {
    const id = await image(partner.organizationId, 'retry', '2026-03-20T15:00:00Z', 'failed');
    const gone = await image(partner.organizationId, 'retry', '2026-03-20T15:00:00Z', 'failed');
    await api.db.pool.query(
      `update image_queue set failure = 'The disk was full.' where image_id = any($1)`,
      [[id, gone]],
    );
    await api.db.pool.query(`update images set image_deleted_at = now() where id = $1`, [gone]);
    const { status, body } = await send('POST', '/admin/stages/images/retry', operator, { reason: 'DISK' });
    assert.deepEqual([status, body], [200, { stage: 'images', retried: 1 }]);
    const { rows } = await api.db.pool.query(
      `select due_at is not null as is_due, attempts from image_queue where image_id = any($1) order by image_id`,
      [[id, gone]],
    );
    assert.deepEqual(rows, [
      { is_due: true, attempts: 0 },
      { is_due: false, attempts: 0 },
    ]);
    assert.ok((await send('POST', '/admin/stages/images/retry', operator)).body.retried >= 2);
    assert.equal(
      (await stage('images')).reasons[0].reason,
      'The disk was full.',
      'a deleted image stays dead',
    );
    assert.equal((await send('POST', '/admin/stages/unknown/retry', operator)).status, 400);
  });
});

suite('data and settings', () => {
  test('imports and score runs are listed before the first import', async () => {
    const { body } = await send('GET', '/admin/imports', operator);
    assert.ok(body.imports.length > 20);
    assert.ok(body.imports.every(({ load }: { load: unknown }) => load === null));
    const runs = await send('GET', '/admin/score-runs', operator);
    assert.deepEqual(runs.body, { is_running: false, runs: [], violations: 0, violations_without_weight: 0 });
  });
  test('an import has its age and counts, and the newest run of a method is in use', async () => {
    await api.db.pool.query(
      `insert into federal_loads (dataset, file_name, file_bytes, content_hash, as_of, rows_read, rows_kept, rows_rejected,
         rows_repeated, rows_blank, cells_unread, seconds, is_current)
       values ('company-census', 'census.csv.gz', 10, 'x', '2026-03-11', 12, 10, 2, 0, 0, 0, 1.5, true)`,
    );
    await api.db.pool.query(
      `insert into safety_runs (method, version, month, as_of, inputs, notes, carriers, ranked, seconds, created_at)
       values ('current', '3.15', '2026-02-01', '2026-02-27', '{}', '{}', 90, 40, 2, '2026-03-01'),
              ('current', '3.15', '2026-03-01', '2026-03-27', '{}', '{}', 91, 41, 2, '2026-03-29')`,
    );
    const imports = await clocked.app.inject({ url: '/admin/imports', headers: operator });
    const census = imports
      .json()
      .imports.find(({ dataset }: { dataset: string }) => dataset === 'company-census');
    const { loaded_at, ...load } = census.load;
    assert.deepEqual(load, {
      file_name: 'census.csv.gz',
      as_of: '2026-03-11',
      age_days: 9,
      rows_kept: 10,
      rows_rejected: 2,
      seconds: 1.5,
    });
    assert.ok(Math.abs(Date.parse(loaded_at) - Date.now()) < 600_000);
    const { body } = await send('GET', '/admin/score-runs', operator);
    assert.deepEqual(
      body.runs.map((run: Record<string, unknown>) => [run.as_of, run.is_latest, run.ranked]),
      [
        ['2026-03-27', true, 41],
        ['2026-02-27', false, 40],
      ],
    );
  });
  test('the operator changes the privacy settings of an organization, others do not see them', async () => {
    const url = `/admin/organizations/${partner.organizationId}/privacy`;
    const changed = await send('PATCH', url, operator, {
      purpose_required: true,
      sighting_retention_days: 90,
    });
    assert.equal(changed.status, 200);
    const { body } = await send('GET', url, partnerAdmin);
    assert.deepEqual([body.purpose_required, body.sighting_retention_days], [true, 90]);
    const stranger = await api.signIn(await api.customer(['admin']));
    assert.equal((await send('GET', url, stranger)).status, 404);
    assert.equal((await send('PATCH', url, stranger, { purpose_required: false })).status, 404);
    assert.equal((await send('PATCH', url, broker, { purpose_required: false })).status, 403);
  });
  test('the identity says whether a purpose is required', async () => {
    const customer = await api.customer(['admin']);
    const headers = await api.signIn(customer);
    assert.equal((await send('GET', '/auth/me', headers)).body.purpose_required, false);
    const url = `/admin/organizations/${customer.organizationId}/privacy`;
    await send('PATCH', url, operator, { purpose_required: true });
    assert.equal((await send('GET', '/auth/me', await api.signIn(customer))).body.purpose_required, true);
  });
  test('the link of an invitation is returned once and is the one in the email', async () => {
    const url = `/admin/organizations/${partner.organizationId}/invitations`;
    const invited = await send('POST', url, partnerAdmin, { email: 'new.person@example.com', roles: [] });
    assert.equal(invited.status, 201);
    const secret = await linkSecret(api, 'new.person@example.com');
    assert.ok(invited.body.link.endsWith(`/console/invitation#${secret}`), invited.body.link);
    assert.ok(!JSON.stringify((await send('GET', url, partnerAdmin)).body).includes(secret));
  });
  test('an administrator sends a user a link for a new password and does not see it', async () => {
    const { body } = await send('POST', `/admin/users/${partner.userId}/reset-password`, operator);
    assert.equal(body.email, partner.email);
    const secret = await linkSecret(api, partner.email);
    assert.match(secret, /^[\w-]{43}$/);
    assert.ok(!JSON.stringify(body).includes(secret));
    const stranger = await api.signIn(await api.customer(['admin']));
    assert.equal((await send('POST', `/admin/users/${partner.userId}/reset-password`, stranger)).status, 404);
  });
  test('the newest seals of the audit log are checked', async () => {
    const { status, body } = await send('POST', '/audit/check', operator);
    assert.equal(status, 200);
    assert.deepEqual(body.problems, []);
    for (const headers of [partnerAdmin, broker])
      assert.equal((await send('POST', '/audit/check', headers)).status, 403);
  });
});
