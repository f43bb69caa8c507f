import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signals } from '../../src/domain/carriers/signals/read-signals.ts';
import type { SignalName } from '../../src/domain/carriers/signals/signal-rules.ts';
import { archivedDatasets } from '../../src/domain/federal/archive/archived-datasets.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { everyFile, recordInspectedFleets } from '../support/carriers/signal-world.ts';
import { testDatabase } from '../support/database.ts';
import { insertRow } from '../support/db/insert-row.ts';

const db = await testDatabase();
await ensureMonths(db, monthsBetween(new Date('2023-10-01'), new Date('2026-11-10')));
const TODAY = '2026-11-10';
let last = 6_700_000;

await db.pool.query(
  `insert into carrier_history_sources (source, since, previous_on, newest_on, loaded_fields)
   values ('company-census', '2023-01-01', '2026-11-08', '2026-11-09', $1)`,
  [Object.keys(archivedDatasets['company-census']?.fields ?? {})],
);

const judge = (name: SignalName, usdotNumber: number) =>
  signals[name]({ db, usdotNumber, since: '2025-11-10', today: TODAY, loaded: everyFile() });
const find = async (name: SignalName, usdotNumber: number) => {
  const found = await judge(name, usdotNumber);
  return found === null || 'reason' in found ? null : found;
};

type Values = Record<string, unknown>;
const insert = (table: string, values: Values) => insertRow(db, table, values);

const NOW = {
  ...{ legal_name: 'HARBOR PINE FREIGHT LLC', phone: '6145550188', email_address: 'LOADS@NEWBOX.EXAMPLE' },
  ...{ phy_street: '900 DOCK RD', phy_city: 'NEWARK', phy_state: 'NJ', phy_zip: '07105' },
  ...{ company_officer_1: 'NEW PERSON', power_units: 6, mcs150_date: '2026-08-01', mcs150_mileage: 90_000 },
};
/** The values before, as the archive has them. */
const BEFORE = {
  ...{ phone: '3305550101', email_address: 'OFFICE@HARBORPINE.EXAMPLE', officer_1: 'OLD PERSON' },
  ...{ physical_address: '12 MILL ST, AKRON, OH 44301', legal_name: 'KEYSTONE BUS TOURS INC' },
  ...{ mcs150_date: '2019-05-01', usdot_status: 'I', mileage: '0', power_units: '2' },
};
type Field = keyof typeof BEFORE;

/** A carrier whose archived fields were replaced by the current ones on a day. */
async function carrier(fields: Field[], replaced_on = '2026-08-02', census: Values = {}): Promise<number> {
  const usdot_number = ++last;
  await insert('company_census', {
    ...{ usdot_number, status_code: 'A', carrier_operation: 'A', classdef: 'AUTHORIZED FOR HIRE' },
    ...{ add_date: '2012-03-01', ...NOW, ...census },
  });
  for (const field of fields) await replaced(usdot_number, field, BEFORE[field], replaced_on);
  return usdot_number;
}

function replaced(usdot_number: number, field: string, value: string, replaced_on: string): Promise<void> {
  const last_seen = new Date(Date.parse(replaced_on) - 86_400_000).toISOString().slice(0, 10);
  const about = { usdot_number, source: 'company-census', field, item: '', value };
  return insert('carrier_history', { ...about, first_seen: '2023-01-01', last_seen, replaced_on });
}

const see = (usdot_number: number, ...days: string[]) =>
  recordObservations(
    db,
    days.map((day) => ({
      ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`) },
      ...{ location_city: 'Gary', location_state: 'IN' },
    })),
  );

/** Sightings of plates of Ohio. */
const drive = (usdot_number: number, ...seen: [day: string, plate: string][]) =>
  recordObservations(
    db,
    seen.map(([day, plate]) => ({
      ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`) },
      ...{ usdot_number_ocr_score: 'High', alpr_plate_number: plate, plate_state: 'OH' },
    })),
  );

