import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { createLog } from '../../src/lib/log.ts';
import { closing } from '../support/closing.ts';
import { testDatabase } from '../support/database.ts';
import { freePort } from '../support/serve-process.ts';

const db = await testDatabase();
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

/** The address of the test database, with another port on loopback. */
function settingsAt(port: number) {
  const { user = '', password, database } = db.connection;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(String(password ?? ''))}`;
  const url = `postgres://${login}@127.0.0.1:${port}/${database}`;
  return decideSettings(readEnv({ DATABASE_URL: url }));
}

/** What a server sends to a new connection while it starts. */
function starting(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** A port of the test database, whose first connections are rejected. */
async function startingDatabase(rejected: number, port = 0): Promise<number> {
  const { host, port: target } = db.connection;
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((near) => {
    sockets.add(near.on('error', () => undefined));
    if (connections++ < rejected) return void near.once('data', () => near.end(starting()));
    const isFolder = String(host).startsWith('/');
    const far = isFolder
      ? connect(`${host}/.s.PGSQL.${target ?? 5432}`)
      : connect(Number(target ?? 5432), String(host));
    sockets.add(far.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  closing(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

suite('a database that is starting', () => {
  test('is waited for while it rejects connections with 57P03', async () => {
    const port = await startingDatabase(2);
    const opened = await openDatabase(settingsAt(port), log, { waitMs: 60_000 });
    closing(opened.close);
    assert.equal((await opened.database.pool.query('select 1 as one')).rows[0].one, 1);
    assert.equal(lines.filter((line) => line.includes('waiting for the database')).length, 1);
  });

  test('is waited for while nothing listens on its port', async () => {
    const port = await freePort();
    const opening = openDatabase(settingsAt(port), log, { waitMs: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await startingDatabase(0, port);
    const opened = await opening;
    await opened.close();
  });

  test('is given up after the time, in one sentence with the last reason', async () => {
    const port = await startingDatabase(Number.POSITIVE_INFINITY);
    await assert.rejects(openDatabase(settingsAt(port), log, { waitMs: 600 }), {
      kind: 'operator',
      message:
        'DATABASE_URL cannot be used after 0.6 seconds of waiting: 57P03 the database system is starting up',
    });
    const nobody = await freePort();
    await assert.rejects(openDatabase(settingsAt(nobody), log, { waitMs: 600 }), {
      message: /^DATABASE_URL cannot be used after 0\.6 seconds of waiting: ECONNREFUSED /,
    });
  });

  test('is not waited for after a stop signal', async () => {
    const stopping = AbortSignal.timeout(100);
    const startedAt = performance.now();
    const opening = openDatabase(settingsAt(await freePort()), log, { waitMs: 60_000, signal: stopping });
    await assert.rejects(opening, { kind: 'operator' });
    assert.ok(performance.now() - startedAt < 30_000);
  });

  test('other problems are reported at once', async () => {
    const { database } = db.connection;
    const url = settingsAt(await startingDatabase(0)).database.url?.replace(
      String(database),
      'no_such_database',
    );
    const settings = decideSettings(readEnv({ DATABASE_URL: url ?? '' }));
    await assert.rejects(openDatabase(settings, log, { waitMs: 60_000 }), {
      message: /^DATABASE_URL cannot be used: 3D000 database "no_such_database" does not exist$/,
    });
  });
});
