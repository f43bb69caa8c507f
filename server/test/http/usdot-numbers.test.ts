import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALL_ROLES } from '../../src/contract/roles.ts';
import { testApi } from '../support/api.ts';

type Parameter = { name: string; in: 'path' | 'query' };
type Operation = { parameters?: Parameter[] };

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const api = await testApi();
const headers = await api.signIn(await api.customer([...ALL_ROLES], 'insurance'));

/** Operations of the reference take up to 9 digits. A number that no carrier has is unknown there. */
const WITH_NINE_DIGITS = ['/onboarded-carrier/contacts', '/compliance-rules'];
const paths = Object.entries(document.paths).filter(([path]) => !WITH_NINE_DIGITS.includes(path));
const routes = paths.flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
    parameters
      .filter(({ name }) => /^usdot(_number)?$/.test(name))
      .map((parameter) => ({ path, method: method.toUpperCase() as 'GET', parameter })),
  ),
);

async function findingsFor({ path, method, parameter }: (typeof routes)[number], value: string) {
  const isInPath = parameter.in === 'path';
  const url = path.replace(/\{(\w+)\}/g, (_, name) => (isInPath && name === parameter.name ? value : '1'));
  const response = await api.app.inject({
    method,
    url: isInPath ? url : `${url}?${parameter.name}=${value}`,
    headers,
    ...(method !== 'GET' && { payload: {} }),
  });
  type Refusal = { detail?: { loc: string[] }[] | string; message?: string };
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const { detail, message = '' }: Refusal = isJson ? response.json() : {};
  // Operations of the reference have the problems in one text.
  const texts = (typeof detail === 'string' ? detail : message).split('; ');
  const findings = Array.isArray(detail)
    ? detail.filter(({ loc }) => loc.includes(parameter.name))
    : texts.filter((text) => text.startsWith(`${parameter.name}: Must be a USDOT number`));
  return { status: response.statusCode, findings: findings.length, body: response.body };
}

test('every route refuses a USDOT number of more than 8 digits, and takes one of 8', async () => {
  assert.ok(routes.length >= 8, `${routes.length} routes`);
  for (const route of routes) {
    const what = `${route.method} ${route.path} ${route.parameter.name}`;
    for (const value of ['123456789', '999999999999', '0']) {
      const { status, findings, body } = await findingsFor(route, value);
      assert.deepEqual([status, findings], [400, 1], `${what} ${value}: ${body}`);
    }
    assert.equal((await findingsFor(route, '12345678')).findings, 0, what);
  }
});
