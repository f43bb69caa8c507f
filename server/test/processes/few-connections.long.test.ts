import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { startService } from '../../src/app/start-service.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { codeOf } from '../../src/lib/errors.ts';
import { silent } from '../support/cluster.ts';
import { emptyDatabase } from '../support/database.ts';
import { ingestBody, sampleImage } from '../support/images/sample-images.ts';
import { eventually, signIn, temporaryFolder } from '../support/milepost.ts';
import { startServer } from '../support/start-server.ts';
import { urlOf } from '../support/test-server.ts';

const TOO_MANY_CONNECTIONS = '53300';
const IMAGES = 6;
/** As many as one process with the smallest pool opens. */
const CONNECTIONS = 8;

/** The owner of the database may open a limited number of connections, as all users of a server may together. */
const db = await emptyDatabase(2);
const role = `few_${randomBytes(4).toString('hex')}`;
await db.pool.query(`create role ${role} login password 'few' connection limit ${CONNECTIONS}`);
await db.pool.query(`alter database ${db.connection.database} owner to ${role}`);
await db.pool.query(`alter schema public owner to ${role}`);
const connection = { ...db.connection, user: role, password: 'few' };

/** Holds back its answers while `isBusy`. */
const held: (() => void)[] = [];
let isBusy = true;
const recognizer = await startServer(async (request, response) => {
  await request.toArray();
  if (isBusy) await new Promise<void>((resolve) => held.push(resolve));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ width: 320, height: 200, is_whole: true, lines: [] }));
});
const pictures = await startServer(async (request, response) => {
  response.setHeader('content-type', 'image/jpeg');
  response.end(await sampleImage('jpeg', { seed: Number(request.url?.slice(1)) }));
});

const others: pg.Client[] = [];

/** Takes every connection that is free. */
async function occupy(): Promise<void> {
  for (;;) {
    const client = new pg.Client({ ...connection, application_name: 'other' });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      assert.equal(codeOf(error), TOO_MANY_CONNECTIONS);
      return;
    }
    others.push(client);
  }
}

const ofTheService = `from pg_stat_activity where usename = '${role}' and application_name = 'milepost'`;
const count = async (sql: string): Promise<number> => Number((await db.pool.query(sql)).rows[0]?.n);

test('a server without free connections delays accepted images and requests, and loses and fails none', async () => {
  const settings = decideSettings(
    readEnv({
      DATABASE_URL: urlOf(connection, String(connection.database)),
      DATABASE_POOL_SIZE: '2',
      DATA_DIR: await temporaryFolder(),
      RECOGNIZER_URL: `${recognizer}/read`,
      PORT: '0',
    }),
  );
  const service = await startService(settings, { api: true, work: true }, silent);
  try {
    const [email, password] = ['desk@example.com', 'correct horse battery'];
    const { organization_id: organizationId, api_key: apiKey } = await createOrganization(service.database, {
      name: 'Cameras',
      kind: 'partner',
    });
    const passwords = await openPasswords(1);
    await createUser(service.database, passwords, { organizationId, email, password, roles: ['admin'] });
    const url = String(service.address).replace('0.0.0.0', '127.0.0.1');
    const token = (await signIn(url, { apiKey, email, password })).token();
    const post = async (n: number) => {
      const response = await fetch(`${url}/image`, {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(ingestBody(`${pictures}/${n}`, { source: `camera-${n}` })),
      });
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
      };
    };

    const early = await Promise.all(Array.from({ length: IMAGES }, (_, n) => post(n + 1)));
    assert.deepEqual(new Set(early.map(({ status }) => status)), new Set([200]));
    await eventually('images are being read', async () => held.length > 0);

    await eventually('no connection is left to the service', async () => {
      await db.pool.query(`select pg_terminate_backend(pid) ${ofTheService}`);
      await occupy();
      const open = `select count(*) as n from pg_stat_activity where usename = '${role}' and application_name = 'other'`;
      return (await count(open)) === CONNECTIONS;
    });
    isBusy = false;
    for (const release of held.splice(0)) release();
    const refused = await Promise.all(Array.from({ length: 3 }, (_, n) => post(IMAGES + n + 1)));
    for (const { status, retryAfter, text } of refused) {
      assert.deepEqual([status, retryAfter], [500, '5'], text);
      assert.match(text, /Retry shortly/);
      assert.doesNotMatch(text, /role|connection/i, 'nothing about the server');
    }
    assert.equal(await count('select count(*) as n from image_queue where died_at is not null'), 0);

    await Promise.all(others.splice(0).map((client) => client.end()));
    for (const n of refused.keys())
      await eventually(
        'the request is answered again',
        async () => (await post(IMAGES + n + 1)).status === 200,
      );
    await eventually('every image is recognized', async () => {
      return (await count('select count(*) as n from images where recognized_at is not null')) === IMAGES + 3;
    });
    assert.equal(await count('select count(*) as n from images'), IMAGES + 3);
    assert.equal(await count('select count(*) as n from image_queue'), 0);
    await eventually('the service is ready', async () => {
      const response = await fetch(`${url}/readyz`);
      await response.arrayBuffer();
      return response.ok;
    });
    assert.ok((await count(`select count(*) as n ${ofTheService}`)) <= CONNECTIONS);
  } finally {
    await Promise.all(others.splice(0).map((client) => client.end()));
    await service.stop();
    await db.pool.query(`alter database ${db.connection.database} owner to current_user`);
    await db.pool.query(`reassign owned by ${role} to current_user`);
    await db.pool.query(`drop role ${role}`);
  }
});
