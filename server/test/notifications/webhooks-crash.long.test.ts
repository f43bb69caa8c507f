import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildServices } from '../../src/app/build-services.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { migrateSchema } from '../../src/domain/migrate-schema.ts';
import { closing } from '../support/closing.ts';
import { silent } from '../support/cluster.ts';
import { eventually, type Running, startMilepost, temporaryFolder } from '../support/milepost.ts';
import { firing } from '../support/notifications/firings.ts';
import { startReceiver } from '../support/notifications/start-receiver.ts';
import { webhookWorld } from '../support/notifications/webhook-world.ts';

const WEBHOOKS = 20;
const FIRINGS = 250;
const DELIVERIES = WEBHOOKS * FIRINGS;

const dataDir = await temporaryFolder();
const settings = decideSettings(readEnv({ DATA_DIR: dataDir }));
const opened = await openDatabase(settings, silent);
closing(opened.close);
await migrateSchema(opened.database);
const { services, close } = await buildServices({ settings, db: opened.database, log: silent });
closing(close);
const world = webhookWorld({ services, db: opened.database });
const query = (text: string) => opened.database.pool.query(text).then(({ rows }) => rows);
const organization = async (name: string) =>
  (await createOrganization(opened.database, { name, kind: 'broker' })).organization_id;

async function postmaster(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('5,000 deliveries survive kill -9 of workers and of the database; duplicates are identical', async (t) => {
  const receiver = await startReceiver(undefined, 40);
  const ids = [await organization('First'), await organization('Second')];
  for (let i = 0; i < WEBHOOKS; i++) await world.webhook(ids[i % 2] ?? 0, `${receiver.origin}/${i}`);
  // Each organization has half of the webhooks, and so half of the firings.
  for (let i = 0; i < FIRINGS * 2; i++)
    await world.fire(firing(ids[i % 2] ?? 0, { alert_name: `Alert ${i}` }));
  assert.equal((await query('select count(*)::int as n from webhook_deliveries'))[0].n, DELIVERIES);

  const delivered = async () =>
    DELIVERIES - Number((await query('select count(*) as n from delivery_queue'))[0].n);
  const start = () => startMilepost(dataDir, 'work', { env: { LOG_LEVEL: 'silent' } });
  // Nothing is answered before the kill, so that each kill interrupts requests.
  receiver.answer(0);
  const workers: Running[] = [await start(), await start()];
  for (let kill = 1; kill <= 3; kill++) {
    await eventually('requests wait for a response', async () => (await receiver.waiting()) > 0);
    const victims = kill === 3 ? workers.splice(0) : workers.splice(0, 1);
    for (const { child, exited } of victims) {
      child.kill('SIGKILL');
      await exited;
    }
    if (kill === 2) {
      const server = await postmaster();
      process.kill(server, 'SIGKILL');
      await eventually('a new server', async () => (await postmaster()) !== server);
      await eventually('it accepts queries', async () => (await query('select 1')).length === 1);
    }
    receiver.answer(kill === 3 ? Number.MAX_SAFE_INTEGER : 1000);
    workers.push(await start());
  }
  await eventually('all deliveries are done', async () => (await delivered()) === DELIVERIES);
  for (const worker of workers) worker.child.kill('SIGTERM');
  for (const worker of workers) assert.deepEqual(await worker.exited, { code: 0, signal: null });
  const seen = await receiver.seen();

  const rows = await query('select id, body from webhook_deliveries');
  const bodies = new Map<string, string>(rows.map(({ id, body }) => [id, body.toString()]));
  const times = new Map<string, number>();
  for (const { headers, body, verified } of seen) {
    const id = headers.find(([name]) => name === 'webhook-id')?.[1] ?? '';
    assert.equal(body, bodies.get(id), 'the stored bytes');
    assert.deepEqual(verified, { compatible: true, standard: true });
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  assert.equal(times.size, DELIVERIES, 'no delivery is lost');
  assert.ok(seen.length > DELIVERIES, 'no kill interrupted a request, so the test proves nothing');
  t.diagnostic(`${seen.length - DELIVERIES} of ${DELIVERIES} were sent more than once`);
  const logged = await query(
    'select count(distinct delivery_id)::int as n from webhook_attempts where error is null',
  );
  assert.equal(logged[0].n, DELIVERIES);
});

test('SIGTERM finishes or releases running requests and leaves no lease', async () => {
  const slow = await startReceiver(undefined, 20_000);
  const id = await organization('Third');
  const { id: webhookId } = await world.webhook(id, `${slow.origin}/slow`);
  for (let i = 0; i < 100; i++) await world.fire(firing(id));
  const worker = await startMilepost(dataDir, 'work', { env: { LOG_LEVEL: 'silent' } });
  await eventually('they are claimed', async () =>
    (await world.deliveries(webhookId)).some(({ lease_id }) => lease_id !== null),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  worker.child.kill('SIGTERM');
  assert.deepEqual(await worker.exited, { code: 0, signal: null });
  const rows = await world.deliveries(webhookId);
  assert.ok(rows.every(({ lease_id }) => lease_id === null));
  const waiting = rows.filter(({ due_at }) => due_at !== null);
  assert.ok(waiting.length > 0);
  assert.ok(waiting.every(({ wait_seconds, attempts }) => wait_seconds <= 0 && attempts === 0));
  assert.equal(
    (await world.attempts(webhookId)).length,
    rows.length - waiting.length,
    'cancelled requests are not counted as attempts',
  );
});
