import { anyone, user } from '../../server/src/http/access.ts';
import type { Route } from '../../server/src/http/route.ts';
import { alternate, type Bench, rateRatio } from './support/bench.ts';
import { requestsPerSecond } from './support/load.ts';
import { benchService, insurers } from './support/service.ts';

const ROLE = 'create-alert-endpoint';

const noOpRoutes: Route = {
  register(app) {
    const handler = async () => ({ ok: true });
    app.get('/bench/open', { config: { access: anyone } }, handler);
    app.get('/bench/closed', { config: { access: user({ roles: ['admin', ROLE] }) } }, handler);
  },
};

export const bench: Bench = {
  about: 'a no-op route with API key, token and role, against the same route without authentication',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const service = await benchService(cleanup, {}, [noOpRoutes]);
    // Both routes receive the same headers, so parsing costs both the same.
    const [headers = {}] = await insurers(service, 1, [ROLE]);
    const url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
    const seconds = quick ? 1 : 3;
    const load = (path: string) => () =>
      requestsPerSecond({ port: Number(url.port), path, headers, seconds });
    await load('/bench/closed')();
    const result = await alternate(quick ? 6 : 10, load('/bench/closed'), load('/bench/open'));
    return [rateRatio('authenticated against open', result, 'requests/s', 0.8)];
  },
};
