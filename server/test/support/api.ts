import { buildServices } from '../../src/app/build-services.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings, type Settings } from '../../src/config/settings.ts';
import type { Organization } from '../../src/contract/admin/organization.ts';
import type { Role } from '../../src/contract/roles.ts';
import { createOrganization } from '../../src/domain/identity/manage-organizations.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import { buildHttp } from '../../src/http/build-http.ts';
import type { App, Route } from '../../src/http/route.ts';
import type { Services } from '../../src/http/services.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import type { Log } from '../../src/lib/log.ts';
import type { Outbound } from '../../src/lib/outbound.ts';
import { closing } from './closing.ts';
import { silent } from './cluster.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { PATIENT } from './patient.ts';
import { addResponseCheck } from './response-check.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Customer = {
  organizationId: number;
  apiKey: string;
  email: string;
  password: string;
  userId: number;
};

export type TestApi = {
  app: App;
  db: TestDatabase;
  settings: Settings;
  services: Services;
  /** Creates an organization with one user who has these roles. */
  customer(roles?: string[], kind?: Organization['kind']): Promise<Customer>;
  /** Returns the headers of an authenticated request. */
  signIn(customer: Customer): Promise<{ 'x-api-key': string; 'access-token': string }>;
  /** The same with the token as `Authorization`, which `POST /image` needs. */
  bearer(customer: Customer): Promise<{ 'x-api-key': string; authorization: string }>;
};

type Options = {
  env?: Record<string, string>;
  clock?: Clock;
  log?: Log;
  more?: Route[];
  db?: TestDatabase;
  outbound?: Outbound;
};

export const PASSWORD = 'correct horse battery';
let counter = 0;

/** The real API over a new database; send requests with `app.inject`. */
export async function testApi({
  env = {},
  clock = systemClock,
  log = silent,
  more = [],
  db,
  outbound,
}: Options = {}): Promise<TestApi> {
  const database = db ?? (await testDatabase());
  const dataDir = await temporaryFolder();
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, ...PATIENT, ...env }));
  const { services, close } = await buildServices({
    settings,
    db: database,
    log,
    clock,
    ...(outbound && { outbound }),
  });
  closing(close);
  const app = await buildHttp(services, log, { more, prepare: addResponseCheck });
  closing(() => app.close());
  await app.ready();
  const signIn: TestApi['signIn'] = async ({ apiKey, email, password }) => {
    const response = await app.inject({
      method: 'POST',
      url: '/auth/token',
      headers: { 'x-api-key': apiKey },
      payload: { email, password },
    });
    if (response.statusCode !== 200) throw new Error(`sign-in failed: ${response.body}`);
    return { 'x-api-key': apiKey, 'access-token': response.json().access_token_data.token };
  };
  return {
    app,
    db: database,
    settings,
    services,
    async customer(roles = [], kind = 'broker') {
      const email = `user${++counter}.${process.pid}@example.com`;
      const organization = await createOrganization(database, { name: `Org ${counter}`, kind });
      const organizationId = organization.organization_id;
      const user = await createUser(database, services.identity.passwords, {
        organizationId,
        email,
        password: PASSWORD,
        roles: roles as Role[],
      });
      return {
        organizationId,
        apiKey: organization.api_key,
        email,
        password: PASSWORD,
        userId: user.user_id,
      };
    },
    signIn,
    async bearer(customer) {
      const { 'x-api-key': key, 'access-token': token } = await signIn(customer);
      return { 'x-api-key': key, authorization: `Bearer ${token}` };
    },
  };
}
