import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OBSERVATION_FIELDS } from '../../src/contract/observation-fields.ts';

/** Before any module that derives from the table is loaded. */
const NAME = 'trailer_color';
Object.assign(OBSERVATION_FIELDS, {
  [NAME]: { ...OBSERVATION_FIELDS.cab_number, label: 'Trailer color' },
});

const { testDatabase } = await import('../support/database.ts');
const { testApi } = await import('../support/api.ts');
const { insertAlerts, insertSightings } = await import('../support/alerts/alert-ground.ts');
const { NO_CRITERIA } = await import('../../src/contract/criteria.ts');
const { findObservation } = await import('../../src/domain/observations/find-observation.ts');
const { correctObservation } = await import('../../src/domain/observations/record-observations.ts');
const { Matcher } = await import('../../src/domain/alerts/match/matcher.ts');
const { systemClock } = await import('../../src/lib/clock.ts');

const db = await testDatabase();
await db.pool.query(`alter table observations add column ${NAME} text not null default ''`);
const api = await testApi({ db });
const customer = await api.customer(['admin', 'carrier-observations-vin-endpoint'], 'insurance');
const headers = await api.signIn(customer);

type Listed = { observations: Record<string, unknown>[] };
type Body = Listed & { carriers: Listed[]; vins: Listed[] };

const VIN = '1XKYDP9X3GJ473982';
const sighting = {
  usdot_number: 4242,
  time_captured: new Date(Date.now() - 60_000),
  alpr_plate_number: 'ABC123',
  vin: VIN,
  [NAME]: 'Teal stripes',
} as unknown as Parameters<typeof insertSightings>[2][number];

test('a field of the contract’s table is stored, listed, found and searched without other changes', async () => {
  const deepSearch = { ...NO_CRITERIA, deep_search: 'teal stripes' };
  const [alertId] = await insertAlerts(db, customer.organizationId, [deepSearch]);
  const [key] = await insertSightings(db, customer.organizationId, [sighting]);
  assert.ok(key);

  const observations = '/visual_sightings/carrier-observations';
  for (const [path, read] of [
    [`${observations}?usdot_number=4242`, (body: Body) => body.observations],
    [`${observations}?usdot_number=4242,1`, (body: Body) => body.carriers[0]?.observations],
    [`${observations}/vin?vin=${VIN}`, (body: Body) => body.vins[0]?.observations],
  ] as const) {
    const response = await api.app.inject({ url: path, headers });
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(read(response.json())?.[0]?.[NAME], 'Teal stripes', path);
  }

  const found = (await findObservation(db, key)) as unknown as Record<string, unknown>;
  assert.equal(found[NAME], 'Teal stripes');

  const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });
  assert.deepEqual(await matcher.round(), { sightings: 1, pairs: 1 });
  const matches = await api.app.inject({ url: `/alerts/${alertId}/matches`, headers });
  assert.equal(matches.json().matches[0].sighting[NAME], 'Teal stripes', matches.body);

  const changed = await db.transaction((tx) => correctObservation(tx, key, { [NAME]: 'Red' } as object));
  assert.equal((changed as unknown as Record<string, unknown>)[NAME], 'Red');
  assert.deepEqual(await findObservation(db, key), changed);
});