const policy = (usdot_number: number, company_name: string, effective_date: string) =>
  insert('legacy_active_insurance', {
    ...{
      usdot_number,
      row_hash: usdot_number + effective_date.length + company_name.length,
      docket_prefix: 'MC',
    },
    ...{ docket_number: usdot_number, form_code: '91X', type_desc: 'BIPD/Primary', company_name },
    ...{ policy_number: company_name, effective_date, max_coverage_dollars: 750_000 },
  });

const changed = (finding: Awaited<ReturnType<typeof find>>) => finding?.evidence.map((row) => row.changed);

test('finds a carrier whose phone and email were replaced together with the address or two more facts', async () => {
  const usdot = await carrier(['phone', 'email_address', 'physical_address', 'officer_1']);
  const found = await find('contact_changed', usdot);
  assert.deepEqual(found?.evidence[0], {
    ...{ changed: 'phone', value: '3305550101', replaced_by: '6145550188', last_seen: '2026-08-01' },
    ...{ replaced_on: '2026-08-02', source_dataset: 'company-census', source_date: '2026-08-02' },
  });
  assert.deepEqual(changed(found), ['phone', 'email', 'address', 'officer']);
  const none = async (fields: Field[], why: string, census: Values = {}) =>
    assert.equal(await find('contact_changed', await carrier(fields, '2026-08-02', census)), null, why);
  await none(['phone', 'physical_address', 'officer_1'], 'the email is the same');
  await none(['phone', 'email_address'], 'a new phone and a new mailbox');
  await none(['phone', 'physical_address'], 'a company that moved');
  const unreachable = await carrier(['phone', 'email_address', 'physical_address']);
  assert.deepEqual(changed(await find('contact_changed', unreachable)), ['phone', 'email', 'address']);
  const later = await carrier(['phone', 'email_address']);
  await replaced(later, 'physical_address', BEFORE.physical_address, '2026-08-20');
  assert.equal(await find('contact_changed', later), null, 'moved in another file, and not in use');
  await see(later, '2026-08-25', '2026-09-05', '2026-09-15');
  assert.ok(await find('contact_changed', later), 'in use');
  const weeksLater = await carrier(['phone', 'email_address']);
  await replaced(weeksLater, 'physical_address', BEFORE.physical_address, '2026-08-25');
  await see(weeksLater, '2026-08-28', '2026-09-05', '2026-09-15');
  assert.equal(await find('contact_changed', weeksLater), null, 'moved more than three weeks later');
  await none(['phone', 'email_address', 'physical_address', 'officer_1'], 'new', { add_date: '2026-02-01' });
  const longAgo = await carrier(['phone', 'email_address', 'physical_address', 'officer_1'], '2024-08-02');
  assert.equal(await find('contact_changed', longAgo), null, 'before the period');
  const apart = await carrier(['phone', 'physical_address', 'officer_1']);
  await replaced(apart, 'email_address', BEFORE.email_address, '2026-02-01');
  assert.equal(await find('contact_changed', apart), null, 'phone and email half a year apart');
});

