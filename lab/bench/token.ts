import { verify } from '@node-rs/argon2';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { createUser } from '../../server/src/domain/identity/manage-users.ts';
import { alternate, type Bench, perSecond, rateRatio } from './support/bench.ts';
import { benchService } from './support/service.ts';

const PASSWORD = 'correct horse battery';
const USERS = 40;

export const bench: Bench = {
  about: 'POST /auth/token through the whole route, against bare argon2 verification in the same process',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const { database, services, app } = await benchService(cleanup, {
      TOKEN_LIMIT_PER_ADDRESS: '10000',
      TOKEN_LIMIT_PER_ACCOUNT: '10000',
      TOKEN_LIMIT_PER_SOURCE: '100000',
      TOKEN_LIMIT_PER_KEY: '100000',
    });
    const { passwords } = services.identity;
    const organization = await createOrganization(database, { name: 'Bench', kind: 'broker' });
    const organizationId = organization.organization_id;
    const emails = Array.from({ length: USERS }, (_, i) => `user${i}@example.com`);
    for (const email of emails)
      await createUser(database, passwords, { organizationId, email, password: PASSWORD, roles: [] });
    const hash = await passwords.hash(PASSWORD, 'bench');
    const concurrency = services.settings.identity.hashesAtOnce;
    const count = quick ? 120 : 400;

    const create = async (i: number) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/auth/token',
        headers: { 'x-api-key': organization.api_key },
        payload: { email: emails[i % USERS], password: PASSWORD },
      });
      if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    };
    const check = async () => {
      if (!(await verify(hash, PASSWORD))) throw new Error('the hash does not match');
    };
    await perSecond(20, concurrency, create);
    // More requests than hashing slots, so hashing continues while other requests wait for the disk.
    const result = await alternate(
      quick ? 4 : 8,
      () => perSecond(count, concurrency * 8, create),
      () => perSecond(count, concurrency, check),
    );
    return [rateRatio('token creation against bare argon2', result, 'per second', 0.9)];
  },
};
