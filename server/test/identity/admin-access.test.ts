import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RouteDefinition } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { testApi } from '../support/api.ts';
import { type Headers, requester } from '../support/identity/requests.ts';

const api = await testApi();
const send = requester(api);
const operator = await api.customer(['admin'], 'operator');
const operatorUser = await api.customer([], 'operator');
const own = await api.customer(['admin']);
const other = await api.customer(['admin', 'create-alert-endpoint']);
const plain = await api.customer(['create-alert-endpoint', 'edit-alert-endpoint']);
const headersOf = {
  operator: await api.signIn(operator),
  operatorUser: await api.signIn(operatorUser),
  own: await api.signIn(own),
  other: await api.signIn(other),
  plain: await api.signIn(plain),
};

const OPERATOR_ONLY = new Set([
  'POST /admin/organizations',
  'GET /admin/organizations',
  'PATCH /admin/organizations/:organization_id',
  'GET /admin/organizations/:organization_id/quotas',
  'PUT /admin/organizations/:organization_id/quotas',
  'GET /admin/stages',
  'POST /admin/stages/:stage/retry',
  'GET /admin/imports',
  'GET /admin/score-runs',
  'GET /admin/system',
  'GET /admin/jobs',
  'POST /admin/jobs',
]);
/** Valid bodies, so that only the access rule and the organization decide. */
const BODIES: Record<string, object> = {
  'POST /admin/organizations': { name: 'Matrix', kind: 'broker' },
  'PATCH /admin/organizations/:organization_id': { name: 'Renamed' },
  'PUT /admin/organizations/:organization_id/quotas': {},
  'PATCH /admin/organizations/:organization_id/privacy': { purpose_required: false },
  'PATCH /admin/organizations/:organization_id/sign-in': { require_totp: false },
  'POST /admin/organizations/:organization_id/users': { name: 'camera', roles: [] },
  'PATCH /admin/users/:user_id': { disabled: false },
  'POST /admin/organizations/:organization_id/invitations': { email: 'new@example.com', roles: [] },
  'POST /admin/jobs': { kind: 'import', datasets: ['out-of-service-orders'] },
  'POST /admin/organizations/:organization_id/keys': { name: 'matrix' },
  'POST /admin/organizations/:organization_id/sso': {
    issuer: 'http://127.0.0.1:1',
    client_id: 'x',
    client_secret: 'x',
  },
};

const QUERIES: Record<string, (organizationId: number) => string> = {
  '/admin/cameras/hours': (organizationId) => `?source=none&organization_id=${organizationId}`,
};

const routes = apiRoutes()
  .flatMap(({ definition }) => definition ?? [])
  // Every administrator may call these. They list only the cameras that the caller may see.
  .filter(({ url }) => url.startsWith('/admin/') && !/^\/admin\/cameras(\/health)?$/.test(url));

async function request(route: RouteDefinition, headers: Headers, target = own) {
  const { rows } = await api.db.pool.query('select min(id) as id from api_keys where organization_id = $1', [
    target.organizationId,
  ]);
  const invitation = await api.db.pool.query(
    `insert into invitations (organization_id, email, roles, token_hash, expires_at)
     values ($1, 'someone@example.com', '{}', sha256(gen_random_uuid()::text::bytea), now() + interval '1 day') returning id`,
    [target.organizationId],
  );
  const url = route.url
    .replace(':organization_id', String(target.organizationId))
    .replace(':user_id', String(target.userId))
    .replace(':invitation_id', String(invitation.rows[0].id))
    .replace(':api_key_id', String(rows[0].id))
    .replace(':stage', 'images');
  const query = QUERIES[route.url]?.(target.organizationId) ?? '';
  const { status, body } = await send(
    route.method,
    url + query,
    headers,
    BODIES[`${route.method} ${route.url}`],
  );
  return { status, body };
}

suite('role × route', () => {
  assert.ok(routes.length >= 26, `${routes.length} routes`);
  // These change the credentials that the other cases use.
  const isDestructive = ({ url }: RouteDefinition) => /revoke-tokens|reset-totp|keys\/:api_key_id/.test(url);
  for (const route of routes) {
    const name = `${route.method} ${route.url}`;
    const isOperatorOnly = OPERATOR_ONLY.has(name);
    test(name, async () => {
      assert.equal((await request(route, {})).status, 401, 'without credentials');
      assert.equal((await request(route, { 'x-api-key': own.apiKey })).status, 401, 'with a key alone');
      assert.equal((await request(route, headersOf.plain, plain)).status, 403, 'without admin');
      assert.equal((await request(route, headersOf.operatorUser)).status, 403, 'operator without admin');
      const foreign = await request(route, headersOf.other, own);
      assert.equal(foreign.status, isOperatorOnly ? 403 : 404, 'administrator of another organization');
      if (!isOperatorOnly) assert.match(foreign.body.detail, /^There is no such /);
      if (isDestructive(route)) return;
      const mine = await request(route, headersOf.own);
      if (isOperatorOnly) assert.equal(mine.status, 403, 'own organization');
      else assert.ok(![401, 403].includes(mine.status), `own organization: ${mine.status}`);
      const all = await request(route, headersOf.operator, plain);
      assert.ok(![401, 403].includes(all.status), `operator: ${all.status}`);
    });
  }

  test('unknown and foreign ids have the same response', async () => {
    for (const path of ['organizations', 'users', 'invitations'] as const) {
      const id = { organizations: other.organizationId, users: other.userId, invitations: 900_001 }[path];
      const method = path === 'invitations' ? 'DELETE' : 'GET';
      if (path === 'invitations')
        await api.db.pool.query(
          `insert into invitations (id, organization_id, email, roles, token_hash, expires_at)
           values (900001, $1, 'x@example.com', '{}', '\\x01', now()) on conflict do nothing`,
          [other.organizationId],
        );
      const foreign = await send(method, `/admin/${path}/${id}`, headersOf.own);
      const unknown = await send(method, `/admin/${path}/999999`, headersOf.own);
      assert.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body]);
      assert.equal(foreign.status, 404);
    }
  });

  test('rejects ids that are not positive integers', async () => {
    for (const id of ['0', '-1', 'x', '99999999999999', '1%00'])
      assert.equal((await send('GET', `/admin/users/${id}`, headersOf.operator)).status, 400, id);
  });
});
