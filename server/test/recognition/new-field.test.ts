import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OBSERVATION_FIELDS } from '../../src/contract/observation-fields.ts';
import { TRUCK_FIELDS, type TruckField } from '../../src/contract/truck-fields.ts';

/**
 * A field that exists in this test only: the code of a fleet, such as `FLEET QX-204`. Everything below must follow from
 * these entries, its reader, its rule and its columns.
 */
Object.assign(OBSERVATION_FIELDS, {
  fleet_code: { ...OBSERVATION_FIELDS.cab_number, label: 'Fleet' },
  is_fleet_imputed: OBSERVATION_FIELDS.is_cab_imputed,
  fleet_code_ocr_score: OBSERVATION_FIELDS.cab_number_ocr_score,
});
const fleet = {
  title: 'Fleet code',
  position: 9,
  score: 'fleet_code_ocr_score',
  imputedFlag: 'is_fleet_imputed',
  isEvidence: true,
  correction: TRUCK_FIELDS.cab_number.correction,
  mayNameVehicle: true,
};
Object.assign(TRUCK_FIELDS, { fleet_code: fleet as unknown as TruckField });

// The modules that derive from the tables are loaded after the entries were added.
const { PREFIXED_READERS, readFields } = await import('../../src/domain/recognition/readings/read-fields.ts');
const { foundIn, twoReaders } = await import('../../src/domain/recognition/readings/two-readers.ts');
const { nothingRead } = await import('../../src/domain/recognition/readings/reading.ts');
const { IMPUTATION_RULES, valuesOf } = await import('../../src/domain/recognition/imputation/impute.ts');
const { consensus } = await import('../../src/domain/recognition/imputation/consensus.ts');
const { labeledImages } = await import('../../src/domain/recognition/labels/labeled-images.ts');
const { findObservations } = await import('../../src/domain/privacy/erase/find-vehicle.ts');
const { platePattern } = await import('../../src/domain/privacy/erase/vehicle-pattern.ts');
const { digestContent } = await import('../../src/domain/notifications/mail/content.ts');
const { payloadMatch } = await import('../../src/domain/notifications/webhooks/payload.ts');
const { PayloadMatch } = await import('../../src/contract/webhook-payload.ts');
const { openApiDocument } = await import('../../src/http/openapi.ts');
const { apiRoutes } = await import('../../src/http/routes.ts');
const { firing, sighting } = await import('../support/notifications/firings.ts');
const { testRecognition } = await import('../support/recognition/recognition.ts');
const { readLines } = await import('../support/recognition/read-lines.ts');
const { minimal } = await import('../support/alerts/alert-client.ts');
const { insertSightings, reviseSighting } = await import('../support/alerts/alert-ground.ts');
const { findObservation } = await import('../../src/domain/observations/find-observation.ts');
const { Matcher } = await import('../../src/domain/alerts/match/matcher.ts');
const { systemClock } = await import('../../src/lib/clock.ts');
const { testApi } = await import('../support/api.ts');
const { testDatabase } = await import('../support/database.ts');

type Lines = Parameters<typeof PREFIXED_READERS.vin>[0];
Object.assign(PREFIXED_READERS, {
  fleet_code: ({ lines }: Lines) => {
    const [best] = twoReaders(lines, (strips) =>
      strips.flatMap((strip) => {
        const value = /^FLEET ([A-Z]{2}-?\d{3})$/.exec(strip.text)?.[1];
        if (value === undefined) return [];
        const characters = strip.characters.slice(-value.length);
        return foundIn(strip, { value: value.replace('-', ''), characters, ceiling: 'High' });
      }),
    );
    return best?.reading ?? nothingRead;
  },
});
const byPlate: (typeof IMPUTATION_RULES)['vin'] = (_known, evidence, when) =>
  consensus('cab-by-vehicle', valuesOf(evidence.byPlate, 'fleet_code' as 'vin'), when);
