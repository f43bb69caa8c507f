import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RelatedCarriers } from '../../src/contract/brokers/related.ts';
import { archivedDatasets } from '../../src/domain/federal/archive/archived-datasets.ts';
import { ensureMonths, monthsBetween } from '../../src/domain/observations/ensure-months.ts';
import type { NewObservation } from '../../src/domain/observations/observation.ts';
import { recordObservations } from '../../src/domain/observations/record-observations.ts';
import { vinCheckDigit } from '../../src/lib/identifiers/vin-check-digit.ts';
import { testApi } from '../support/api.ts';
import { recordLoads } from '../support/carriers/signal-world.ts';
import { insertRow } from '../support/db/insert-row.ts';
import { seededRandom } from '../support/random.ts';

const CARRIERS = 150;
const [SINCE, NEWEST] = ['2023-01-01', '2026-11-09'];
const api = await testApi({ clock: { now: () => new Date('2026-11-10T12:00:00Z') } });
const { db } = api;
await ensureMonths(db, monthsBetween(new Date('2023-10-01'), new Date('2026-11-10')));
const insurer = await api.signIn(await api.customer([], 'insurance'));
await db.pool.query(
  `insert into carrier_history_sources (source, since, previous_on, newest_on, loaded_fields)
   values ('company-census', $2, '2026-11-08', $3, $1)`,
  [Object.keys(archivedDatasets['company-census']?.fields ?? {}), SINCE, NEWEST],
);
await recordLoads(db);

const random = seededRandom(33);
const whole = (n: number) => Math.floor(random() * n);
/** One of `n` values; one in ten times a value that many have. */
const pick = (n: number) => (random() < 0.1 ? 0 : 1 + whole(n));
const numbers = Array.from({ length: CARRIERS }, (_, i) => 6_900_001 + i);
const phone = () => `33055501${String(pick(70)).padStart(2, '0')}`;
const email = () => `${random() < 0.5 ? 'Desk' : 'desk'}${pick(80)}@shared.example`;
const officer = () => `${random() < 0.5 ? 'PAT' : 'Pat'} SMITH ${String.fromCharCode(65 + pick(24))}`;
const day = () => new Date(Date.UTC(2024, 0, 1 + whole(1_000))).toISOString().slice(0, 10);
const vin = (n: number) => {
  const open = `1FUJGHDV0CLBP${String(n).padStart(4, '0')}`;
  return open.slice(0, 8) + vinCheckDigit(open) + open.slice(9);
};
const VINS = Array.from({ length: 40 }, (_, n) => vin(n));

for (const usdot_number of numbers)
  await insertRow(db, 'company_census', {
    ...{ usdot_number, legal_name: `CARRIER ${usdot_number}`, status_code: 'A', add_date: '2015-01-01' },
    ...{ phone: phone(), email_address: email(), company_officer_1: officer() },
    ...(random() < 0.3 && { cell_phone: phone(), company_officer_2: officer() }),
    ...{ phy_street: `${100 + pick(90)} MILL ST`, phy_zip: '44301', phy_state: 'OH' },
    phy_city: random() < 0.5 ? 'AKRON' : 'KENT',
  });
const FORMER = { phone, cell_phone: phone, email_address: email, officer_1: officer, officer_2: officer };
const formers = new Set<string>();
for (let i = 0; i < 120; i++) {
  const usdot_number = numbers[whole(CARRIERS)] as number;
  const field = Object.keys(FORMER)[whole(5)] as keyof typeof FORMER;
  if (formers.has(`${usdot_number} ${field}`)) continue;
  formers.add(`${usdot_number} ${field}`);
  const until = day();
  await insertRow(db, 'carrier_history', {
    ...{ usdot_number, source: 'company-census', field, item: '', value: FORMER[field]() },
    ...{ first_seen: SINCE, last_seen: until, replaced_on: until },
  });
}
await recordObservations(
  db,
  Array.from(
    { length: 500 },
    (): NewObservation => ({
      ...{
        usdot_number: numbers[whole(CARRIERS)] as number,
        type: 'Detection',
        usdot_number_ocr_score: 'High',
      },
      time_captured: new Date(`${day()}T${String(whole(24)).padStart(2, '0')}:00:00Z`),
      ...(random() < 0.3 && { vin: VINS[whole(VINS.length)] as string, vin_ocr_score: 'High' }),
      ...(random() < 0.5 && {
        alpr_plate_number: `PLATE${whole(60)}`,
        plate_state: random() < 0.8 ? 'OH' : 'TX',
      }),
      is_usdot_imputed: random() < 0.1,
    }),
  ),
);

