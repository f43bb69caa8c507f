import { createToken } from '../../server/src/domain/identity/create-token.ts';
import { createOrganization } from '../../server/src/domain/identity/organizations.ts';
import { createUser } from '../../server/src/domain/identity/users.ts';
import { anybody, user } from '../../server/src/http/access.ts';
import type { Route } from '../../server/src/http/route.ts';
import { alternate, type Bench } from './support/bench.ts';
import { requestsPerSecond } from './support/load.ts';
import { benchService } from './support/service.ts';

const noOps: Route = (app) => {
  const answer = async () => ({ ok: true });
  app.get('/bench/open', { config: { access: anybody } }, answer);
  app.get(
    '/bench/closed',
    { config: { access: user({ roles: ['admin', 'create-alert-endpoint'] }) } },
    answer,
  );
};

export const bench: Bench = {
  about: 'a no-op route with key, token and role against the same route open to anybody, over loopback',
  async run({ quick }) {
    const service = await benchService({}, [noOps]);
    try {
      const { database, services, app } = service;
      const organization = await createOrganization(database, { name: 'Bench', kind: 'broker' });
      const organizationId = organization.organization_id;
      const login = { email: 'bench@example.com', password: 'correct horse battery' };
      await createUser(database, services.tokens.passwords, {
        organizationId,
        ...login,
        roles: ['create-alert-endpoint'],
      });
      const pair = await createToken(services.tokens, { organizationId, ...login, address: '127.0.0.1' });
      // Both routes are sent the same headers, so that parsing them costs both the same.
      const headers = { 'x-api-key': organization.api_key, 'access-token': pair.access_token_data.token };
      const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
      const seconds = quick ? 1 : 3;
      const load = (path: string) => () =>
        requestsPerSecond({ port: Number(url.port), path, headers, seconds });
      await load('/bench/closed')();
      const result = await alternate(quick ? 6 : 10, load('/bench/closed'), load('/bench/open'));
      return [
        {
          name: 'authenticated against open',
          ...result,
          measuredIn: 'requests/s',
          value: result.ours / result.peer,
          goal: 0.8,
          unit: 'x',
          better: 'higher',
        },
      ];
    } finally {
      await service.stop();
    }
  },
};
