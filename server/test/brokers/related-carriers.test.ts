import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RelatedCarriers } from '../../src/contract/brokers/related.ts';
import { archivedDatasets } from '../../src/domain/federal/archive/archived-datasets.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { testApi } from '../support/api.ts';
import { recordLoads } from '../support/carriers/signal-world.ts';
import { insertRow } from '../support/db/insert-row.ts';

const clock = { now: () => new Date('2026-11-10T12:00:00Z') };
const api = await testApi({ clock });
const { db } = api;
await ensureMonths(db, monthsBetween(new Date('2023-10-01'), new Date('2026-11-10')));
const insurer = await api.signIn(await api.customer([], 'insurance'));
const broker = await api.signIn(await api.customer([]));

const SINCE = '2023-01-01';
await db.pool.query(
  `insert into carrier_history_sources (source, since, previous_on, newest_on, loaded_fields)
   values ('company-census', '${SINCE}', '2026-11-08', '2026-11-09', $1)`,
  [Object.keys(archivedDatasets['company-census']?.fields ?? {})],
);

let last = 6_800_000;
type Values = Record<string, unknown>;

/** A carrier whose contacts nobody else has, unless given. */
async function carrier(values: Values = {}): Promise<number> {
  const usdot_number = ++last;
  await insertRow(db, 'company_census', {
    ...{ usdot_number, legal_name: `CARRIER ${usdot_number}`, status_code: 'A', add_date: '2015-01-01' },
    ...{ phone: `330${usdot_number}`, email_address: `office@c${usdot_number}.example` },
    ...{ phy_street: `${usdot_number} MILL ST`, phy_city: 'AKRON', phy_state: 'OH', phy_zip: '44301' },
    ...values,
  });
  return usdot_number;
}

const formerly = (usdot_number: number, field: string, value: string, until: string) =>
  insertRow(db, 'carrier_history', {
    ...{ usdot_number, source: 'company-census', field, item: '', value },
    ...{ first_seen: SINCE, last_seen: until, replaced_on: until },
  });

const VIN = '1FUJGHDV0CLBP8834';
const see = (usdot_number: number, day: string, more: Partial<NewObservation> = {}): NewObservation => ({
  ...{ usdot_number, type: 'Detection', time_captured: new Date(`${day}T15:00:00Z`) },
  ...{ usdot_number_ocr_score: 'High', ...more },
});

