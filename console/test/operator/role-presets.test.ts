import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Role, restrictedRoles, roleMeanings } from '../../../sdk/src/index.ts';
import { apiRoutes } from '../../../server/src/http/routes.ts';
import { PRESETS, presetOf } from '../../src/pages/operator/organization/role-presets.ts';

const definitions = apiRoutes().flatMap(({ definition }) => definition ?? []);
/** The operations that one of the roles opens. Those that every user has are left out. */
const openedBy = (roles: readonly Role[]) =>
  definitions.filter(
    ({ access }) => access.kind === 'user' && access.roles?.some((role) => roles.includes(role)),
  );
const rolesOf = (label: string) => {
  const preset = PRESETS.find((one) => one.label === label);
  assert.ok(preset, label);
  return preset.roles;
};

test('presets have roles that exist, each once, and no two presets are the same', () => {
  for (const { label, roles } of PRESETS) {
    assert.ok(roles.length > 0, label);
    assert.equal(new Set(roles).size, roles.length, label);
    for (const role of roles) assert.ok(role in roleMeanings, role);
    assert.equal(presetOf([...roles].reverse())?.label, label);
  }
  assert.equal(presetOf(['admin', 'image-read-endpoint']), undefined);
});

test('every role is in a preset, so that none must be found in the list of all roles', () => {
  const inPresets = new Set(PRESETS.flatMap(({ roles }) => roles));
  assert.deepEqual(
    Object.keys(roleMeanings).filter((role) => !inPresets.has(role as Role)),
    [],
  );
});

test('only the preset of administrators makes an administrator', () => {
  const withAdmin = PRESETS.filter(({ roles }) => roles.includes('admin')).map(({ label }) => label);
  assert.deepEqual(withAdmin, ['Administrator']);
});

test('an auditor changes nothing but the notes on matches, and administrators need a license for restricted data', () => {
  const changing = openedBy(rolesOf('Auditor')).filter(
    ({ audit }) => audit && 'kind' in audit && audit.kind === 'change',
  );
  assert.deepEqual(
    changing.map(({ operationId }) => operationId),
    ['changeMatch'],
  );
  assert.deepEqual(
    restrictedRoles.filter((role) => rolesOf('Administrator').includes(role)),
    [],
  );
});

test('a preset opens what its text says', () => {
  const expected: Record<string, string[]> = {
    'Recovery desk': [
      'createAlert',
      'editAlert',
      'listImages',
      'searchSightings',
      'createCase',
      'correctImage',
    ],
    Underwriter: ['createCarrierDecision', 'createWatchlist', 'createAlert', 'listImages'],
    Broker: ['getCarrierRecommendations', 'listComplianceRules', 'checkDock', 'createCarrierDecision'],
    'Camera partner': ['createImage', 'uploadImage', 'getImage'],
    Integrator: ['createWebhook', 'listDeliveries', 'replayDelivery', 'testWebhook'],
    Auditor: ['listAlerts', 'listDeliveries'],
    Administrator: ['createInvitation', 'createApiKey', 'listAuditEntries', 'createAlert'],
  };
  assert.deepEqual(Object.keys(expected).sort(), PRESETS.map(({ label }) => label).sort());
  for (const [label, operations] of Object.entries(expected)) {
    const opened = openedBy(rolesOf(label)).map(({ operationId }) => operationId);
    assert.deepEqual(
      operations.filter((id) => !opened.includes(id)),
      [],
      label,
    );
  }
});
