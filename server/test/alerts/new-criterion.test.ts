import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CRITERIA, type Criterion } from '../../src/contract/criteria-table.ts';

/** A criterion that exists in this test only. Everything below must follow from this entry and its column. */
const route: Criterion = {
  label: 'Route',
  description: 'Route of the sighting.',
  format: 'plain-text',
  source: 'route',
  form: 'words',
  key: 'route',
  exactFlag: 'exact_match_route',
  isExtension: true,
};
Object.assign(CRITERIA, { route });

// The modules that derive from the table are loaded after the entry was added.
const { CRITERIA_COLUMNS } = await import('../../src/contract/criteria.ts');
const { SETTING_COLUMNS } = await import('../../src/contract/alert.ts');
const { PAYLOAD_CRITERIA } = await import('../../src/contract/webhook-payload.ts');
const { openApiDocument } = await import('../../src/http/openapi.ts');
const { apiRoutes } = await import('../../src/http/routes.ts');
const { Matcher } = await import('../../src/domain/alerts/match/matcher.ts');
const { syncAlertTriggers } = await import('../../src/domain/alerts/sync-triggers.ts');
const { digestContent } = await import('../../src/domain/notifications/mail/content.ts');
const { insertSightings } = await import('../support/alerts/alert-ground.ts');
const { seeded, sightingOf } = await import('../support/alerts/traffic.ts');
const { firing } = await import('../support/notifications/firings.ts');
const { testApi } = await import('../support/api.ts');
const { testDatabase } = await import('../support/database.ts');
const { systemClock } = await import('../../src/lib/clock.ts');

const db = await testDatabase();
// This statement stands for the migration of a new criterion.
await db.pool.query(
  'alter table alerts add column route text, add column exact_match_route boolean not null default false',
);
await syncAlertTriggers(db);
const api = await testApi({ db });
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const send = (method: 'POST' | 'PATCH' | 'GET', url: string, payload?: object) =>
  api.app.inject({ method, url, headers, ...(payload && { payload }) });

const alert = {
  email: 'desk@example.com',
  alert_type: 'hot',
  disabled: false,
  alert_name: 'By route',
  route: 'I-40',
};
const sighting = { ...sightingOf(seeded(7), { carriers: 10, trucks: 10 }, new Date()), route: 'I-40 W' };
const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });

async function matchesOf(alertId: number): Promise<number> {
  const response = await send('GET', `/alerts/${alertId}/matches`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().pagination.total;
}

test('a criterion added to the table is created, matched, edited and previewed', async () => {
  const created = await send('POST', '/alerts', { ...alert, exact_match_route: false });
  assert.equal(created.statusCode, 200, created.body);
  assert.equal(created.json().route, 'I-40');
  const { id } = created.json();
  await insertSightings(db, customer.organizationId, [sighting]);
  await matcher.drain();
  assert.equal(await matchesOf(id), 1);

  const preview = await send('POST', '/alerts/preview', { route: 'i-40' });
  assert.equal(preview.json().count, 1, preview.body);
  const exact = await send('POST', '/alerts/preview', { route: 'I-40', exact_match_route: true });
  assert.equal(exact.json().count, 0, exact.body);
});

test('an edit of the new criterion reaches a matcher that already holds the alert', async () => {
  const { id } = (await send('POST', '/alerts', { ...alert, route: 'I-99' })).json();
  await insertSightings(db, customer.organizationId, [sighting]);
  await matcher.drain();
  assert.equal(await matchesOf(id), 0);
  const edited = await send('PATCH', `/alerts/${id}`, { route: 'I-40 W', exact_match_route: true });
  assert.equal(edited.statusCode, 200, edited.body);
  await insertSightings(db, customer.organizationId, [sighting]);
  await matcher.drain();
  assert.equal(await matchesOf(id), 1);
});

test('rejects an invalid value of the new criterion', async () => {
  const response = await send('POST', '/alerts', { ...alert, route: 7, exact_match_route: 'yes' });
  assert.equal(response.statusCode, 400);
  const fields = response.json().detail.map(({ loc }: { loc: string[] }) => loc[1]);
  assert.deepEqual(fields.sort(), ['exact_match_route', 'route']);
});

test('the new criterion is in the email and the document, but not in the webhook payload', () => {
  const { criteria } = digestContent(firing(1, { route: 'I-40' } as object), 'UTC', new Map());
  assert.deepEqual(
    criteria.find(({ label }) => label === 'Route'),
    { label: 'Route', value: 'I-40' },
  );
  const { components } = openApiDocument(apiRoutes()) as {
    components: { schemas: Record<string, { properties: object }> };
  };
  for (const name of ['Alert', 'CreateAlert', 'EditAlert', 'AlertCriteria']) {
    assert.ok('route' in (components.schemas[name]?.properties ?? {}), name);
  }
  assert.ok(!('route' in (components.schemas.AlertDetails?.properties ?? {})));
  assert.ok(!(PAYLOAD_CRITERIA as string[]).includes('route'));
});

test('every criterion and setting of the contract has a column', async () => {
  const { rows } = await db.pool.query(
    `select column_name from information_schema.columns where table_name = 'alerts'`,
  );
  const columns = new Set(rows.map(({ column_name }) => column_name));
  const missing = [...CRITERIA_COLUMNS, ...SETTING_COLUMNS].filter((name) => !columns.has(name));
  assert.deepEqual(missing, []);
});
