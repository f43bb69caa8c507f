import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/db/database.ts';
import type { DemoCredentials } from '../../src/demo/credentials-file.ts';
import { ensureDemo } from '../../src/demo/demo.ts';
import { DEMO_IMAGES } from '../../src/demo/demo-file.ts';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type TestApi, testApi } from './api.ts';
import { testRecognition } from './recognition/recognition.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Pool = Pick<Database, 'pool'>;
export type DemoWorld = Awaited<ReturnType<typeof demoWorld>>;

/** A loaded demo, and what the README says to do with it: an image of the demo, an alert, a webhook. */
export async function demoWorld() {
  const api = await testApi({ env: { MILEPOST_MODE: 'local' } });
  const dataDir = await temporaryFolder();
  const demo = {
    database: api.db,
    passwords: api.services.identity.passwords,
    blobs: api.services.images.blobs,
    sealing: api.services.notifications.sealing,
    dataDir,
    clock: systemClock,
  };
  const credentials = await ensureDemo(demo);
  assert.ok(credentials);
  const headers = await headersOf(api, credentials);
  return { api, demo, dataDir, credentials, headers };
}

export async function headersOf({ app }: TestApi, { api_key, email, password }: DemoCredentials) {
  const response = await app.inject({
    method: 'POST',
    url: '/auth/token',
    headers: { 'x-api-key': api_key },
    payload: { email, password },
  });
  assert.equal(response.statusCode, 200, response.body);
  return { 'x-api-key': api_key, 'access-token': response.json().access_token_data.token as string };
}

/** What a person adds: an alert, a webhook, the demo's image sent once more, and an image of an own truck. */
export async function usePersonally({ api, headers }: DemoWorld) {
  const post = async (url: string, payload: object) => {
    const response = await api.app.inject({ method: 'POST', url, headers, payload });
    assert.ok(response.statusCode < 300, response.body);
    return response.json();
  };
  const me = await api.app.inject({ url: '/auth/me', headers });
  const { organization_id } = me.json();
  const webhook = await post('/alerts/webhook', {
    webhook_url: 'https://person.example/hook',
    secret: '0123456789abcdef',
  });
  const alert = await post('/alerts', {
    ...{ email: 'desk@person.example', alert_type: 'hot', disabled: false, alert_name: 'Mine' },
    deep_search: 'freight',
  });
  const { ingest, drain } = testRecognition(api, {}, Date.now() - 60_000);
  const demoImage = await ingest(
    organization_id,
    { lines: ['BLUE MESA SYNTHETIC FREIGHT', 'USDOT 5000001'] },
    { source: 'camera-7' },
  );
  const ownImage = await ingest(
    organization_id,
    { lines: ['HARBOR FREIGHT LINES', 'USDOT 1200008'] },
    { source: 'camera-8', plate: 'OWN1234' },
  );
  await drain();
  const truck = hash('sha256', await readFile(join(DEMO_IMAGES, 'truck.jpg')), 'buffer');
  await api.db.pool.query('update images set sha256 = $2 where id = $1', [demoImage, truck]);
  await new Matcher({ database: api.db, clock: systemClock, wake: () => undefined }).drain();
  await post('/alerts/run', {});
  return {
    organizationId: organization_id as number,
    webhookId: webhook.id,
    alertId: alert.id,
    ownImage,
    demoImage,
  };
}

/** The tables except the audit log, and the columns of each. */
async function tablesOf({ pool }: Pool): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await pool.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
       and c.relname not like 'audit%' group by 1 order by 1`,
  );
  return rows;
}

/** The row count and an order-independent hash of every table. When and from where a key or session was last used is left out: that is written later. */
export async function allRows(
  { pool }: Pool,
  {
    only,
    without = ['last_used_at', 'last_address'],
  }: { only?: readonly string[]; without?: readonly string[] } = {},
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, columns } of await tablesOf({ pool })) {
    if (only && !only.includes(name)) continue;
    const kept = columns.filter((column) => !without.includes(column)).map((column) => `t."${column}"`);
    // The text of a row takes a seventh of the time of its JSON.
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${kept})::text, 0)), 0) as rows from "${name}" t`,
    );
    found[name] = rows[0].rows;
  }
  return found;
}

/** The tables that contain a text, in any case, also as the bytes of a webhook's body. */
export async function tablesWith({ pool }: Pool, text: string): Promise<string[]> {
  const forms = [text, text.toUpperCase(), text.toLowerCase()].map((form) =>
    Buffer.from(form).toString('hex'),
  );
  const found: string[] = [];
  for (const { name } of await tablesOf({ pool })) {
    const { rows } = await pool.query(
      `select exists (select from "${name}" t where t::text ilike '%' || $1 || '%' or t::text ~ $2) as is_found`,
      [text, forms.join('|')],
    );
    if (rows[0].is_found) found.push(name);
  }
  return found;
}