test('counts a new insurer, more sightings, more declared trucks and a new authority with changed contacts', async () => {
  const contacts: Field[] = ['phone', 'email_address'];
  const usdot = await carrier([...contacts, 'power_units']);
  assert.equal(await find('contact_changed', usdot), null, 'only the declared trucks changed too');
  await policy(usdot, 'FIRST MUTUAL INSURANCE CO', '2025-09-01');
  assert.equal(await find('contact_changed', usdot), null, 'the insurer is the same');
  await policy(usdot, 'OTHER CASUALTY', '2026-08-20');
  const found = await find('contact_changed', usdot);
  assert.deepEqual(changed(found), ['phone', 'email', 'power units', 'insurer']);
  assert.deepEqual(
    found?.evidence.slice(2).map((row) => [row.value, row.replaced_by, row.replaced_on]),
    [
      ['2', '6', '2026-08-02'],
      ['FIRST MUTUAL INSURANCE CO', 'OTHER CASUALTY', '2026-08-20'],
    ],
  );

  const used = await carrier([...contacts, 'officer_1']);
  await see(used, '2026-03-01', '2026-08-05', '2026-08-09', '2026-08-14');
  assert.equal(await find('contact_changed', used), null, 'three sightings are few');
  await see(used, '2026-08-20', '2026-09-01');
  assert.deepEqual(changed(await find('contact_changed', used)), ['phone', 'email', 'officer', 'sightings']);
  const steady = await carrier([...contacts, 'officer_1']);
  await see(steady, ...['03', '04', '05', '06', '07', '08', '09', '10'].map((month) => `2026-${month}-15`));
  assert.equal(await find('contact_changed', steady), null, 'seen as often as before');
  const seldom = await carrier([...contacts, 'officer_1'], '2026-02-20');
  await see(seldom, '2026-03-01', '2026-03-14', '2026-04-01', '2026-05-10');
  assert.equal(await find('contact_changed', seldom), null, 'none in 71 days and four in 122: a coincidence');

  const granted = await carrier([...contacts, 'officer_1']);
  const grant = (day: string, to = granted) =>
    insert('legacy_authority_history', {
      ...{ usdot_number: to, row_hash: Number(day.replaceAll('-', '')), docket_prefix: 'MC' },
      ...{ docket_number: to, authority_type: 'MOTOR PROPERTY COMMON CARRIER' },
      ...{ original_action: 'GRANTED', original_served_date: day },
    });
  await grant('2026-08-20');
  assert.deepEqual(changed(await find('contact_changed', granted)), [
    'phone',
    'email',
    'officer',
    'authority',
  ]);
  await grant('2015-01-01');
  assert.equal(await find('contact_changed', granted), null, 'the authority was in force before');

  const lapsed = await carrier(contacts);
  await policy(lapsed, 'FIRST MUTUAL INSURANCE CO', '2025-09-01');
  await policy(lapsed, 'OTHER CASUALTY', '2026-08-17');
  await grant('2026-08-20', lapsed);
  assert.equal(await find('contact_changed', lapsed), null, 'the next insurer restored the authority');
});

test('a company that is sold with its trucks may have new officers and contacts', async () => {
  const sale: Field[] = ['phone', 'email_address', 'physical_address', 'officer_1'];
  const sold = await carrier(sale);
  await drive(sold, ['2026-05-01', 'SOLD77'], ['2026-09-20', 'SOLD77']);
  assert.equal(await find('contact_changed', sold), null, 'a truck of the seller goes on');
  const sameOfficers = await carrier(['phone', 'email_address', 'physical_address']);
  await drive(sameOfficers, ['2026-05-01', 'SOLD77'], ['2026-09-20', 'SOLD77']);
  assert.ok(await find('contact_changed', sameOfficers), 'nobody else is named as its officer');
});

test('a company whose officers and contacts were replaced is not judged before other trucks are seen', async () => {
  const usdot = await carrier(['phone', 'email_address', 'physical_address', 'officer_1']);
  await drive(usdot, ['2026-05-01', 'FORMER1'], ['2026-06-01', 'FORMER1']);
  assert.equal(await find('contact_changed', usdot), null, 'no truck was seen since');
  await drive(usdot, ['2026-09-01', 'OTHER11']);
  assert.equal(await find('contact_changed', usdot), null, 'one day: it may have been there before');
  await drive(usdot, ['2026-09-20', 'OTHER22']);
  assert.ok(await find('contact_changed', usdot), 'other trucks on two days');

  const gradual = await carrier(['phone', 'email_address', 'physical_address']);
  await replaced(gradual, 'officer_1', BEFORE.officer_1, '2026-07-15');
  await drive(gradual, ['2026-05-01', 'FORMER2']);
  await drive(gradual, ['2026-07-20', 'OTHER33'], ['2026-08-10', 'OTHER33'], ['2026-09-20', 'OTHER33']);
  assert.ok(await find('contact_changed', gradual), 'other trucks since the first of the changes');
});

