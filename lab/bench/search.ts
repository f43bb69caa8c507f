import { once } from 'node:events';
import * as copyStreams from 'pg-copy-streams';
import { type Database, openPool, type Transaction } from '../../server/src/db/database.ts';
import { searchCarriers } from '../../server/src/domain/carriers/search/search-carriers.ts';
import { updateCarrierWords } from '../../server/src/domain/federal/derive/carrier-words.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { type Bench, median, percentile, type Ratio } from './support/bench.ts';

const GOAL_MS = 50;
type Size = { carriers: number; rounds: number; peerRounds: number };

export const bench: Bench = {
  about: 'p95 of carrier search over 4.5 million synthetic carriers (--quick: 100,000), against ILIKE',
  async run({ quick }) {
    // ILIKE takes ten seconds on 4.5 million carriers.
    const size = quick
      ? { carriers: 100_000, rounds: 20, peerRounds: 3 }
      : { carriers: 4_500_000, rounds: 60, peerRounds: 1 };
    const cluster = await startTestCluster();
    const db = openPool({ ...cluster.connection, database: TEMPLATE }, 4, silent);
    try {
      await fill(db, size.carriers);
      const ratios: Ratio[] = [];
      for (const kind of kindsOf(size.carriers)) ratios.push(await measure(db, kind, size));
      return ratios;
    } finally {
      await db.close();
      await cluster.stop();
    }
  },
};

const countryOf = (carriers: number) => ({ ...demoCountry, carriers });

/** Copies the rows and then builds the indexes, as an import does. */
async function fill(database: Database, carriers: number): Promise<void> {
  await database.copyTransaction(async (tx) => {
    const { rows } = await tx.client.query<{ definition: string; name: string }>(
      `select indexdef as definition, indexname as name from pg_indexes
       where tablename = 'company_census' and indexname <> 'company_census_pkey'`,
    );
    for (const { name } of rows) await tx.client.query(`drop index ${name}`);
    await copyCarriers(tx, carriers);
    await tx.client.query(`set local maintenance_work_mem = '512MB'`);
    for (const { definition } of rows) await tx.client.query(definition);
    await tx.client.query('analyze company_census');
    const load = { dataset: 'company-census', asOf: '2026-10-30', columns: new Map(), database };
    await updateCarrierWords(tx, { ...load, live: 'company_census', staged: 'company_census' });
  });
  await database.pool.query('vacuum analyze company_census, carrier_words');
}

async function copyCarriers(tx: Transaction, carriers: number): Promise<void> {
  const country = countryOf(carriers);
  const stream = tx.client.query(
    copyStreams.from(`copy company_census (usdot_number, status_code, legal_name, dba_name, phy_city, phy_state,
      power_units, docket1_prefix, docket1_number) from stdin`),
  );
  let lines = '';
  for (let index = 0; index < carriers; index++) {
    const c = makeCarrier(country, index);
    const docket = c.docket === null ? '\\N\t\\N' : `MC\t${c.docket}`;
    lines += `${c.usdot}\t${c.status}\t${c.legalName}\t${c.dbaName || '\\N'}\t${c.city}\t${c.state}\t${c.powerUnits}\t${docket}\n`;
    if (lines.length < 1 << 18 && index < carriers - 1) continue;
    if (!stream.write(lines)) await once(stream, 'drain');
    lines = '';
  }
  stream.end();
  await once(stream, 'finish');
}

type Search = { typed: string; expects: number | null };
type Kind = { name: string; query: (n: number) => Search };

/** The nth search of each kind is the same for both sides. */
function kindsOf(carriers: number): Kind[] {
  const country = countryOf(carriers);
  const some = (n: number) => makeCarrier(country, new Rng(9, n).below(carriers));
  const first = (n: number) => some(n).legalName.replace(/^\W/, '').split(/\W/)[0] ?? '';
  const misspelled = (word: string) => word.slice(0, 3) + word.slice(4);
  const find = (name: string, typed: (n: number) => string, expects?: (n: number) => number): Kind => ({
    name,
    query: (n) => ({ typed: typed(n), expects: expects?.(n) ?? null }),
  });
  const usdot = (n: number) => some(n).usdot;
  return [
    find('whole name', (n) => some(n).legalName, usdot),
    find('start of a name', (n) => some(n).legalName.slice(0, 7)),
    find('name and state', (n) => `${first(n)} ${some(n).state}`),
    find('misspelled name and city', (n) => `${misspelled(first(n))} ${some(n).city}`),
    find('city', (n) => some(n).city),
    find('USDOT number', (n) => String(usdot(n)), usdot),
    find('start of a number', (n) => String(usdot(n)).slice(0, 4)),
    find('docket', (n) => `MC${3_000_001 + n * 7}`),
    find('two letters', (n) => some(n).legalName.slice(0, 2)),
    find('words in nearly every name', () => 'synthetic llc'),
  ];
}

/** Substring search in every column. */
async function plainSearch(db: Database, typed: string): Promise<{ usdot_number: number }[]> {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.pool.query(
    `select usdot_number, legal_name from company_census
     where legal_name ilike $1 or dba_name ilike $1 or phy_city ilike $1 or usdot_number::text like $1
       or docket1_prefix || docket1_number ilike $1
     order by power_units desc nulls last limit 20`,
    [pattern],
  );
  return rows;
}

async function measure(db: Database, { name, query }: Kind, { rounds, peerRounds }: Size): Promise<Ratio> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    const { typed, expects } = query(n);
    const startedAt = performance.now();
    const { carriers } = await searchCarriers(db, typed, 1);
    ours.push(performance.now() - startedAt);
    check(typed, expects, carriers);
    if (n >= peerRounds) continue;
    const peerAt = performance.now();
    const found = await plainSearch(db, typed);
    peer.push(performance.now() - peerAt);
    check(typed, expects, found);
  }
  const p95 = percentile(ours, 0.95);
  return {
    name,
    ours: p95,
    peer: median(peer),
    measuredIn: 'ms',
    value: p95,
    goal: GOAL_MS,
    unit: 'ms',
    better: 'lower',
  };
}

function check(typed: string, expects: number | null, found: { usdot_number: string | number }[]): void {
  if (expects === null || found.some(({ usdot_number }) => Number(usdot_number) === expects)) return;
  throw new Error(`"${typed}" did not find ${expects}`);
}