/** Every pair of carriers with a common value, from all rows, without an index, a limit or a search for one carrier. */
const ORACLE = `
with contacts as (
  select c.usdot_number, f.kind, upper(f.value) as value, coalesce((select max(h.replaced_on) from carrier_history h
      where h.usdot_number = c.usdot_number and h.field = f.field), '${SINCE}'::date) as first_seen, '${NEWEST}'::date as last_seen
    from company_census c cross join lateral (values ('phone', 'phone', c.phone), ('email', 'email_address', c.email_address),
      ('phone', 'cell_phone', c.cell_phone), ('officer', 'officer_1', c.company_officer_1),
      ('officer', 'officer_2', c.company_officer_2), ('address', 'physical_address', c.phy_street || c.phy_zip)) f (kind, field, value)
    where f.value is not null
  union all
  select usdot_number, case when field in ('phone', 'cell_phone') then 'phone' when field = 'email_address' then 'email' else 'officer' end, upper(value),
    first_seen, last_seen from carrier_history
  union all
  select usdot_number, 'vin', vin, (time_captured at time zone 'UTC')::date, (time_captured at time zone 'UTC')::date
    from observations where vin <> '' and not is_usdot_imputed
  union all
  select usdot_number, 'plate', alpr_plate_number || ' ' || plate_state, (time_captured at time zone 'UTC')::date,
    (time_captured at time zone 'UTC')::date from observations where alpr_plate_number <> '' and not is_usdot_imputed
), held as (
  select usdot_number, kind, value, min(first_seen) as first_seen, max(last_seen) as last_seen from contacts group by 1, 2, 3
), counted as (
  select *, count(*) over (partition by kind, value) - 1 as others from held
), linked as (
  select o.usdot_number as own, t.usdot_number as other, o.kind, t.first_seen, t.last_seen,
    case when t.last_seen < o.first_seen then 'before' when o.last_seen < t.first_seen then 'after' else 'same_time' end as ordered
  from counted o join counted t on t.kind = o.kind and t.value = o.value and t.usdot_number <> o.usdot_number
  where o.others <= case when o.kind in ('vin', 'plate') then 2 else 10 end
)
select own, other, array_agg(kind || ' ' || ordered || ' ' || first_seen || ' ' || last_seen order by kind, ordered, first_seen, last_seen) as links
from linked group by 1, 2
having bool_or(kind <> 'officer') or (select phy_city from company_census where usdot_number = own)
  = (select phy_city from company_census where usdot_number = other)`;

test(`equals a plain search over all rows for each of ${CARRIERS} random carriers`, async (t) => {
  const { rows } = await db.pool.query<{ own: number; other: number; links: string[] }>(ORACLE);
  const expected = Map.groupBy(rows, ({ own }) => own);
  let compared = 0;
  for (const usdot of numbers) {
    const response = await api.app.inject({ url: `/carrier/${usdot}/related`, headers: insurer });
    assert.equal(response.statusCode, 200, response.body);
    const { related, total }: RelatedCarriers = response.json();
    const found = related.map(({ usdot_number, links }) => [
      Number(usdot_number),
      links
        .map(({ kind, order, theirs }) => `${kind} ${order} ${theirs.first_seen} ${theirs.last_seen}`)
        .sort(),
    ]);
    const wanted = (expected.get(usdot) ?? []).map(({ other, links }) => [other, links.toSorted()]);
    const byNumber = (list: unknown[][]) => list.sort((a, b) => Number(a[0]) - Number(b[0]));
    assert.deepEqual(byNumber(found), byNumber(wanted), `USDOT ${usdot}`);
    assert.equal(total, related.length);
    compared += total;
  }
  assert.ok(compared > 500, `${compared} pairs`);
  t.diagnostic(`${compared} pairs of carriers`);
});
