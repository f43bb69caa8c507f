import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL_ROLES } from '../../src/contract/roles.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { testApi } from '../support/api.ts';
import {
  fieldsOf,
  type Hostile,
  hostileParameters,
  hostileValues,
  type Schema,
  TOO_LONG,
  withoutField,
  withValue,
} from '../support/http/hostile-values.ts';
import { PARAMETERS } from '../support/http/parameters.ts';
import { sampleImage } from '../support/images/sample-images.ts';
import { startServer } from '../support/start-server.ts';

const UNLIMITED = Object.fromEntries(
  ['READS', 'EXPENSIVE_READS', 'WRITES', 'INGEST', 'AUTH', 'OPEN', 'FAILURES'].map((name) => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
);
const api = await testApi({ env: UNLIMITED });
const operator = await api.customer([...ALL_ROLES], 'operator');
const { 'x-api-key': key, 'access-token': token } = await api.signIn(operator);
const headers = { 'x-api-key': key, 'access-token': token, authorization: `Bearer ${token}` };

const routes = apiRoutes().flatMap(({ definition }) => definition ?? []);
const definitionOf = (endpoint: string) =>
  routes.find(({ method, url }) => `${method} ${url}` === endpoint) as RouteDefinition;

/** Objects that the changed requests reach, so that a value that is accepted is also stored. */
const created = async (endpoint: string) => {
  const { method, url, example } = definitionOf(endpoint);
  const response = await api.app.inject({ method, url, headers, payload: example as object });
  assert.ok(response.statusCode < 300, response.body);
  return response.json();
};
const scratch = await api.customer(['create-alert-endpoint']);
const parameters: Record<string, string> = {
  ...PARAMETERS,
  id: String((await created('POST /alerts')).id),
  webhook_id: (await created('POST /alerts/webhook')).id,
  organization_id: String(scratch.organizationId),
  user_id: String(scratch.userId),
};
const jpeg = await sampleImage('jpeg');
const image_url = `${await startServer((_request, response) => response.end(jpeg))}/x.jpg`;
/** An image that can be downloaded, so that a record that is accepted is stored. */
const BODIES: Record<string, object> = { 'POST /image': { image_url } };
/** Required parameters of queries. */
const QUERIES: Record<string, string> = {
  number: 'ABC1',
  city: 'Dallas',
  state: 'TX',
  usdot_number: '1234567',
  vin: '1FUJGLDR9CSBM0001',
  source: 'camera-1',
  query: 'smith',
  expires: '1',
  signature: 'x',
  origin_latitude: '35',
  origin_longitude: '-101',
  destination_latitude: '36',
  destination_longitude: '-102',
  origin_city: 'Amarillo',
  origin_state: 'TX',
  usdot: '1234567',
  name: 'warehouse',
  origin_lat: '35',
  origin_lon: '-101',
  destination_lat: '36',
  destination_lon: '-102',
  origin_radius: '50',
  destination_radius: '50',
};

type Sent = { method: string; url: string; body?: unknown; query?: Record<string, unknown> };
let requests = 0;

async function send({ method, url, body, query }: Sent) {
  requests++;
  const path = url.replace(/:(\w+)/g, (_, name: string) => {
    assert.ok(parameters[name] !== undefined, `no value for the path parameter ${name}`);
    return parameters[name];
  });
  return api.app.inject({
    method: method as 'POST',
    url: path,
    headers,
    ...(body !== undefined && { payload: body as object }),
    ...(query && { query: query as Record<string, string> }),
  });
}

/** Failures that the contract documents, because another machine failed. */
function isDocumentedFailure({ method, url, errors }: RouteDefinition, status: number): boolean {
  if (`${method} ${url}` === 'POST /image') return status === 500;
  return status === 503 && errors?.[503] !== undefined;
}

async function expectHandled(route: RouteDefinition, sent: Sent, { name, isInvalid }: Hostile, what: string) {
  const { statusCode, body } = await send(sent);
  const about = `${route.method} ${route.url} ${what} ${name}: ${statusCode} ${body.slice(0, 300)}`;
  assert.ok(statusCode < 500 || isDocumentedFailure(route, statusCode), about);
  if (isInvalid) assert.ok(statusCode >= 400 && statusCode < 500, `accepted: ${about}`);
}

/** A stream stays open; a body that the handler reads itself is that of POST /image. */
const isWalked = ({ success, bodyType }: RouteDefinition) =>
  !bodyType && !('contentType' in success && success.contentType === 'text/event-stream');

suite('every field of every request body', () => {
  const walked = routes.filter((route) => route.body !== undefined && isWalked(route));
  assert.ok(walked.length >= 25, `${walked.length} routes with a body`);
  for (const route of walked) {
    test(`${route.method} ${route.url}`, async () => {
      const { method, url } = route;
      const valid = { ...route.example, ...BODIES[`${method} ${url}`] };
      for (const field of fieldsOf(route.body as Schema)) {
        const place = field.path.join('.');
        for (const hostile of hostileValues(field)) {
          const body = withValue(valid, field.path, hostile.value);
          await expectHandled(route, { method, url, body }, hostile, place);
        }
        if (!field.isRequired || typeof field.path.at(-1) === 'number') continue;
        const missing = { name: 'missing', value: undefined, isInvalid: true };
        const isParentSent = field.path.length === 1 || place in flat(valid);
        if (isParentSent)
          await expectHandled(route, { method, url, body: withoutField(valid, field.path) }, missing, place);
      }
      for (const body of [null, [], 'text', 7, true])
        await expectHandled(
          route,
          { method, url, body: JSON.stringify(body) },
          anyBody,
          JSON.stringify(body),
        );
    });
  }
});
const anyBody: Hostile = { name: 'as the body', value: undefined, isInvalid: false };

function flat(value: unknown, prefix = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => ({
      [prefix + name]: inner,
      ...flat(inner, `${prefix}${name}.`),
    })),
  );
}