test('a number that was sold without its trucks is found although it kept a contact or its address', async () => {
  const others: [day: string, plate: string][] = [
    ['2026-05-01', 'GONE111'],
    ['2026-05-20', 'GONE222'],
    ['2026-09-01', 'OTHER44'],
    ['2026-09-20', 'OTHER55'],
  ];
  const sold: Field[] = ['phone', 'physical_address', 'officer_1'];
  const found = async (fields: Field[], ...seen: typeof others) => {
    const usdot = await carrier(fields);
    await drive(usdot, ...seen);
    return changed(await find('contact_changed', usdot));
  };
  assert.deepEqual(await found(sold, ...others), ['phone', 'address', 'officer', 'vehicles']);
  const contacts: Field[] = ['phone', 'email_address', 'officer_1'];
  assert.deepEqual(await found(contacts, ...others), ['phone', 'email', 'officer', 'vehicles']);
  assert.equal(await found(sold, ...others, ['2026-09-25', 'GONE111']), undefined, 'a former truck goes on');
  assert.equal(await found(sold, ...others.slice(2)), undefined, 'the former trucks are not known');
  assert.equal(await found(sold, ...others.slice(0, 3)), undefined, 'others on one day only');
  const oneOther: typeof others = [...others.slice(0, 3), ['2026-09-20', 'OTHER44']];
  assert.equal(await found(sold, ...oneOther), undefined, 'one other truck is not a fleet');
  assert.equal(await found(['phone', 'physical_address'], ...others), undefined, 'the officers are the same');
});

test('finds an unused number that is in use again under another identity', async () => {
  const bought: Field[] = ['phone', 'physical_address', 'officer_1', 'mcs150_date'];
  const use = async (fields: Field[], census: Values = {}, days = ['2026-08-20', '2026-09-02']) => {
    const usdot = await carrier(fields, '2026-08-02', census);
    await see(usdot, ...days);
    return usdot;
  };
  const usdot = await use(bought);
  assert.deepEqual(await judge('dormant_number_active', usdot), {
    reason: 'The census has too few carriers to tell whether the loaded inspections are complete.',
  });
  await recordInspectedFleets(db);
  const found = await find('dormant_number_active', usdot);
  assert.deepEqual(changed(found), ['phone', 'address', 'officer']);
  const { registration_before, active_again_on, days_recorded } = found?.evidence[0] ?? {};
  assert.deepEqual(
    [registration_before, active_again_on, days_recorded],
    ['last MCS-150 of 2019-05-01', '2026-08-20', 2],
  );
  for (const [field, words] of [
    ['usdot_status', 'inactive'],
    ['mileage', 'no mileage'],
  ] as const) {
    const other = await find('dormant_number_active', await use(['phone', 'legal_name', field]));
    assert.equal(other?.evidence[0]?.registration_before, words);
  }
  const none = async (number: Promise<number>, why: string) =>
    assert.equal(await find('dormant_number_active', await number), null, why);
  await none(use(['phone', 'physical_address', 'mcs150_date']), 'the same name and officers');
  await none(use(['officer_1', 'mcs150_date']), 'only the officer changed');
  await none(use(['phone', 'physical_address', 'officer_1']), 'the registration was kept up to date');
  await none(use(bought, { add_date: '2024-06-01' }), 'a young number');
  const single = await use(bought, {}, ['2026-08-20']);
  assert.equal(await find('dormant_number_active', single), null, 'one sighting may be a misread number');
  const inspection = {
    usdot_number: single,
    type: 'Inspection',
    time_captured: new Date('2026-08-20'),
  } as const;
  await recordObservations(db, [inspection]);
  assert.ok(await find('dormant_number_active', single), 'an inspection is certain');
  await none(use(bought, {}, ['2025-01-15', '2026-08-20', '2026-09-02']), 'used in the years before');
  await none(use(bought, {}, ['2025-11-20', '2025-12-01']), 'used before the registration was updated');
});