async function read(usdot: number, headers = insurer): Promise<RelatedCarriers> {
  const response = await api.app.inject({ url: `/carrier/${usdot}/related`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const kindsOf = ({ related }: RelatedCarriers) =>
  related.map(({ usdot_number, links }) => [Number(usdot_number), links.map(({ kind }) => kind).sort()]);

test('without a census, contacts are not compared, and the response says so', async () => {
  const body = await read(await carrier());
  assert.deepEqual([body.is_known, body.related], [true, []]);
  assert.deepEqual(body.not_searched, ['No company census is loaded: contacts were not compared.']);
  await recordLoads(db);
});

test('finds carriers with the same phone, email, address in another spelling, and officer in the same city', async () => {
  const shared = { phone: '6145550188', email_address: 'LOADS@BOX.EXAMPLE', company_officer_1: 'ANN QUILL' };
  const own = await carrier({ ...shared, phy_street: '900 Dock Road, Suite 4', phy_zip: '44302' });
  const other = await carrier({
    ...{
      ...shared,
      email_address: 'loads@box.example',
      phy_street: '900 DOCK RD STE 4',
      phy_zip: '44302-1111',
    },
  });
  const namesake = await carrier({ company_officer_1: 'ANN QUILL', phy_city: 'BOISE', phy_state: 'ID' });
  const body = await read(own);
  assert.deepEqual(kindsOf(body), [[other, ['address', 'email', 'officer', 'phone']]]);
  assert.deepEqual(body.related[0]?.links[0]?.own, { first_seen: SINCE, last_seen: '2026-11-09' });
  assert.deepEqual(body.related[0]?.links[0]?.order, 'same_time');
  assert.deepEqual((await read(namesake)).related, []);
});

test('a cell phone and a second officer are compared with those of others, and with their first ones', async () => {
  const own = await carrier({ cell_phone: '6145550201', company_officer_2: 'LEE MARLOW' });
  const same = await carrier({ cell_phone: '6145550201', company_officer_2: 'Lee Marlow' });
  const first = await carrier({ phone: '6145550201', company_officer_1: 'LEE MARLOW' });
  for (const [one, others] of [
    [own, [same, first]],
    [first, [own, same]],
  ] as const)
    assert.deepEqual(
      kindsOf(await read(one)),
      others.map((other) => [other, ['officer', 'phone']]),
    );
});

test('finds contacts that either carrier had before, and says who had them first', async () => {
  const gone = await carrier();
  await formerly(gone, 'phone', '2165550100', '2025-03-01');
  await formerly(gone, 'physical_address', '77 N. Lake Street, Suite 2, CLEVELAND, OH 44101', '2025-03-01');
  const heir = await carrier({ phone: '2165550100', phy_street: '77 N LAKE ST STE 2', phy_zip: '44101' });
  await formerly(heir, 'phone', '9995550199', '2025-06-01');
  await formerly(heir, 'physical_address', '5 ELM AVE, AKRON, OH 44301', '2025-06-01');
  const body = await read(heir);
  assert.deepEqual(kindsOf(body), [[gone, ['address', 'phone']]]);
  assert.deepEqual(
    body.related[0]?.links.map(({ kind, own, theirs, order }) => [
      kind,
      own.first_seen,
      theirs.last_seen,
      order,
    ]),
    [
      ['address', '2025-06-01', '2025-03-01', 'before'],
      ['phone', '2025-06-01', '2025-03-01', 'before'],
    ],
  );
  assert.deepEqual(
    (await read(gone)).related[0]?.links.map(({ order }) => order),
    ['after', 'after'],
  );
});

test('a contact that more than ten carriers share is no link, and is listed', async () => {
  const agent = { phone: '8005550123' };
  const own = await carrier(agent);
  for (let n = 0; n < 11; n++) await carrier(agent);
  const body = await read(own);
  assert.deepEqual([body.related, body.shared_by_many], [[], [{ kind: 'phone', value: '8005550123' }]]);
});

test('finds carriers of the same VIN and plate; a rented vehicle is no link', async () => {
  const [own, buyer, lessee] = [await carrier(), await carrier(), await carrier()];
  const plate = { alpr_plate_number: 'ABC123', plate_state: 'OH' };
  await recordObservations(db, [
    see(own, '2026-05-01', { vin: VIN, vin_ocr_score: 'High', ...plate }),
    see(own, '2026-05-09', plate),
    see(buyer, '2026-08-01', { vin: VIN, vin_ocr_score: 'High', ...plate }),
    // An inferred number and a plate of another state are no links.
    see(lessee, '2026-08-01', { ...plate, is_usdot_imputed: true }),
    see(lessee, '2026-08-02', { ...plate, plate_state: 'TX' }),
  ]);
  const body = await read(own);
  assert.deepEqual(kindsOf(body), [[buyer, ['plate', 'vin']]]);
  const theirs = { first_seen: '2026-08-01', last_seen: '2026-08-01' };
  assert.deepEqual(
    body.related[0]?.links.map((link) => [link.kind, link.own, link.theirs, link.order]),
    [
      ['plate', { first_seen: '2026-05-01', last_seen: '2026-05-09' }, theirs, 'after'],
      ['vin', { first_seen: '2026-05-01', last_seen: '2026-05-01' }, theirs, 'after'],
    ],
  );
  assert.deepEqual(body.vehicles, { searched: 2, known: 2 });
  for (const renter of [await carrier(), await carrier(), await carrier()])
    await recordObservations(db, [see(renter, '2026-09-01', { vin: VIN, vin_ocr_score: 'High' })]);
  const rented = await read(own);
  assert.deepEqual(kindsOf(rented), [[buyer, ['plate']]]);
  assert.deepEqual(rented.shared_by_many, [{ kind: 'vin', value: VIN }]);
});

test('an organization that may not see the sightings of others gets links by federal records only', async () => {
  const [own, other] = [await carrier({ phone: '4195550111' }), await carrier({ phone: '4195550111' })];
  const vin = '3AKJHHDR9JSJV5535';
  await recordObservations(db, [
    see(own, '2026-07-01', { vin, vin_ocr_score: 'High' }),
    see(other, '2026-07-09', { vin, vin_ocr_score: 'High' }),
  ]);
  assert.deepEqual(kindsOf(await read(own)), [[other, ['phone', 'vin']]]);
  const seen = await read(own, broker);
  assert.deepEqual(kindsOf(seen), [[other, ['phone']]]);
  assert.deepEqual(seen.not_searched, [
    'Sightings of all cameras are shown to insurance organizations only.',
  ]);
});

test('shows that a related carrier is under an order, and an unknown number has no related carriers', async () => {
  const [own, other] = [await carrier({ phone: '5675550122' }), await carrier({ phone: '5675550122' })];
  await insertRow(db, 'out_of_service_orders', {
    usdot_number: other,
    oos_date: '2026-10-01',
    row_hash: other,
  });
  const [found] = (await read(own)).related;
  assert.deepEqual(
    [found?.out_of_service_since, found?.registered_on, found?.legal_name],
    ['2026-10-01', '2015-01-01', `CARRIER ${other}`],
  );
  const unknown = await read(9_999_999);
  assert.deepEqual([unknown.is_known, unknown.related, unknown.total], [false, [], 0]);
});
