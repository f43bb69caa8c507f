import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { VEHICLE_FIELDS, VEHICLE_TEXT_FIELDS } from '../../src/contract/admin/vehicle-fields.ts';
import type { AuditRule } from '../../src/http/audit-rule.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/http/routes.ts';

const definitions = apiRoutes().flatMap(({ definition }) => definition ?? []);
const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`;
const recorded = (audit: AuditRule | undefined) => (audit && 'action' in audit ? audit : null);

/** The names of all properties of a schema, at any depth. */
function properties(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { properties: own } = schema as { properties?: object };
  for (const name of Object.keys(own ?? {})) found.add(name);
  for (const part of Object.values(schema)) properties(part, found);
  return found;
}

/** Content that no schema describes. */
const UNDESCRIBED = ['message/rfc822', 'image/*'];

function showsVehicles({ success }: RouteDefinition): boolean {
  if ('contentType' in success && UNDESCRIBED.includes(success.contentType ?? '')) return true;
  const names = properties(success.schema);
  return [...Object.keys(VEHICLE_FIELDS), ...VEHICLE_TEXT_FIELDS].some((name) => names.has(name));
}

test('every route that changes something declares its audit action, or why it has none', () => {
  const changing = definitions.filter(({ method }) => method !== 'GET');
  assert.ok(changing.length >= 10);
  assert.deepEqual(changing.filter(({ audit }) => audit === undefined).map(nameOf), []);
});

test('every route whose response has a plate or VIN is recorded', () => {
  const showing = definitions.filter(showsVehicles);
  assert.ok(showing.length >= 12, showing.map(nameOf).join());
  assert.deepEqual(showing.filter(({ audit }) => !recorded(audit)).map(nameOf), []);
});

test('every route that returns plates or VINs to a user accepts a purpose', () => {
  const reading = definitions.filter(
    (one) => showsVehicles(one) && one.access.kind === 'user' && recorded(one.audit)?.kind === 'read',
  );
  assert.deepEqual(reading.filter(({ audit }) => !recorded(audit)?.showsVehicles).map(nameOf), []);
});

test('a route that is not recorded has a reason', () => {
  for (const { audit } of definitions) if (audit && 'none' in audit) assert.ok(audit.none.length > 10);
});

test('the test finds a plate in a nested response', () => {
  const schema = { anyOf: [{ type: 'array', items: { properties: { license_plate: {} } } }] };
  assert.ok(properties(schema).has('license_plate'));
});

test('actions have the form resource.verb', () => {
  for (const { audit } of definitions) {
    const rule = recorded(audit);
    if (rule) assert.match(rule.action, /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
  }
});

test('every command declares its audit action, or why it has none', () => {
  assert.deepEqual(
    commands.filter(({ audit }) => audit === undefined).map(({ name }) => name),
    [],
  );
});
