import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { retryFailedImages } from '../../src/domain/images/image-queue.ts';
import { createLog } from '../../src/lib/log.ts';
import { testApi } from '../support/api.ts';
import { type StoreFault, storeBehindProxy } from '../support/images/store-proxy.ts';
import { testRecognition } from '../support/recognition/recognition.ts';

const store = await storeBehindProxy();
const api = await testApi({ env: { BLOB_URL: store.url } });
const { db } = api;
const customer = await api.customer(['admin'], 'operator');
const headers = await api.signIn(customer);
const org = customer.organizationId;
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const { ingest, drain, recognizer } = testRecognition(api, { log });

const get = async (id: string) => (await api.app.inject({ url: `/images/${id}`, headers })).json();
const queued = async (id: string) =>
  (await db.pool.query('select *, due_at - now() as pause from image_queue where image_id = $1', [id]))
    .rows[0];
const makeDue = () => db.pool.query('update image_queue set due_at = now() where due_at is not null');
const USDOT = { lines: ['USDOT 1234567'] };

/** More rounds than an image has attempts. */
async function failFor(rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await makeDue();
    await drain();
  }
}

beforeEach(async () => {
  store.fault = null;
  lines.length = 0;
  await db.pool.query('truncate observations, observation_counts, images, image_queue, sightings, revisits');
});

const REASONS: Record<StoreFault, RegExp> = {
  forbidden: /^The image store failed \(403 AccessDenied\)\.$/,
  skewedClock: /^The image store failed \(403 RequestTimeTooSkewed\)\.$/,
  unavailable: /^The image store failed \(503 SlowDown\)\.$/,
  missing: /^The image store does not have the image \(404\)\.$/,
  dropped: /^The image store failed \((UND_ERR_SOCKET|ECONNRESET)\)\.$/,
  emptyBody: /^The image store returned other bytes than were stored\.$/,
  htmlPage: /^The image store returned other bytes than were stored\.$/,
  halfBody: /^The image store returned other bytes than were stored\.$/,
  changedByte: /^The image store returned other bytes than were stored\.$/,
  cutBody: /^The image store failed \((UND_ERR_SOCKET|ECONNRESET|no answer|\w+)\)\.$/,
};

suite('failures of the image store do not count as attempts of the image', () => {
  for (const [fault, reason] of Object.entries(REASONS) as [StoreFault, RegExp][]) {
    test(`${fault}: the image waits with the reason, and is recognized when the fault is over`, async () => {
      const id = await ingest(org, USDOT);
      store.fault = fault;
      await failFor();
      const { attempts, interruptions, delayed_since, died_at } = await queued(id);
      assert.deepEqual([attempts, interruptions, died_at], [0, 0, null]);
      assert.notEqual(delayed_since, null);
      const waiting = await get(id);
      assert.deepEqual([waiting.state, waiting.failure_reason], ['stored', null]);
      assert.match(waiting.delay_reason, reason);
      assert.equal(recognizer.reads.size, 0, 'wrong bytes are never read');

      store.fault = null;
      await failFor(1);
      const { state, sighting, delay_reason } = await get(id);
      assert.deepEqual([state, sighting?.usdot_number, delay_reason], ['recognized', '1234567', null]);
      recognizer.reads.clear();
    });
  }
});

