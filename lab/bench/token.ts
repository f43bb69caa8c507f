import { verify } from '@node-rs/argon2';
import { createOrganization } from '../../server/src/domain/identity/organizations.ts';
import { createUser } from '../../server/src/domain/identity/users.ts';
import { alternate, type Bench } from './support/bench.ts';
import { benchService } from './support/service.ts';

const PASSWORD = 'correct horse battery';
const USERS = 40;

export const bench: Bench = {
  about: 'token creations through the whole route against bare argon2 verification in the same process',
  async run({ quick }) {
    const service = await benchService({
      TOKEN_LIMIT_PER_ADDRESS: '10000',
      TOKEN_LIMIT_PER_ACCOUNT: '10000',
    });
    try {
      const { database, services, app } = service;
      const { tokens, settings } = services;
      const organization = await createOrganization(database, { name: 'Bench', kind: 'broker' });
      const organizationId = organization.organization_id;
      const emails = Array.from({ length: USERS }, (_, i) => `user${i}@example.com`);
      for (const email of emails) {
        await createUser(database, tokens.passwords, {
          organizationId,
          email,
          password: PASSWORD,
          roles: [],
        });
      }
      const hash = await tokens.passwords.hash(PASSWORD);
      const width = settings.identity.hashesAtOnce;
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
        if (!(await verify(hash, PASSWORD))) throw new Error('the hash does not fit');
      };
      await perSecond(20, width, create);
      // Enough requests under way that some wait at the gate while others wait for the disk; the peer needs neither.
      const result = await alternate(
        quick ? 4 : 8,
        () => perSecond(count, width * 8, create),
        () => perSecond(count, width, check),
      );
      return [
        {
          name: 'token creation against bare argon2',
          ...result,
          measuredIn: 'per second',
          value: result.ours / result.peer,
          goal: 0.9,
          unit: 'x',
          better: 'higher',
        },
      ];
    } finally {
      await service.stop();
    }
  },
};

async function perSecond(count: number, width: number, task: (i: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await task(next++);
    }),
  );
  return (count / (performance.now() - started)) * 1_000;
}
