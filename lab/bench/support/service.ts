import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildServices } from '../../../server/src/app/build-services.ts';
import { readEnv } from '../../../server/src/config/env.ts';
import { decideSettings } from '../../../server/src/config/settings.ts';
import type { Role } from '../../../server/src/contract/roles.ts';
import { type Database, openPool } from '../../../server/src/db/database.ts';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { createUser } from '../../../server/src/domain/identity/manage-users.ts';
import { buildHttp } from '../../../server/src/http/build-http.ts';
import type { Route } from '../../../server/src/http/route.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { silent, startTestCluster, TEMPLATE } from '../../../server/test/support/cluster.ts';

const PASSWORD = 'correct horse battery';

/** Limits of requests that one client at full load does not reach. They are counted and reported as usual. */
const NEVER_REACHED = {
  RATE_LIMIT_READS: '999999999',
  RATE_LIMIT_EXPENSIVE_READS: '999999999',
  RATE_LIMIT_AUTH: '999999999',
};

export type BenchDatabase = { database: Database; url: string };
export type BenchService = Awaited<ReturnType<typeof benchService>>;

/** A migrated database on its own server, with durable commits as in production. */
export async function benchDatabase(cleanup: AsyncDisposableStack, log = silent): Promise<BenchDatabase> {
  const { connection, stop } = await startTestCluster({ durable: true });
  cleanup.defer(stop);
  const database = openPool({ ...connection, database: TEMPLATE }, 10, log);
  cleanup.defer(() => database.close());
  const { user, password, host } = connection;
  return { database, url: `postgres://${user}:${password}@/${TEMPLATE}?host=${host}` };
}

export async function temporaryFolder(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The real service on its own database, with the log level of production and /dev/null as destination. */
export async function benchService(
  cleanup: AsyncDisposableStack,
  env: Record<string, string> = {},
  more: Route[] = [],
) {
  const log = createLog('info', pino.destination({ dest: openSync('/dev/null', 'w'), sync: false }));
  const { database } = await benchDatabase(cleanup, log);
  const settings = decideSettings(
    readEnv({ DATA_DIR: await temporaryFolder(cleanup), ...NEVER_REACHED, ...env }),
  );
  const { services, close } = await buildServices({ settings, db: database, log });
  cleanup.defer(close);
  const app = await buildHttp(services, log, { more });
  cleanup.defer(() => app.close());
  return { app, services, database };
}

/** The notification service on its own database. */
export async function benchNotifications(cleanup: AsyncDisposableStack, env: Record<string, string> = {}) {
  const db = await benchDatabase(cleanup);
  const dataDir = await temporaryFolder(cleanup);
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, DATABASE_URL: db.url, ...env }));
  const { services, close } = await buildServices({ settings, db: db.database, log: silent });
  cleanup.defer(close);
  const organization = await createOrganization(db.database, { name: 'Bench', kind: 'broker' });
  return { db, service: services.notifications, organizationId: organization.organization_id };
}

/** Request headers of insurance customers. Each customer may make two concurrent calls. */
export async function insurers({ app, database, services }: BenchService, count: number, roles: Role[] = []) {
  const headers: Record<string, string>[] = [];
  for (let n = 0; n < count; n++) {
    const organization = await createOrganization(database, { name: `Insurer ${n}`, kind: 'insurance' });
    const { organization_id: organizationId, api_key: key } = organization;
    const login = { email: `insurer${n}@example.com`, password: PASSWORD };
    await createUser(database, services.identity.passwords, { organizationId, ...login, roles });
    const response = await app.inject({
      method: 'POST',
      url: '/auth/token',
      headers: { 'x-api-key': key },
      payload: login,
    });
    headers.push({ 'x-api-key': key, 'access-token': response.json().access_token_data.token });
  }
  return headers;
}