suite('a delayed image', () => {
  test('is visible in the list, the queues, the metrics and the log', async () => {
    const id = await ingest(org, USDOT);
    store.fault = 'skewedClock';
    await failFor(1);
    const listed = (await api.app.inject({ url: '/images', headers })).json().images[0];
    assert.match(listed.delay_reason, /RequestTimeTooSkewed/);
    const { stages } = (await api.app.inject({ url: '/admin/stages', headers })).json();
    const images = stages.find(({ stage }: { stage: string }) => stage === 'images');
    assert.deepEqual([images.delayed, images.depth, images.dead], [1, 1, 0]);
    assert.deepEqual(
      images.delay_reasons.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
      [['The image store failed (403 RequestTimeTooSkewed).', 1]],
    );
    const { body } = await api.app.inject({ url: '/metrics' });
    assert.match(body, /^milepost_queue_delayed\{queue="images"\} 1$/m);
    assert.match(body, /^milepost_queue_delayed_seconds\{queue="images"\} (?!0$)\d/m);
    assert.match(body, /^milepost_queue_delayed_seconds\{queue="mails"\} 0$/m);
    assert.match(body, /^milepost_queue_items_total\{queue="images",outcome="interrupted"\} [1-9]/m);
    const line = lines.map((text) => JSON.parse(text)).find(({ message }) => message === 'image');
    assert.equal(line.image_id, id);
    assert.equal(line.outcome, 'interrupted');
    assert.match(line.reason, /RequestTimeTooSkewed/);
  });

  test('is retried after pauses that grow from 5 seconds to 5 minutes', async () => {
    const id = await ingest(org, USDOT);
    store.fault = 'forbidden';
    const pauses: number[] = [];
    for (const seconds of [0, 60, 86_000]) {
      const { delayed_since: since } = await queued(id);
      const delayed = since && new Date(since.getTime() - seconds * 1_000);
      await db.pool.query('update image_queue set due_at = now(), delayed_since = $1', [delayed]);
      await drain();
      const { pause } = await queued(id);
      pauses.push((pause.minutes ?? 0) * 60 + (pause.seconds ?? 0));
    }
    const [first = 0, second = 0, last = 0] = pauses;
    assert.ok(first > 2 && first <= 6, String(first));
    assert.ok(second > 40 && second <= 90, String(second));
    assert.ok(last > 230 && last <= 360, String(last));
  });

  test('fails after 24 hours with the true reason, and can be queued again', async () => {
    const id = await ingest(org, USDOT);
    store.fault = 'missing';
    await failFor(1);
    await db.pool.query(`update image_queue set delayed_since = now() - interval '24 hours'`);
    await failFor(1);
    const failed = await get(id);
    assert.deepEqual(
      [failed.state, failed.failure_reason, failed.delay_reason],
      ['failed', 'The image store does not have the image (404).', null],
    );
    store.fault = null;
    assert.equal(await retryFailedImages(db), 1);
    await drain();
    assert.equal((await get(id)).state, 'recognized');
  });
});

suite('failures of the database do not count as attempts of the image', () => {
  /** Of a statement of the transaction that records it, on a table that is never distributed: others have no triggers on a cluster. */
  const failWith = (code: string | null) =>
    db.pool.query(`
      create or replace function fail_for_test() returns trigger language plpgsql as $$
      begin ${code ? `raise exception 'of the test' using errcode = '${code}';` : ''} return new; end $$;
      create or replace trigger fail_for_test before insert on vehicle_evidence for each row execute function fail_for_test()`);

  for (const code of ['08006', '40001', '53100', '53200', '57P01', '25P02', '55P03', '25006', '58030']) {
    test(`${code}: the image waits and is recognized when the fault is over`, async () => {
      const id = await ingest(org, USDOT, { plate: 'AB1234' });
      await failWith(code);
      await failFor();
      const { attempts, died_at } = await queued(id);
      assert.deepEqual([attempts, died_at], [0, null]);
      assert.equal((await get(id)).delay_reason, `The database failed (${code}).`);
      await failWith(null);
      await failFor(1);
      assert.equal((await get(id)).state, 'recognized');
    });
  }

  for (const [code, meaning] of [
    ['22P05', 'an error about the values'],
    ['57014', 'a statement that takes too long'],
  ] as const)
    test(`${code}: ${meaning} is an attempt of the image`, async () => {
      const id = await ingest(org, USDOT, { plate: 'AB1234' });
      await failWith(code);
      await failFor(3);
      await failWith(null);
      const { state, failure_reason } = await get(id);
      assert.deepEqual([state, failure_reason], ['failed', 'The image could not be recognized.']);
    });
});

test('the content and the thumbnail of an image answer 503 with Retry-After while the store fails', async () => {
  const id = await ingest(org, USDOT);
  const { image_url } = await get(id);
  const { images } = (await api.app.inject({ url: '/images', headers })).json();
  for (const url of [image_url, images[0].thumbnail_url]) {
    const { pathname, search } = new URL(url, 'http://localhost');
    for (const fault of ['forbidden', 'dropped', 'emptyBody'] as const) {
      store.fault = fault;
      const response = await api.app.inject({ url: pathname + search });
      assert.deepEqual(
        [response.statusCode, response.headers['retry-after']],
        [503, '30'],
        `${fault} ${url}`,
      );
    }
  }
});
