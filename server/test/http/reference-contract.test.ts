import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { isRestricted, isRole } from '../../src/contract/roles.ts';
import type { UserAccess } from '../../src/http/access.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/http/routes.ts';
import { testApi } from '../support/api.ts';
import {
  errorShape,
  type ReferenceOperation,
  referenceOperations,
} from '../support/http/reference/operations.ts';
import { requestsOf, type Sent } from '../support/http/reference/requests.ts';

const UNLIMITED = Object.fromEntries(
  ['READS', 'EXPENSIVE_READS', 'WRITES', 'FAILURES', 'AUTH'].map((name) => [`RATE_LIMIT_${name}`, '0']),
);
const api = await testApi({ env: UNLIMITED });
const cases = await requestsOf(api);

/** The permissions of the reference's operations, and whether the operator licenses them. */
const PERMISSIONS: Record<string, 'open' | 'licensed'> = {
  'external-api-carrier-contacts': 'open',
  'external-api-carrier-profile': 'licensed',
  'external-api-carrier-recommendation': 'licensed',
  'external-api-compliance-rules': 'open',
  'external-api-update-compliance-rules': 'open',
  'external-api-create-onboarded-carrier-contact': 'open',
  'external-api-get-onboarded-carrier-contact': 'open',
  'external-api-update-onboarded-carrier-contact': 'open',
  'external-api-delete-onboarded-carrier-contact': 'open',
  'external-api-mismatch-observations': 'open',
  'external-api-shipper-facilities': 'open',
  'external-api-shipper-lanes': 'open',
  'external-api-shipper-network-map': 'open',
  'realtime-api': 'licensed',
  'verifier-carrier': 'licensed',
};

test('every permission of the reference is a role, and those that show sightings are licensed', () => {
  for (const [name, kind] of Object.entries(PERMISSIONS)) {
    assert.ok(isRole(name), name);
    assert.equal(isRestricted(name), kind === 'licensed', name);
  }
});

const definitions = new Map<string, RouteDefinition>(
  apiRoutes().flatMap(({ definition }) =>
    definition
      ? [[`${definition.method} ${definition.url.replace(/:(\w+)/g, '{$1}')}`, definition] as const]
      : [],
  ),
);
const definitionOf = ({ endpoint }: ReferenceOperation) => definitions.get(endpoint) as RouteDefinition;
type Properties = { properties?: Record<string, Record<string, unknown>>; required?: string[] };

/** Of the 28 operations of the reference, all but `POST /auth/token/refresh`, which interface.md rules out. */
const OPERATIONS = 27;

test('every operation of the reference is in the data, once', () => {
  assert.equal(new Set(referenceOperations.map(({ endpoint }) => endpoint)).size, OPERATIONS);
});

suite('the definition of each operation has what the reference documents', () => {
  for (const operation of referenceOperations) {
    test(operation.endpoint, () => {
      const definition = definitionOf(operation);
      assert.ok(definition, 'there is no such route');
      const access = definition.access as UserAccess;
      const { permission, ownQuery = [], isKeyOptional } = operation;
      const admitted = PERMISSIONS[permission] === 'licensed' ? [permission] : ['admin', permission];
      if (permission === '') assert.equal(definition.access.kind, 'api-key');
      else {
        assert.deepEqual(access.roles, admitted);
        const apiKey = isKeyOptional ? 'optional' : 'required';
        assert.deepEqual([access.token, access.apiKey], ['Access-Token', apiKey]);
      }
      const { properties = {}, required = [] } = (definition.query ?? {}) as Properties;
      const parameters = [...Object.keys(operation.query ?? {}), ...ownQuery];
      assert.deepEqual(Object.keys(properties).sort(), parameters.sort());
      for (const [name, expected] of Object.entries(operation.query ?? {})) {
        const { minimum, default: fallback, maximum } = properties[name] ?? {};
        assert.equal(required.includes(name) && fallback === undefined, expected.required === true, name);
        if (expected.minimum !== undefined) assert.equal(minimum, expected.minimum, name);
        if (expected.maximum !== undefined) assert.equal(maximum, expected.maximum, name);
        if (expected.default !== undefined) assert.equal(fallback, expected.default, name);
      }
      const body = (definition.body ?? {}) as Properties;
      const keys = Object.keys(body.properties ?? {});
      const marked = keys.map((key) => (body.required?.includes(key) ? `${key}!` : key));
      assert.deepEqual(marked.sort(), [...(operation.body ?? [])].sort());
    });
  }
});

const ajv = new Ajv({ strict: false, allErrors: true });
const seen = new Map<string, Set<number>>();

async function expectResponse(operation: ReferenceOperation, sent: Sent) {
  const { method, payload, url } = sent;
  const headers = await sent.headers();
  await sent.before?.();
  const response = await api.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  await sent.after?.();
  const { status, shape } = operation.success;
  assert.equal(response.statusCode, sent.status, response.body);
  const isValid = ajv.compile(sent.status === status ? shape : errorShape(operation, sent.status));
  assert.ok(
    isValid(response.body === '' ? null : response.json()),
    `${JSON.stringify(isValid.errors)}\n${response.body}`,
  );
  const statuses = seen.get(operation.endpoint) ?? new Set();
  seen.set(operation.endpoint, statuses.add(sent.status));
}

suite('each operation answers with every status of the reference, in its form', () => {
  for (const operation of referenceOperations)
    for (const sent of cases(operation))
      test(`${operation.endpoint}: ${sent.status} ${sent.name}`, () => expectResponse(operation, sent));
  test('no status of the reference is left out', () => {
    for (const { endpoint, success, errors } of referenceOperations)
      assert.deepEqual([...(seen.get(endpoint) ?? [])].sort(), [success.status, ...errors].sort(), endpoint);
  });
});
