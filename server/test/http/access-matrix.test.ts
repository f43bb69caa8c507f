import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_ROLES, type Role } from '../../src/contract/roles.ts';
import { createUser } from '../../src/domain/identity/manage-users.ts';
import type { UserAccess } from '../../src/http/access.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { PASSWORD, testApi } from '../support/api.ts';
import { objectsOf } from '../support/http/objects.ts';
import { PARAMETERS } from '../support/http/parameters.ts';

const DAY_MS = 24 * 3_600_000;
let now = new Date();
const limits = ['READS', 'EXPENSIVE_READS', 'WRITES', 'INGEST', 'AUTH', 'OPEN', 'FAILURES'];
const env = Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '0']));
const api = await testApi({ env, clock: { now: () => now } });
const routes = apiRoutes().flatMap(({ definition }) => definition ?? []);
const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`;

const insurer = await api.customer([...ALL_ROLES], 'insurance');
const stranger = await api.customer([...ALL_ROLES], 'insurance');
const broker = await api.customer([...ALL_ROLES], 'broker');
const operator = await api.customer(['admin'], 'operator');
const headersOf = {
  insurer: await api.signIn(insurer),
  stranger: await api.signIn(stranger),
  broker: await api.signIn(broker),
  operator: await api.signIn(operator),
};
type Headers = Record<string, string>;

/** The headers of a user of the insurance organization with these roles. */
const signedIn = new Map<string, Promise<Headers>>();
function userWith(roles: Role[]): Promise<Headers> {
  const name = roles.join('+');
  const known = signedIn.get(name);
  if (known) return known;
  const { organizationId, apiKey } = insurer;
  const email = `user-${signedIn.size}@matrix.example`;
  const made = createUser(api.db, api.services.identity.passwords, {
    organizationId,
    email,
    password: PASSWORD,
    roles,
  }).then(() => api.signIn({ organizationId, apiKey, email, password: PASSWORD, userId: 0 }));
  signedIn.set(name, made);
  return made;
}

const anyObjects = {
  ...PARAMETERS,
  id: '2147483647',
  webhook_id: PARAMETERS.image_id,
  organization_id: '2147483647',
  user_id: '2147483647',
};

/** Sends a request whose body is not valid JSON, so that a request that is admitted has no effect. */
async function status(
  route: RouteDefinition,
  headers: Headers,
  parameters: Record<string, string | undefined> = anyObjects,
  address = '192.0.2.9',
): Promise<number> {
  const url = route.url.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
  const hasBody = route.body !== undefined;
  const given = hasBody ? { 'content-type': route.bodyType ?? 'application/json' } : {};
  const response = await api.app.inject({
    method: route.method,
    url,
    headers: { ...headers, ...given },
    remoteAddress: address,
    ...(hasBody && { payload: '{' }),
  });
  return response.statusCode;
}

/** The headers in the form that the route reads. */
function forRoute({ token }: UserAccess, headers: Headers): Headers {
  const { 'access-token': value, ...rest } = headers;
  if (value === undefined || token !== 'Authorization') return headers;
  return { ...rest, authorization: `Bearer ${value}` };
}

const isRefused = (code: number) => code === 401 || code === 403;
const isStream = ({ success }: RouteDefinition) =>
  'contentType' in success && success.contentType === 'text/event-stream';
/** They end the session that the other cases use. */
const endsSessions = ({ url }: RouteDefinition) => /^\/auth\/(logout|session$|totp$)/.test(url);

suite('routes for users', () => {
  const forUsers = routes.filter(({ access }) => access.kind === 'user');
  assert.ok(forUsers.length >= 75, `${forUsers.length} routes`);
  for (const route of forUsers) {
    const access = route.access as UserAccess;
    test(nameOf(route), async () => {
      const own = forRoute(access, headersOf.insurer);
      const { 'x-api-key': key = '', ...tokenOnly } = own;
      const foreign = headersOf.stranger['x-api-key'];
      const wrongToken = forRoute(access, { 'x-api-key': key, 'access-token': `mpa_${'A'.repeat(43)}` });
      const cases: [string, Headers, number][] = [
        ['no credential', {}, 401],
        ['only the key', { 'x-api-key': key }, 401],
        ['a wrong key', { ...own, 'x-api-key': 'mp_wrong' }, 401],
        ['an empty key', { ...own, 'x-api-key': '' }, 401],
        ['the key of another organization', { ...own, 'x-api-key': foreign }, 401],
        ['a wrong token', wrongToken, access.wrongToken === 'forbidden' ? 403 : 401],
      ];
      if (access.apiKey === 'required') cases.push(['only the token', tokenOnly, 401]);
      for (const [name, headers, expected] of cases)
        assert.equal(await status(route, headers), expected, name);
      if (access.token !== 'either') {
        const elsewhere = access.token === 'Authorization' ? headersOf.insurer : bearer(headersOf.insurer);
        assert.equal(await status(route, elsewhere), 401, 'the token in another header');
      }
      now = new Date(Date.now() + DAY_MS + 60_000);
      const expired = await status(route, own);
      now = new Date();
      assert.equal(expired, access.expired === 'forbidden' ? 403 : 401, 'an expired token');
    });
  }
});

const bearer = ({ 'x-api-key': key = '', 'access-token': token }: Headers): Headers => ({
  'x-api-key': key,
  authorization: `Bearer ${token}`,
});

suite('roles', () => {
  const forUsers = routes.filter(({ access }) => access.kind === 'user');
  const admits = (route: RouteDefinition) => !isStream(route) && !endsSessions(route);
  for (const route of forUsers) {
    const access = route.access as UserAccess;
    const { roles, permits } = access;
    test(`${nameOf(route)}: ${roles?.join(' or ') ?? 'every user'}${permits ? ', of some organizations' : ''}`, async () => {
      const by = async (headers: Headers) => status(route, forRoute(access, headers));
      if (roles !== null) {
        assert.equal(await by(await userWith([])), 403, 'a user without roles');
        const others = ALL_ROLES.filter((role) => !roles.includes(role));
        assert.equal(await by(await userWith(others)), 403, 'a user with all other roles');
      }
      if (!admits(route)) return;
      const caller = { organization_kind: 'insurance', roles: [...ALL_ROLES] } as never;
      const isForInsurers = permits === undefined || permits(caller);
      for (const role of roles ?? []) {
        const code = await by(await userWith([role]));
        assert.equal(isRefused(code), !isForInsurers, `only ${role}: ${code}`);
      }
      if (roles === null) assert.equal(isRefused(await by(await userWith([]))), !isForInsurers, 'no role');
      if (permits) {
        const isForBrokers = permits({ organization_kind: 'broker', roles: [...ALL_ROLES] } as never);
        assert.equal(isRefused(await by(headersOf.broker)), !isForBrokers, 'a broker with all roles');
        const operatorMay = roles === null || roles.includes('admin');
        assert.equal(
          isRefused(await by(headersOf.operator)),
          !operatorMay,
          'an administrator of the operator',
        );
      }
    });
  }
});

suite('routes with an API key alone', () => {
  for (const route of routes.filter(({ access }) => access.kind === 'api-key')) {
    test(nameOf(route), async () => {
      for (const headers of [
        {},
        { 'x-api-key': '' },
        { 'x-api-key': 'mp_wrong' },
        { 'access-token': headersOf.insurer['access-token'] },
      ] as Headers[])
        assert.equal(await status(route, headers), 403, JSON.stringify(Object.keys(headers)));
      assert.ok(!isRefused(await status(route, { 'x-api-key': insurer.apiKey })));
    });
  }
});

suite('routes with any credential', () => {
  for (const route of routes.filter(({ access }) => access.kind === 'any-credential')) {
    test(nameOf(route), async () => {
      for (const headers of [
        {},
        { 'x-api-key': 'mp_wrong' },
        { 'access-token': 'mpa_wrong' },
        { 'x-api-key': insurer.apiKey, 'access-token': 'mpa_wrong' },
      ] as Headers[])
        assert.equal(await status(route, headers), 401, JSON.stringify(Object.keys(headers)));
      for (const headers of [
        { 'x-api-key': insurer.apiKey },
        { 'access-token': headersOf.insurer['access-token'] },
        headersOf.insurer,
      ] as Headers[])
        assert.equal(await status(route, headers), 200, JSON.stringify(Object.keys(headers)));
    });
  }
});

suite('routes for operators of the service', () => {
  for (const route of routes.filter(({ access }) => access.kind === 'operations')) {
    test(nameOf(route), async () => {
      assert.equal(await status(route, {}), 403);
      assert.equal(await status(route, { authorization: 'Bearer wrong' }), 403);
      assert.equal(await status(route, headersOf.operator), 403);
    });
  }
});

/** The reference answers 403 for the object of another customer. Its id is random, so nobody finds one by trying. */
const TELLS_OF_OTHERS = new Set([
  'PATCH /onboarded-carrier/contacts/:contact_id',
  'DELETE /onboarded-carrier/contacts/:contact_id',
  'PATCH /mismatch-observations/:observation_id',
]);
/** Parameters that name no object of an organization. */
const COMMON = new Set(['usdot_number', 'field', 'stage', 'token', 'kind', 'value']);

suite('objects of another organization are not found', async () => {
  const objects = await objectsOf(api, insurer);
  const parameters = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const owned = routes.filter(
    ({ url, access }) => access.kind === 'user' && parameters(url).some((name) => !COMMON.has(name)),
  );
  assert.ok(owned.length >= 30, `${owned.length} routes`);
  for (const route of owned) {
    test(nameOf(route), async () => {
      const unknown = parameters(route.url).filter(
        (name) => !COMMON.has(name) && objects[name] === undefined,
      );
      assert.deepEqual(unknown, [], 'add an object with this parameter to objects.ts');
      const access = route.access as UserAccess;
      const isTold = TELLS_OF_OTHERS.has(nameOf(route));
      const isForOperators = access.permits !== undefined && (access.roles ?? []).includes('admin');
      const headers = forRoute(access, headersOf.stranger);
      const { example, body, isBodyOptional } = route;
      const url = route.url.replace(/:(\w+)/g, (_, name: string) => objects[name] ?? PARAMETERS[name] ?? '');
      const response = await api.app.inject({
        method: route.method,
        url,
        headers,
        ...(body && !isBodyOptional && { payload: example as object }),
      });
      assert.equal(response.statusCode, isForOperators || isTold ? 403 : 404, response.body);
    });
  }
});
