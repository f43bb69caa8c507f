import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { OcrPool } from '../../src/adapters/ocr/ocr-pool.ts';
import { openRecognizer } from '../../src/adapters/ocr/open-recognizer.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { openPool } from '../../src/db/database.ts';
import { buildOperations } from '../../src/http/build-http.ts';
import { createLog } from '../../src/lib/log.ts';
import { Health } from '../../src/lib/telemetry/health.ts';
import { runStages } from '../../src/stages/run-stages.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { testDatabase } from '../support/database.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { eventually } from '../support/milepost.ts';
import { startServer } from '../support/start-server.ts';
import { databaseProxy } from '../support/telemetry/database-proxy.ts';

const db = await testDatabase();
const api = await testApi({ db });
const ready = async (app = api.app) => {
  const { statusCode, body } = await app.inject({ url: '/readyz' });
  return { statusCode, body };
};

const proxy = await databaseProxy(db.connection);
const pool = openPool(proxy.connection, 4, silent);
closing(() => pool.close());
const proxied = await testApi({ db: { ...pool, url: db.url, connection: proxy.connection } });
const insurer = await proxied.customer(['admin'], 'insurance');
const headers = await proxied.signIn(insurer);

suite('readyz', () => {
  test('names a missing migration', async () => {
    assert.equal((await ready()).statusCode, 200);
    await db.pool.query(`update milepost_migrations set name = 'x' || name where name like '0001%'`);
    await eventually('not ready', async () => (await ready()).statusCode === 503);
    assert.match((await ready()).body, /The schema lacks 0001-identity\.sql/);
    await db.pool.query(`update milepost_migrations set name = substr(name, 2) where name like 'x0001%'`);
    await eventually('ready', async () => (await ready()).statusCode === 200);
  });

  const degraded = (check: string, problem: string) => ({
    statusCode: 200,
    body: JSON.stringify({ status: 'degraded', degraded: [{ check, problem }] }),
  });

  test('reports the API as degraded, and a worker as not ready, while the disk for images is almost full', async () => {
    const full = await testApi({ db, env: { MIN_FREE_MB: '1000000000' } });
    assert.deepEqual(await ready(full.app), degraded('blobs', 'The disk for images is almost full.'));
    const worker = buildOperations(full.services, silent);
    closing(() => worker.close());
    assert.deepEqual(await ready(worker), {
      statusCode: 503,
      body: '{"detail":"The disk for images is almost full."}',
    });
    const { body } = await full.app.inject({ url: '/metrics' });
    assert.match(body, /^milepost_ready\{check="blobs"\} 0$/m);
    assert.match(body, /^milepost_blob_free_bytes \d+/m);
  });

  test('stays ready while only the image store is away: routes that need it answer with Retry-After, others as usual', async () => {
    const store = await startServer((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(request.method === 'PUT' ? 507 : 200).end());
    });
    const env = { BLOB_URL: `s3://key:secret@${new URL(store).host}/images?tls=false` };
    const full = await testApi({ db, env });
    const image = await sampleImage();
    const partner = await startServer((_request, response) => response.end(image));
    const customer = await full.customer(['admin']);
    const headers = await full.bearer(customer);
    const payload = ingestBody(partner);
    const refused = await full.app.inject({ method: 'POST', url: '/image', headers, payload });
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [500, '30'], refused.body);
    assert.deepEqual(await ready(full.app), degraded('blobs', 'Images cannot be stored.'));
    assert.equal(
      (await full.app.inject({ url: '/logos', headers: await full.signIn(customer) })).statusCode,
      200,
    );
    const { body } = await full.app.inject({ url: '/metrics' });
    assert.match(body, /^milepost_blob_seconds_count\{operation="put",outcome="error"\} 1$/m);
  });
});

suite('checks', () => {
  test('concurrent probes share one run, and the result is cached', async () => {
    const health = new Health(silent);
    let runs = 0;
    health.addCheck({ name: 'slow', problem: 'Slow.', cacheMs: 60_000, run: async () => void runs++ });
    await Promise.all(Array.from({ length: 50 }, () => health.readiness()));
    await health.readiness();
    assert.equal(runs, 1);
  });

  test('a change to not ready is logged once, without telling the caller the cause', async () => {
    const lines: string[] = [];
    const health = new Health(createLog('info', { write: (line) => void lines.push(line) }));
    const run = async () => {
      throw new Error('connect to 10.1.2.3 refused');
    };
    health.addCheck({ name: 'store', problem: 'The store is away.', cacheMs: 0, run });
    for (let i = 0; i < 3; i++) {
      assert.deepEqual(await health.readiness(), [
        { name: 'store', problem: 'The store is away.', isPartial: false },
      ]);
    }
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /10\.1\.2\.3/);
  });

  test('the recognizer is not usable when its processes cannot start', async () => {
    const entry = new URL('./no-such-child.ts', import.meta.url);
    const pool = new OcrPool({ processes: 1, timeoutMs: 5_000, memoryMb: 1_024, entry }, silent);
    closing(() => pool.close());
    await pool.check();
    await assert.rejects(pool.read({ image: Buffer.from('x'), box: null }));
    await assert.rejects(pool.check());
  });

  test('an HTTP recognizer is usable while it responds', async () => {
    const server = createServer((_request, response) => response.writeHead(405).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = decideSettings(readEnv({ RECOGNIZER_URL: `http://127.0.0.1:${port}/read` }));
    const recognizer = openRecognizer(settings, silent);
    closing(() => recognizer.close());
    await recognizer.check();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(recognizer.check());
  });
});

