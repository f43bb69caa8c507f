import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, openPool, type Transaction } from '../src/db/database.ts';
import { searchCarriers } from '../src/domain/carriers/search/search-carriers.ts';
import { updateCarrierWords } from '../src/domain/federal/derive/carrier-words.ts';
import { makeCarrier } from '../src/domain/generate/carrier.ts';
import { dayOf } from '../src/domain/generate/days.ts';
import { Rng } from '../src/domain/generate/rng.ts';
import { silent, startTestCluster, TEMPLATE } from '../test/support/cluster.ts';
import type { Bench, Ratio } from './support/bench.ts';

const GOAL_MS = 50;
type Size = { carriers: number; rounds: number; peerRounds: number };

export const bench: Bench = {
  about: 'carrier search over 4.5 million synthetic carriers (--quick: 100,000), p95, against ILIKE',
  async run({ quick }) {
    // ILIKE takes ten seconds over 4.5 million carriers.
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

const countryOf = (carriers: number) => ({ seed: 1, carriers, asOfDay: dayOf('2026-10-30') });

/** Rows by COPY, indexes afterwards, as an import does it. */
async function fill(database: Database, carriers: number): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ definition: string; name: string }>(
      `select indexdef as definition, indexname as name from pg_indexes
       where tablename = 'company_census' and indexname <> 'company_census_pkey'`,
    );
    for (const { name } of rows) await tx.client.query(`drop index ${name}`);
    await copyCarriers(tx, carriers);
    await tx.client.query(`set local maintenance_work_mem = '512MB'`);
    for (const { definition } of rows) await tx.client.query(definition);
    await tx.client.query('analyze company_census');
    const load = { dataset: 'company-census', asOf: '2026-10-30', database };
    await updateCarrierWords(tx, { ...load, live: 'company_census', staged: 'company_census' });
  });
  await database.pool.query('vacuum analyze company_census, carrier_words');
}

async function copyCarriers(tx: Transaction, carriers: number): Promise<void> {
  const country = countryOf(carriers);
  const stream = tx.client.query(
    copyFrom(`copy company_census (usdot_number, status_code, legal_name, dba_name, phy_city, phy_state,
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

/** Ten ways to look for carriers; the nth search is the same for both sides. */
function kindsOf(carriers: number): Kind[] {
  const country = countryOf(carriers);
  const some = (n: number) => makeCarrier(country, new Rng(9, n).below(carriers));
  const first = (n: number) => some(n).legalName.replace(/^\W/, '').split(/\W/)[0] ?? '';
  const misspelt = (word: string) => word.slice(0, 3) + word.slice(4);
  const find = (name: string, typed: (n: number) => string, expects?: (n: number) => number): Kind => ({
    name,
    query: (n) => ({ typed: typed(n), expects: expects?.(n) ?? null }),
  });
  const usdot = (n: number) => some(n).usdot;
  return [
    find('whole name', (n) => some(n).legalName, usdot),
    find('start of a name', (n) => some(n).legalName.slice(0, 7)),
    find('name and state', (n) => `${first(n)} ${some(n).state}`),
    find('misspelt name and city', (n) => `${misspelt(first(n))} ${some(n).city}`),
    find('city', (n) => some(n).city),
    find('USDOT number', (n) => String(usdot(n)), usdot),
    find('start of a number', (n) => String(usdot(n)).slice(0, 4)),
    find('docket', (n) => `MC${3_000_001 + n * 7}`),
    find('two letters', (n) => some(n).legalName.slice(0, 2)),
    find('words of nearly all', () => 'synthetic llc'),
  ];
}

/** What a first version would do: every column, anywhere in it. */
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
  const [p95, plain] = [at(ours, 0.95), at(peer, 0.5)];
  return {
    name,
    ours: p95,
    peer: plain,
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

function at(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
