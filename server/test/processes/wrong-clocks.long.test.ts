import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { minimal } from '../support/alerts/alert-client.ts';
import { PASSWORD, testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { startS3 } from '../support/images/s3-server.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { uploadForm } from '../support/images/upload-image.ts';
import { eventually, temporaryFolder } from '../support/milepost.ts';
import { SECRET, type Seen, startReceiver } from '../support/notifications/start-receiver.ts';
import { startServer } from '../support/start-server.ts';

const HOUR_MS = 3_600_000;
const SHIFTS = {
  'an hour fast': HOUR_MS,
  'an hour slow': -HOUR_MS,
  'a day fast': 24 * HOUR_MS,
  'a day slow': -24 * HOUR_MS,
};

const s3 = await startS3();
closing(s3.stop);
const recognizer = await startServer(async (request, response) => {
  await request.toArray();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ width: 320, height: 200, is_whole: true, lines: [] }));
});
const env = {
  BLOB_URL: s3.url,
  RECOGNIZER_URL: `${recognizer}/read`,
  SECRET_KEY: 's'.repeat(32),
  LINK_SECRET: 'l'.repeat(32),
};
/** A server whose clock is right, as the database's is. */
const right = await testApi({ env });
const { db } = right;
const receiver = await startReceiver();

async function startWithClock(shiftMs: number) {
  const child = fork(join(import.meta.dirname, '../support/shifted-service.ts'), [String(shiftMs)], {
    env: {
      ...env,
      PATH: process.env.PATH,
      DATABASE_URL: db.url,
      DATA_DIR: await temporaryFolder(),
      PORT: '0',
      LOG_LEVEL: 'error',
    },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.disconnect();
    await exited;
  };
  const [address] = await Promise.race([once(child, 'message'), exited]);
  assert.equal(typeof address, 'string', 'the service started');
  return { url: String(address), stop };
}

const value = async (sql: string, values: unknown[] = []) =>
  Object.values((await db.pool.query({ text: sql, values, rowMode: 'array' })).rows[0] ?? [null])[0];
const closeToNow = (time: unknown, what: string) =>
  assert.ok(Math.abs(Number(time) - Date.now()) < 5 * 60_000, `${what}: ${time}`);

for (const [n, [name, shiftMs]] of Object.entries(SHIFTS).entries()) {
  test(`a process whose clock is ${name}`, async (t) => {
    const customer = await right.customer(['admin'], 'operator');
    const org = customer.organizationId;
    const early = await right.signIn(customer);
    const plate = `CLOCK${n}`;
    await db.pool.query('update organizations set image_retention_days = 1 where id = $1', [org]);
    /** An image that was received some hours ago. */
    const storedBefore = async (hours: number) => {
      const { image_url: _, ...record } = ingestBody('https://unused.example/', {
        source: `${name} ${hours}`,
      });
      const { payload, contentType } = await uploadForm(
        record,
        await sampleImage('jpeg', { seed: 100 * n + hours }),
      );
      const headers = { ...(await right.bearer(customer)), 'content-type': contentType };
      const response = await right.app.inject({ method: 'POST', url: '/images/upload', headers, payload });
      assert.equal(response.statusCode, 200, response.body);
      const id: string = response.json().image_id;
      await db.pool.query(`update images set received_at = now() - $2 * interval '1 hour' where id = $1`, [
        id,
        hours,
      ]);
      return id;
    };
    const kept = await storedBefore(2);
    const expired = await storedBefore(26);
    const { url, stop } = await startWithClock(shiftMs);
    t.after(stop);
    const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
      const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) };
      const response = await fetch(url + path, {
        method,
        headers: sent,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      assert.ok(response.ok, `${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    };

    await t.test('issues tokens that others accept, for 24 hours, and accepts theirs', async () => {
      await call('GET', '/auth/me', early);
      const { email, apiKey } = customer;
      const { access_token_data: issued } = await call(
        'POST',
        '/auth/token',
        { 'x-api-key': apiKey },
        { email, password: PASSWORD },
      );
      const headers = { 'x-api-key': apiKey, 'access-token': issued.token };
      assert.equal((await right.app.inject({ url: '/auth/me', headers })).statusCode, 200);
      const expires = await value(
        `select max(expires_at) from tokens where user_id = $1 and purpose = 'access'`,
        [customer.userId],
      );
      closeToNow(Number(expires) - 24 * HOUR_MS, 'expiry less 24 hours');
    });

    await t.test('deletes the images whose retention is over, and no others', async () => {
      const deletedAt = (id: string) => value('select image_deleted_at from images where id = $1', [id]);
      await eventually('the expired image is deleted', async () => (await deletedAt(expired)) !== null);
      assert.equal(await deletedAt(kept), null);
    });

    await t.test(
      'receives, reads, matches, fires and delivers a new image once, at the right time',
      async () => {
        await call('POST', '/alerts/webhook', early, { webhook_url: receiver.origin, secret: SECRET });
        const alert = await call('POST', '/alerts', early, { ...minimal, license_plate: plate });
        const images = await startServer(async (_, response) => {
          response.setHeader('content-type', 'image/jpeg');
          response.end(await sampleImage('jpeg', { seed: 1_000 + n }));
        });
        const body = ingestBody(`${images}/truck.jpg`, {
          source: name,
          time_captured: new Date().toISOString(),
        });
        const record = { ...body, detection_metadata: { ...body.detection_metadata, plate_number: plate } };
        const { image_id } = await call('POST', '/image', await right.bearer(customer), record);
        closeToNow(await value('select received_at from images where id = $1', [image_id]), 'received_at');
        await eventually('the image is matched', async () => {
          return (
            (await value('select count(*)::int from alert_matches where alert_id = $1', [alert.id])) === 1
          );
        });
        assert.equal(await value('select attempts from image_queue where image_id = $1', [image_id]), null);

        const seen: Seen[] = [];
        await call('POST', '/alerts/run', early);
        await eventually('the webhook is called', async () => {
          seen.push(...(await receiver.seen()));
          return seen.length > 0;
        });
        await eventually('the delivery ends', async () => {
          return (await value('select count(*)::int from delivery_queue where due_at is not null')) === 0;
        });
        seen.push(...(await receiver.seen()));
        assert.deepEqual(
          seen.map(({ verified }) => verified),
          [{ compatible: true, standard: true }],
          'one request, whose timestamp the receiver accepts',
        );
        closeToNow(await value('select fired_for from alerts where id = $1', [alert.id]), 'fired_for');
        const { image_url } = await call('GET', `/images/${image_id}`, early);
        const { pathname, search } = new URL(image_url);
        assert.equal(
          (await right.app.inject({ url: pathname + search })).statusCode,
          200,
          'the link is valid elsewhere',
        );
      },
    );
  });
}