suite('livez', () => {
  test('reports a stage whose round makes no progress, and not the idle or working ones', async () => {
    const { telemetry } = api.services;
    const hung = Promise.withResolvers<boolean>();
    const stages = runStages(
      [
        { name: 'idle', everyMs: 60_000, stuckAfterMs: 0, run: async () => false },
        { name: 'hung', everyMs: 60_000, stuckAfterMs: 1, run: () => hung.promise },
        { name: 'working', everyMs: 60_000, stuckAfterMs: 60_000, run: () => hung.promise },
      ],
      silent,
    );
    telemetry.health.addLiveness(stages.stuck);
    const operations = buildOperations(api.services, silent);
    closing(() => operations.close());
    const live = () => operations.inject({ url: '/livez' });
    await eventually('stuck', async () => (await live()).statusCode === 503);
    assert.match((await live()).json().detail, /^The stage hung has made no progress for \d+ s\.$/);
    assert.match((await operations.inject({ url: '/metrics' })).body, /^milepost_stuck 1$/m);
    hung.resolve(false);
    await eventually('alive', async () => (await live()).statusCode === 200);
    await stages.stop();
  });

  test('a round that reports progress is not stuck', async () => {
    const ended = Promise.withResolvers<boolean>();
    let report: (() => void) | undefined;
    const run = (_signal: AbortSignal, progress?: () => void) => {
      report = progress;
      return ended.promise;
    };
    const stages = runStages([{ name: 'long', everyMs: 60_000, stuckAfterMs: 300, run }], silent);
    await eventually('stuck', async () => stages.stuck() !== null);
    report?.();
    assert.equal(stages.stuck(), null);
    ended.resolve(false);
    await stages.stop();
  });

  test('a worker serves health and metrics, and nothing else', async () => {
    const operations = buildOperations(api.services, silent);
    closing(() => operations.close());
    for (const url of ['/healthz', '/livez', '/readyz', '/metrics'])
      assert.equal((await operations.inject({ url })).statusCode, 200, url);
    assert.equal((await operations.inject({ url: '/logos' })).statusCode, 404);
    const elsewhere = await operations.inject({ url: '/metrics', remoteAddress: '203.0.113.5' });
    assert.equal(elsewhere.statusCode, 403);
  });
});

suite('a database that is away', () => {
  const requests = [
    { method: 'GET', url: '/logos' },
    { method: 'GET', url: '/alerts/webhook' },
    { method: 'GET', url: '/visual_sightings/carrier-observations?usdot_numbers=1234567' },
    {
      method: 'POST',
      url: '/alerts/webhook',
      payload: { webhook_url: 'https://hooks.example/a', secret: 'x'.repeat(32) },
    },
    { method: 'POST', url: '/auth/token', payload: { email: insurer.email, password: insurer.password } },
  ] as const;

  test('while the database is away, routes answer 500 with Retry-After and readyz answers 503', async () => {
    assert.equal((await proxied.app.inject({ url: '/readyz' })).statusCode, 200);
    await proxy.cut();
    for (const request of requests) {
      const response = await proxied.app.inject({
        ...request,
        headers: { ...headers, authorization: `Bearer ${headers['access-token']}` },
      });
      const name = `${request.method} ${request.url}: ${response.body}`;
      assert.equal(response.statusCode, 500, name);
      assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/, name);
      assert.match(String(response.headers['x-correlation-id']), /^[0-9a-f-]{36}$/, name);
    }
    await eventually(
      'not ready',
      async () => (await proxied.app.inject({ url: '/readyz' })).statusCode === 503,
    );
    const notReady = await proxied.app.inject({ url: '/readyz' });
    assert.match(notReady.json().detail, /The database cannot be reached\./);
    assert.equal((await proxied.app.inject({ url: '/livez' })).statusCode, 200);
    assert.equal((await proxied.app.inject({ url: '/healthz' })).statusCode, 200);
  });

  test('metrics are served without figures from the database while it is away', async () => {
    const { body } = await proxied.app.inject({ url: '/metrics' });
    assert.match(body, /^milepost_database_up 0$/m);
    assert.match(body, /^milepost_ready\{check="database"\} 0$/m);
    assert.doesNotMatch(body, /^milepost_queue_depth\{/m);
  });

  test('requests succeed again when the database is back', async () => {
    await proxy.open();
    await eventually('ready', async () => (await proxied.app.inject({ url: '/readyz' })).statusCode === 200);
    assert.equal((await proxied.app.inject({ url: '/logos', headers })).statusCode, 200);
  });
});