Object.assign(IMPUTATION_RULES, { fleet_code: byPlate });

const db = await testDatabase();
// These statements stand for the migration of a new field.
await db.pool.query(
  `alter table observations add column fleet_code text not null default '',
     add column is_fleet_imputed boolean not null default false, add column fleet_code_ocr_score text`,
);
await db.pool.query(`alter table vehicle_evidence add column fleet_code text not null default ''`);
await db.pool.query(
  `insert into company_census (usdot_number, legal_name) values (1234567, 'ACME ROCKETS LLC')`,
);
const api = await testApi({ db });
const roles = ['admin', 'carrier-observations-quality', 'carrier-observations-vin-endpoint'];
const customer = await api.customer(roles, 'insurance');
const headers = await api.signIn(customer);
const { ingest, drain, drainRevisits } = testRecognition(api, {}, Date.now() - 3_600_000);
const read = async (url: string) => (await api.app.inject({ url, headers })).json();
const get = (id: string) => read(`/images/${id}`);

const DOOR = ['ACME ROCKETS LLC', 'USDOT 1234567'];
const HOUR = 3_600;
const org = customer.organizationId;

test('the new field is read with a level', () => {
  const fields = readFields(readLines([...DOOR, 'FLEET QX-204']), { logos: [] });
  const { value, score, lines } = (fields as unknown as Record<string, typeof nothingRead>).fleet_code ?? {};
  assert.deepEqual([value, score, lines], ['QX204', 'High', [2]]);
});

test('the new field is part of the image, the sighting and its observation', async () => {
  const id = await ingest(org, { lines: [...DOOR, 'FLEET QX-204'] }, { plate: 'ABC123' });
  await drain();
  const image = await get(id);
  assert.deepEqual(
    image.readings.fields.flatMap((one: { field: string }) => (one.field === 'fleet_code' ? one : [])),
    [
      {
        field: 'fleet_code',
        value: 'QX204',
        raw: 'FLEET QX-204',
        score: 'High',
        lines: [2],
        alternatives: [],
      },
    ],
  );
  const { fleet_code, fleet_code_ocr_score, is_fleet_imputed } = image.sighting;
  assert.deepEqual([fleet_code, fleet_code_ocr_score, is_fleet_imputed], ['QX204', 'High', false]);
  const counted = 'milepost_readings_total{field="fleet_code",confidence="High"} 1';
  assert.ok((await api.services.telemetry.metrics.text()).includes(counted));
});

test('the new field is stored, listed, found and searched', async () => {
  const payload = { ...minimal, deep_search: 'qx888' };
  const { id } = (await api.app.inject({ method: 'POST', url: '/alerts', headers, payload })).json();
  const vin = '1XKYDP9X3GJ473982';
  const sightings = [
    { usdot_number: 4242, time_captured: new Date(Date.now() - 60_000), vin, fleet_code: 'QX888' },
  ];
  const [key] = await insertSightings(db, org, sightings as unknown as Parameters<typeof insertSightings>[2]);
  assert.ok(key);
  const path = '/visual_sightings/carrier-observations';
  const listed = [
    (await read(`${path}?usdot_number=4242`)).observations,
    (await read(`${path}?usdot_number=4242,1`)).carriers[0].observations,
    (await read(`${path}/vin?vin=${vin}`)).vins[0].observations,
    [await findObservation(db, key)],
  ];
  assert.deepEqual(
    listed.map(([one]) => one.fleet_code),
    ['QX888', 'QX888', 'QX888', 'QX888'],
  );
  const matcher = new Matcher({ database: db, clock: systemClock, wake: () => undefined });
  await matcher.drain();
  const { matches } = await read(`/alerts/${id}/matches`);
  assert.equal(matches.length, 1);
  assert.equal(matches[0].sighting.fleet_code, 'QX888');
  await reviseSighting(db, org, key, { fleet_code: 'QX1' } as object);
  const changed = (await findObservation(db, key)) as unknown as Record<string, unknown>;
  assert.deepEqual([changed.fleet_code, changed.vin], ['QX1', vin]);
});