suite('every parameter of every query', () => {
  const walked = routes.filter((route) => route.query !== undefined && isWalked(route));
  assert.ok(walked.length >= 18, `${walked.length} routes with a query`);
  for (const route of walked) {
    test(`${route.method} ${route.url}`, async () => {
      const { method, url } = route;
      const fields = fieldsOf(route.query as Schema);
      const valid = Object.fromEntries(
        fields
          .filter(({ isRequired }) => isRequired)
          .map(({ path: [name] }) => {
            assert.ok(
              QUERIES[String(name)] !== undefined,
              `no valid value for the parameter ${name} of ${url}`,
            );
            return [name, QUERIES[String(name)]];
          }),
      );
      for (const field of fields) {
        const name = String(field.path[0]);
        for (const hostile of hostileParameters(field)) {
          const query = { ...valid, [name]: hostile.value };
          await expectHandled(route, { method, url, query }, hostile, name);
        }
        const isInvalid = field.schema.joinsList !== true;
        const twice = { name: 'twice', value: undefined, isInvalid };
        await expectHandled(route, { method, url, query: { ...valid, [name]: ['1', '2'] } }, twice, name);
      }
    });
  }
});

suite('every parameter of every path', () => {
  const walked = routes.filter(
    (route) => route.url.includes(':') && route.params !== undefined && isWalked(route),
  );
  for (const route of walked) {
    test(`${route.method} ${route.url}`, async () => {
      for (const [, name = ''] of route.url.matchAll(/:(\w+)/g)) {
        const isText = name === 'token' || name === 'value';
        const known = parameters[name] ?? '';
        for (const value of [
          '%20',
          `%20${known}`,
          `${known}%20`,
          'nonsense',
          '-1',
          '9'.repeat(40),
          'a%00b',
          '%ff',
        ]) {
          const url = route.url.replace(`:${name}`, value);
          const query = route.query ? QUERIES : undefined;
          const hostile = { name: value, value, isInvalid: !isText };
          await expectHandled(route, { method: route.method, url, ...(query && { query }) }, hostile, name);
        }
      }
    });
  }
});

test('nothing that is too long, blank or empty was stored', async () => {
  assert.ok(requests > 2_000, `${requests} requests`);
  const { rows: columns } = await api.db.pool.query(
    `select table_name as "table", column_name as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (c.data_type in ('text', 'jsonb', 'json', 'ARRAY'))`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await api.db.pool.query(
      `select count(*)::int as n from "${table}" where "${column}"::text like $1 or "${column}"::text ~ '^\\s+$'`,
      [`%${TOO_LONG}%`],
    );
    if (rows[0].n > 0) found.push(`${table}.${column}`);
  }
  assert.deepEqual(found, [], 'values that are too long or blank were stored');
  const { rows } = await api.db.pool.query(
    `select (select count(*)::int from alerts where email = '' or '' = any (cc_emails) or alert_name = '') as alerts,
            (select count(*)::int from webhooks where webhook_url = '') as webhooks,
            (select count(*)::int from users where email = '') as users,
            (select count(*)::int from organizations where name = '') as organizations,
            (select count(*)::int from api_keys where name = '') as keys`,
  );
  assert.deepEqual(rows[0], { alerts: 0, webhooks: 0, users: 0, organizations: 0, keys: 0 });
});
