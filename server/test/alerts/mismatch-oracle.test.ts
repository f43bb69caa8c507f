import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matcher } from '../../src/domain/alerts/match/matcher.ts';
import { EMPTY } from '../../src/domain/observations/observation.ts';
import { insertSightings } from '../support/alerts/alert-ground.ts';
import { testApi } from '../support/api.ts';
import { seededRandom } from '../support/random.ts';

const SIGHTINGS = 1_000;
const api = await testApi();
const { db } = api;
const matcher = new Matcher({ database: db, clock: { now: () => new Date() }, wake: () => undefined });
const customer = await api.customer(['admin']);
const headers = await api.signIn(customer);
const random = seededRandom(34);
const whole = (n: number) => Math.floor(random() * n);
const usdot = () => 2_001 + whole(8);
const mc = () => String(5_001 + whole(8));
const LOGOS = ['halvo', 'swift', 'roadway'];
const logo = () => LOGOS[whole(3)] as string;

// Half of the carriers have an MC number in the census, some of them the number of another one.
await db.pool.query(
  `insert into company_census (usdot_number, legal_name, docket1_prefix, docket1_number)
   select 2000 + n, 'CARRIER ' || n, case when n % 2 = 0 then 'MC' end, case when n % 2 = 0 then 5000 + n / 2 end
   from generate_series(1, 8) n`,
);

async function watch(payload: object): Promise<void> {
  const logos = random() < 0.4 ? [logo()] : [];
  const url = '/mismatch-observations';
  const response = await api.app.inject({ method: 'POST', url, headers, payload: { ...payload, logos } });
  assert.equal(response.statusCode, 201, response.body);
}
for (let i = 0; i < 12; i++) {
  await watch({ usdots: [String(usdot())] });
  await watch({ mcs: [mc()] });
  await watch({ pairs: [{ usdot: String(usdot()), mc: mc() }] });
}

function sighting() {
  const usdot_number = random() < 0.2 ? 0 : usdot();
  const is_usdot_imputed = usdot_number > 0 && random() < 0.15;
  return {
    ...{ ...EMPTY, usdot_number, is_usdot_imputed },
    ...{ mc_number: random() < 0.4 ? '' : mc(), is_mc_imputed: random() < 0.15 },
    ...{ equipment_logo: random() < 0.5 ? '' : logo(), is_trailer_logo_imputed: random() < 0.15 },
    has_conflicting_name: usdot_number > 0 && !is_usdot_imputed && random() < 0.1,
    time_captured: new Date(Date.now() - 60_000 - whole(600_000)),
  };
}

/** Applies the mismatch rule of docs/brokers.md to all sightings and observations with plain SQL. */
const ORACLE = `
with seen as (
  select n, case when is_usdot_imputed or usdot_number = 0 then '' else usdot_number::text end as usdot,
    case when is_mc_imputed then '' else mc_number end as mc,
    case when is_trailer_logo_imputed then '' else equipment_logo end as logo, has_conflicting_name,
    (select docket1_number::text from company_census c where c.usdot_number = s.usdot_number) as docket
  from json_to_recordset($1) as s (n integer, usdot_number integer, is_usdot_imputed boolean, mc_number text,
    is_mc_imputed boolean, equipment_logo text, is_trailer_logo_imputed boolean, has_conflicting_name boolean)
)
select w.id, s.n from mismatch_observations w join seen s
  on (s.usdot <> '' and s.usdot = w.usdot) or (s.mc <> '' and s.mc = w.mc)
where s.has_conflicting_name
   or (s.logo <> '' and cardinality(w.logos) > 0 and s.logo <> all (w.logos))
   or (w.usdot <> '' and w.mc <> '' and s.usdot <> '' and s.mc <> '' and (s.usdot, s.mc) <> (w.usdot, w.mc))
   or ((w.usdot = '' or w.mc = '') and s.usdot <> '' and s.mc <> '' and s.docket is not null and s.docket <> s.mc)`;

test(`finds what plain SQL finds among ${SIGHTINGS} random sightings and 36 observations`, async (t) => {
  const given = Array.from({ length: SIGHTINGS }, sighting);
  const keys = await insertSightings(db, customer.organizationId, given);
  await matcher.drain();
  const { rows: found } = await db.pool.query<{ id: string; sighting_id: number }>(
    `select distinct a.mismatch_id as id, m.sighting_id from alert_matches m join alerts a on a.id = m.alert_id
      where m.silent_reason is null`,
  );
  const { rows: expected } = await db.pool.query<{ id: string; n: number }>(ORACLE, [
    JSON.stringify(given.map((one, n) => ({ n, ...one }))),
  ]);
  const sorted = (list: string[]) => [...new Set(list)].sort();
  assert.deepEqual(
    sorted(found.map(({ id, sighting_id }) => `${id} ${sighting_id}`)),
    sorted(expected.map(({ id, n }) => `${id} ${keys[n]?.id}`)),
  );
  assert.ok(expected.length > 500, `${expected.length} mismatches`);
  t.diagnostic(`${expected.length} mismatches`);
});

test('lists every observation once, the newest first, on pages of any size', async () => {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from mismatch_observations where organization_id = $1 order by created_at desc, id desc',
    [customer.organizationId],
  );
  for (const size of [1, 7, 36, 50]) {
    const ids: string[] = [];
    for (let page = 1; ids.length < rows.length; page++) {
      const url = `/mismatch-observations?page=${page}&page_size=${size}`;
      const body = (await api.app.inject({ url, headers })).json();
      assert.equal(body.total, rows.length);
      assert.ok(body.mismatch_observations.length > 0);
      ids.push(...body.mismatch_observations.map(({ id }: { id: string }) => id));
    }
    assert.deepEqual(
      ids,
      rows.map(({ id }) => id),
      `pages of ${size}`,
    );
  }
});