test('the new field is evidence, and is imputed from it, also when the evidence comes later', async () => {
  const later = await ingest(org, { lines: DOOR }, { plate: 'ABC123', seconds: HOUR });
  const early = await ingest(org, { lines: DOOR }, { plate: 'XYZ789' });
  await drain();
  const imputed = (await get(later)).sighting;
  const { fleet_code, is_fleet_imputed, fleet_code_ocr_score } = imputed;
  assert.deepEqual([fleet_code, is_fleet_imputed, fleet_code_ocr_score], ['QX204', true, 'N/A']);
  assert.ok(imputed.readings.imputed.some(({ field }: { field: string }) => field === 'fleet_code'));
  assert.equal((await get(early)).sighting.fleet_code, '');
  await ingest(org, { lines: [...DOOR, 'FLEET QX-777'] }, { plate: 'XYZ789', seconds: HOUR });
  await drain();
  await drainRevisits();
  assert.equal((await get(early)).sighting.fleet_code, 'QX777');
});

test('the new field is corrected, exported as a label and found by erasure', async () => {
  const id = await ingest(org, { lines: [...DOOR, 'FLEET QX-300'] }, { plate: 'JKL456', seconds: 9 });
  await drain();
  const correct = (value: string) => {
    const payload = { field: 'fleet_code', value };
    return api.app.inject({ method: 'POST', url: `/images/${id}/correction`, headers, payload });
  };
  assert.equal((await correct('?')).json().detail[0].msg, 'Must be 1 to 12 letters and digits');
  assert.equal((await correct('qx-301')).statusCode, 200);
  const { sighting } = await get(id);
  assert.deepEqual([sighting.fleet_code, sighting.readings.corrected], ['QX301', ['fleet_code']]);
  const { value: labeled } = await labeledImages(db, { organizationId: org, since: null }).next();
  const { field, value, read_value, quads } = labeled?.labels[0] ?? {};
  assert.deepEqual([field, value, read_value, quads?.length], ['fleet_code', 'QX301', 'QX300', 1]);
  assert.equal((await findObservations(db, platePattern('QX301', undefined))).length, 1);
});

test('the new field is in the email and the document, but not in the webhook payload', () => {
  const seen = sighting({ fleet_code: 'QX204', fleet_code_ocr_score: 'Medium' } as object);
  const fired = firing(1, {}, [seen]);
  const [match] = digestContent(fired, 'UTC', new Map()).matches;
  assert.deepEqual(match?.readings.at(-1), { label: 'Fleet', value: 'QX204', sureness: 'Medium' });
  const payload = payloadMatch(fired.alert, fired.matches[0] as (typeof fired.matches)[number], String);
  const keys = Object.keys(PayloadMatch.properties);
  assert.deepEqual(
    Object.keys(payload).filter((key) => !keys.includes(key) || key.includes('fleet')),
    [],
  );
  const { components } = openApiDocument(apiRoutes()) as {
    components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> };
  };
  for (const name of ['Observation', 'MatchedSighting', 'Sighting']) {
    assert.ok('fleet_code' in (components.schemas[name]?.properties ?? {}), name);
  }
  assert.ok(components.schemas.CreateCorrection?.properties.field?.enum?.includes('fleet_code'));
});

/** A field that is read from images must not spread over the code again. */
const MOST_FILES = 13;

test('an existing field is spelled in few hand-written files', () => {
  const root = join(import.meta.dirname, '../../..');
  const spelled = ['server/src', 'console/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
      .filter((file) => /cab_?number/i.test(readFileSync(join(root, folder, file), 'utf8'))),
  );
  assert.ok(spelled.length <= MOST_FILES, spelled.join('\n'));
});
