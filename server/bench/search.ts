/**
 * Carrier search over 4.5 million synthetic carriers: ours against a plain ILIKE over the same columns, in turns.
 *   node server/bench/search.ts [--quick] [--carriers N]
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, openPool, type Transaction } from '../src/db/database.ts';
import { searchCarriers } from '../src/domain/carriers/search-carriers.ts';
import { keepCarrierWords } from '../src/domain/federal/carrier-words.ts';
import { makeCarrier } from '../src/domain/generate/carrier.ts';
import { dayOf } from '../src/domain/generate/days.ts';
import { Rng } from '../src/domain/generate/rng.ts';
import { textTable } from '../src/lib/text-table.ts';
import { silent, startTestCluster, TEMPLATE } from '../test/support/cluster.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, carriers: { type: 'string' } } });
const carriers = Number(values.carriers ?? (values.quick ? 100_000 : 4_500_000));
const rounds = values.quick ? 20 : 60;
// ILIKE takes ten seconds over 4.5 million carriers.
const peerRounds = values.quick ? 5 : 1;
const GOAL_MS = 50;
const country = { seed: 1, carriers, asOfDay: dayOf('2026-10-30') };

/** Rows by COPY, indexes afterwards, as an import does it. */
async function fill(database: Database): Promise<number> {
  const startedAt = performance.now();
  await database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ definition: string; name: string }>(
      `select indexdef as definition, indexname as name from pg_indexes
       where tablename = 'company_census' and indexname <> 'company_census_pkey'`,
    );
    for (const { name } of rows) await tx.client.query(`drop index ${name}`);
    await copyCarriers(tx);
    await tx.client.query(`set local maintenance_work_mem = '512MB'`);
    for (const { definition } of rows) await tx.client.query(definition);
    await tx.client.query('analyze company_census');
    const load = { dataset: 'company-census', asOf: '2026-10-30', database };
    await keepCarrierWords(tx, { ...load, live: 'company_census', staged: 'company_census' });
  });
  await database.pool.query('vacuum analyze company_census, carrier_words');
  return (performance.now() - startedAt) / 1_000;
}

async function copyCarriers(tx: Transaction): Promise<void> {
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

type Kind = { name: string; query: (n: number) => { typed: string; expects: number | null } };

/** The nth carrier that is looked for; the same for both sides. */
const some = (n: number) => makeCarrier(country, new Rng(9, n).below(carriers));
const misspelt = (word: string) => word.slice(0, 3) + word.slice(4);
const kinds: Kind[] = [
  { name: 'whole name', query: (n) => ({ typed: some(n).legalName, expects: some(n).usdot }) },
  { name: 'start of a name', query: (n) => ({ typed: some(n).legalName.slice(0, 7), expects: null }) },
  { name: 'name and state', query: (n) => ({ typed: `${first(n)} ${some(n).state}`, expects: null }) },
  {
    name: 'misspelt name',
    query: (n) => ({ typed: `${misspelt(first(n))} ${some(n).city}`, expects: null }),
  },
  { name: 'city', query: (n) => ({ typed: some(n).city, expects: null }) },
  { name: 'USDOT number', query: (n) => ({ typed: String(some(n).usdot), expects: some(n).usdot }) },
  { name: 'start of a number', query: (n) => ({ typed: String(some(n).usdot).slice(0, 4), expects: null }) },
  { name: 'docket', query: (n) => ({ typed: `MC${3_000_001 + n * 7}`, expects: null }) },
  { name: 'two letters', query: (n) => ({ typed: some(n).legalName.slice(0, 2), expects: null }) },
  { name: 'words of nearly all', query: () => ({ typed: 'synthetic llc', expects: null }) },
];
function first(n: number): string {
  return some(n).legalName.replace(/^\W/, '').split(/\W/)[0] ?? '';
}

/** What a first version would do: every column, anywhere in it. */
async function plainSearch(typed: string): Promise<{ usdot_number: number }[]> {
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

async function run(): Promise<void> {
  const table: (string | number)[][] = [];
  const ratios: object[] = [];
  const everything: number[] = [];
  for (const { name, query } of kinds) {
    const [ours, peer]: number[][] = [[], []];
    for (let n = 0; n < rounds; n++) {
      const { typed, expects } = query(n);
      const startedAt = performance.now();
      const { carriers: found } = await searchCarriers(db, typed, 1);
      ours?.push(performance.now() - startedAt);
      const finds = (list: { usdot_number: string | number }[]) =>
        expects === null || list.some(({ usdot_number }) => Number(usdot_number) === expects);
      if (!finds(found)) throw new Error(`"${typed}" did not find ${expects}`);
      if (n >= peerRounds) continue;
      const peerAt = performance.now();
      const plain = await plainSearch(typed);
      peer?.push(performance.now() - peerAt);
      if (!finds(plain)) throw new Error(`ILIKE: "${typed}" did not find ${expects}`);
    }
    everything.push(...(ours ?? []));
    const [p50, p95, other] = [at(ours, 0.5), at(ours, 0.95), at(peer, 0.5)];
    table.push([name, round(p50), round(p95), round(other), round(other / p50), `p95 ≤ ${GOAL_MS} ms`]);
    ratios.push({ name: `${name}, p95`, value: round(p95), goal: GOAL_MS, unit: 'ms', better: 'lower' });
  }
  const all = round(at(everything, 0.99));
  ratios.push({ name: 'all, p99', value: all, goal: GOAL_MS, unit: 'ms', better: 'lower' });
  console.log(textTable(['search', 'p50 ms', 'p95 ms', 'ILIKE p50 ms', 'times faster', 'goal'], table));
  console.log(JSON.stringify({ bench: 'search', commit: commit(), carriers, ratios }));
}

function at(times: number[] | undefined, share: number): number {
  const sorted = [...(times ?? [])].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}

const cluster = await startTestCluster();
const db = openPool({ ...cluster.connection, database: TEMPLATE }, 4, silent);
try {
  const seconds = await fill(db);
  console.error(`${carriers} carriers with all indexes in ${seconds.toFixed(0)} s`);
  await run();
} finally {
  await db.close();
  await cluster.stop();
}
