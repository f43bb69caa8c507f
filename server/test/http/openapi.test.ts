import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '../../src/http/openapi.ts';
import { apiRoutes } from '../../src/http/routes.ts';

type Schema = { $ref?: string; [key: string]: unknown };
const routes = apiRoutes();
const document = openApiDocument(routes) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Schema> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema> };
};

function* refs(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && typeof value.$ref === 'string') yield value.$ref;
  for (const child of Object.values(value)) yield* refs(child);
}

test('every reference points to a component, and every schema component is used', () => {
  const used = new Set(refs(document));
  for (const ref of used) {
    const target = ref
      .split('/')
      .slice(1)
      .reduce((at: unknown, step) => (at as Record<string, unknown>)?.[step], document);
    assert.ok(target, ref);
  }
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !used.has(`#/components/schemas/${name}`),
  );
  assert.deepEqual(unused, []);
});

test('the resources have names', () => {
  const names =
    'Alert CreateAlert EditAlert Observation CarrierObservations CarrierProfile CarrierDetail Image Sighting Webhook Delivery TokenPair Problem Pagination MatchEvent ScoreExplanation'.split(
      ' ',
    );
  for (const name of names) assert.ok(document.components.schemas[name], name);
});

test('no two schemas share a name', () => {
  const seen = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $id } = value as { $id?: string };
    if ($id !== undefined) {
      const text = JSON.stringify(value);
      assert.equal(seen.get($id) ?? text, text, $id);
      seen.set($id, text);
    }
    for (const child of Object.values(value)) visit(child);
  };
  for (const { definition, responses } of routes) {
    for (const part of ['params', 'query', 'body', 'headers'] as const) visit(definition?.[part]);
    for (const { schema } of Object.values(responses ?? {})) visit(schema);
  }
});

test('the committed document is under 500 kB', () => {
  assert.ok(JSON.stringify(document, null, 1).length < 500_000);
});

test('bodies have 413 and 415, and links to images are documented with their success', () => {
  const statuses = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!('requestBody' in operation)) continue;
      assert.ok(
        statuses(path, method).includes('413') && statuses(path, method).includes('415'),
        `${method} ${path}`,
      );
    }
  }
  assert.ok(statuses('/images/{image_id}/content', 'get').includes('200'));
});
