import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Database, openPool } from '../../src/db/database.ts';
import { AuditLog } from '../../src/domain/audit/audit-log.ts';
import { recordLoad } from '../../src/domain/federal/loads.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { openPasswords } from '../../src/domain/identity/password-hashing.ts';
import { holdSecrets } from '../../src/domain/secrets/hold-secrets.ts';
import { keyring } from '../../src/lib/bytes/keyring.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { testApi } from '../support/api.ts';
import { closing } from '../support/closing.ts';
import { silent, startTestCluster, TEMPLATE } from '../support/cluster.ts';
import type { TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/milepost.ts';
import { startServer } from '../support/start-server.ts';

const cluster = await startTestCluster({ durable: true });
closing(() => cluster.stop());
const { connection } = cluster;
export const server = openPool(connection, 2, silent);
closing(() => server.close());

export function urlOf(name: string, user = `${connection.user}:${connection.password}`): string {
  return `postgres://${user}@/${name}?host=${connection.host}`;
}

/** A new database on a server with full durability; its settings can be changed without effects on other tests. */
export async function newDatabase(
  options = `template ${TEMPLATE}`,
): Promise<TestDatabase & { name: string }> {
  const name = `doctor_${randomBytes(6).toString('hex')}`;
  await server.pool.query(`create database ${name} ${options}`);
  const own = { ...connection, database: name };
  const database = openPool(own, 2, silent);
  closing(() => database.close());
  return { ...database, name, url: urlOf(name), connection: own };
}

const shared = new Map<string, ReturnType<typeof newDatabase>>();

/** One database for several tests. */
export function sharedDatabase(key: string, options?: string): ReturnType<typeof newDatabase> {
  const known = shared.get(key) ?? newDatabase(options);
  shared.set(key, known);
  return known;
}

/** Overrides PostgreSQL functions for every session of this database. */
export async function replaceFunctions(
  { pool, name }: Database & { name: string },
  sql: string,
): Promise<void> {
  const { rows } = await pool.query(`select to_regnamespace('replaced') is not null as done`);
  if (rows[0].done) return;
  await pool.query(`create schema replaced; ${sql}`);
  await server.pool.query(`alter database ${name} set search_path = replaced, pg_catalog, public`);
}

type Settings = Record<string, string>;

export type Misconfiguration = {
  /** The check that finds it. */
  check: string;
  state: 'warning' | 'failed';
  says: RegExp;
  fix: RegExp;
  /** Settings to add. A function also plants the problem. */
  env?: Settings | (() => Promise<Settings>);
  plant?: () => Promise<unknown>;
  undo?: () => Promise<unknown>;
};
export const failed = (check: string) => ({ check, state: 'failed' as const });
export const warning = (check: string) => ({ check, state: 'warning' as const });

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

export const SECRET_KEY = 'key-'.repeat(10);
export const LINK_SECRET = 'link-'.repeat(10);

/** An installation in production without a problem that a test plants. Its API listens on loopback. */
export async function startInstallation() {
  const db = await newDatabase();
  const passwords = await openPasswords(1);
  const { organization_id: organizationId } = await createOrganization(db, {
    name: 'Operator',
    kind: 'operator',
  });
  await createUser(db, passwords, {
    organizationId,
    email: 'admin@milepost.test',
    password: 'correct horse battery',
    roles: ['admin'],
  });
  await recordLoad(db, federalLoad(new Date()));
  await recordBackup(db);
  const rings = { SECRET_KEY: keyring(SECRET_KEY), LINK_SECRET: keyring(LINK_SECRET) };
  const held = await holdSecrets(db, rings, { api: true, work: true }, silent);
  closing(held.close);
  const api = await testApi({ db, env: { SECRET_KEY, LINK_SECRET } });
  const publicUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const dataDir = await temporaryFolder(0o700);
  await mkdir(join(dataDir, 'blobs'));
  return { db, organizationId, publicUrl, dataDir };
}

/** The entry that `milepost backup` makes. */
function recordBackup(db: Database): Promise<void> {
  return new AuditLog(db, null, systemClock, silent).recordNow({
    at: new Date(),
    organizationId: null,
    actor: { kind: 'cli', id: null, name: 'milepost' },
    address: 'localhost',
    action: 'backup.create',
    isRead: false,
    object: { kind: '', id: '' },
    correlationId: null,
    subjects: [],
    details: {},
    pendingId: null,
    outcome: 'success',
    status: null,
    purpose: null,
  });
}

export function federalLoad(asOf: Date) {
  return {
    dataset: 'company-census',
    file_name: 'census.csv',
    file_bytes: 1,
    content_hash: randomBytes(32).toString('hex'),
    as_of: asOf.toISOString().slice(0, 10),
    rows_read: 1,
    rows_kept: 1,
    rows_rejected: 0,
    rows_repeated: 0,
    rows_blank: 0,
    cells_unread: 0,
    reject_file: null,
    seconds: 1,
  };
}

/** A mail server that requires a login. */
export async function startMailServerWith(options: SMTPServerOptions): Promise<string> {
  const smtp = new SMTPServer({
    logger: false,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'u' }) : done(new Error('Invalid login')),
    ...options,
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closing(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return `127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
}

/** A web server that gives every request the same response. */
export async function startWebServer(status: number): Promise<string> {
  const origin = await startServer((_request, response) => response.writeHead(status).end('hello'));
  return new URL(origin).host;
}

/** Forwards to an S3 server, but rejects writes as a read-only key does. */
export async function startReadOnlyS3(origin: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const proxy = await startServer((incoming, response) => {
    if (incoming.method === 'PUT') {
      incoming.resume();
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return;
    }
    const { method, url, headers } = incoming;
    const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  return new URL(proxy).host;
}
