import assert from 'node:assert/strict';
import type { RelatedCarriers } from '../../../server/src/contract/brokers/related.ts';
import { type Db, statement } from '../../../server/src/db/database.ts';
import { readRelated } from '../../../server/src/domain/carriers/related/read-related.ts';
import { MAX_SHARING } from '../../../server/src/domain/carriers/signals/signal-rules.ts';
import { busyCarriers, loadCountry } from '../../country/load-country.ts';
import { absolute, atFullSize, type Bench, inTurns, median, p99, speedup } from '../support/bench.ts';
import { benchService, temporaryFolder } from '../support/service.ts';

const GOAL_MS = 20;
const WARM_UP = 40;
const OTHERS_FROM = 20_000_000;
/** A phone number or an email address of the others belongs to so many of them. */
const SHARED_BY = 3;

export const bench: Bench = {
  about:
    'related carriers in a synthetic country of 20,000 carriers, in a census of 2,200,000 (--quick: 400 in 20,000; --sizes for another census): against one plain query over the census, which compares phone, email, officer and address alone',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const size = quick ? { carriers: 400, rounds: 20 } : { carriers: 20_000, rounds: 30 };
    const census = sizes?.[0] ?? (quick ? 20_000 : 2_200_000);
    const { services, database } = await benchService(cleanup);
    await loadCountry(database, await temporaryFolder(cleanup), size.carriers);
    await addOthers(database, census - size.carriers);
    const busy = await busyCarriers(database, 200);
    const others = Array.from(
      { length: 200 },
      (_, i) => OTHERS_FROM + ((i * 7_919) % (census - size.carriers)),
    );
    const numbers = busy.flatMap((one, i) => [one, others[i] ?? one]);
    const read = (usdotNumber: number) => readRelated(services.profile, { usdotNumber, seesSightings: true });
    let next = 0;
    const pick = () => numbers[next++ % numbers.length] ?? 0;
    for (const usdot of numbers.slice(0, 20)) await assertSame(database, usdot, await read(usdot));
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    for (let i = 0; i < WARM_UP; i++) await read(pick());
    const single: number[] = [];
    for (let i = 0; i < size.rounds * 20; i++) single.push(await timed(() => read(pick())));
    const times = await inTurns(size.rounds, {
      ours: () => timed(() => read(pick())),
      peer: () => timed(() => database.rows(plain, [pick()])),
    });
    const shown = census.toLocaleString('en-US');
    return [
      atFullSize(absolute(`p99 of one carrier, census of ${shown}`, p99(single), 'ms', GOAL_MS)),
      absolute(`median of one carrier, census of ${shown}`, median(single), 'ms', null),
      speedup(
        'one carrier with its vehicles and former contacts, against the plain query without them',
        { ours: median(times.ours), peer: median(times.peer) },
        'ms',
        null,
      ),
    ];
  },
};

/** Further carriers, of which some share a phone number, an email address or an address. */
async function addOthers(database: Db & { pool: { query: Query } }, count: number): Promise<void> {
  // For the search by name, which is not measured. It takes longer than all the others.
  await database.pool.query('drop index company_census_by_words');
  await database.pool.query(
    `insert into company_census (usdot_number, legal_name, status_code, phone, email_address, company_officer_1, phy_street,
       phy_city, phy_state, phy_zip, add_date)
     select ${OTHERS_FROM} + n, 'OTHER ' || n, 'A', (5550000000 + n / ${SHARED_BY})::text, 'desk' || n / ${SHARED_BY} || '@other.example',
       'PERSON ' || n, 100 + n / 2 || ' MAIN ST', 'DAYTON', 'OH', (45000 + n % 999)::text, date '2015-01-01' + n % 3000
     from generate_series(0, $1::int - 1) n`,
    [count],
  );
  await database.pool.query('analyze company_census');
}
type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

const shares = `upper(c.phone) = upper(o.phone) or lower(c.email_address) = lower(o.email_address)
  or upper(c.company_officer_1) = upper(o.company_officer_1)
  or (upper(c.phy_street), c.phy_zip) = (upper(o.phy_street), o.phy_zip)`;
const plain = statement(
  'bench.related',
  `select c.usdot_number from company_census o join company_census c on c.usdot_number <> o.usdot_number and (${shares})
    where o.usdot_number = $1`,
);
const sameEmail = statement(
  'bench.same-email',
  `select c.usdot_number::text as usdot_number from company_census o
    join company_census c on lower(c.email_address) = lower(o.email_address) and c.usdot_number <> o.usdot_number
    where o.usdot_number = $1 order by 1`,
);

/** Whoever has the same email address is found, unless it belongs to many. */
async function assertSame(db: Db, usdot: number, found: RelatedCarriers): Promise<void> {
  const rows = await db.rows<{ usdot_number: string }>(sameEmail, [usdot]);
  if (rows.length > MAX_SHARING) return;
  const ours = new Set(found.related.map((one) => one.usdot_number));
  for (const { usdot_number } of rows) assert.ok(ours.has(usdot_number), `${usdot} and ${usdot_number}`);
}
