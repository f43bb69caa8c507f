import { once } from 'node:events';
import * as copyStreams from 'pg-copy-streams';
import { type Database, openPool, type Transaction } from '../../server/src/db/database.ts';
import { searchCarriers } from '../../server/src/domain/carriers/search/search-carriers.ts';
import { updateCarrierWords } from '../../server/src/domain/federal/derive/carrier-words.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { absolute, type Bench, percentile, type Ratio } from './support/bench.ts';

const GOAL_MS = 50;

export const bench: Bench = {
  about: 'p95 of carrier search over 4.5 million synthetic carriers (--quick: 100,000)',
  async run({ quick }) {
    const [carriers, rounds] = quick ? [100_000, 20] : [4_500_000, 60];
    const cluster = await startTestCluster();
    const db = openPool({ ...cluster.connection, database: TEMPLATE }, 4, silent);
    try {
      await fill(db, carriers);
      const ratios: Ratio[] = [];
      for (const kind of kindsOf(carriers)) ratios.push(await measure(db, kind, rounds));
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

/** The nth search of each kind is the same in every run. */
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

async function measure(db: Database, { name, query }: Kind, rounds: number): Promise<Ratio> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const { typed, expects } = query(n);
    const startedAt = performance.now();
    const { carriers } = await searchCarriers(db, typed, 1);
    times.push(performance.now() - startedAt);
    if (expects !== null && !carriers.some(({ usdot_number }) => Number(usdot_number) === expects))
      throw new Error(`"${typed}" did not find ${expects}`);
  }
  return absolute(name, percentile(times, 0.95), 'ms', GOAL_MS);
}
