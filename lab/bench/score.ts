import type { Database } from '../../server/src/db/database.ts';
import { explainScores } from '../../server/src/domain/safety/explain/explain-scores.ts';
import { DIFFERENT, scoreInSql } from '../../server/test/support/safety/score-in-sql.ts';
import { absolute, alternate, type Bench, median, p99, secondsOf, speedup } from './support/bench.ts';
import { AS_OF, embeddedDatabase, importScoreInputs } from './support/embedded.ts';
import { runMilepost } from './support/run-milepost.ts';

/** Six million inspections and seven million violations, as many as in the FMCSA files. */
const CARRIERS = 2_500_000;
const CARRIERS_QUICK = 30_000;

export const bench: Bench = {
  about:
    'milepost score, from the federal tables to a stored run, against the same computation as a series of SQL statements; the scores of all carriers are compared',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const embedded = await embeddedDatabase(cleanup);
    const { folder, database, url } = embedded;
    await importScoreInputs(embedded, quick ? CARRIERS_QUICK : CARRIERS);
    let peakMb = 0;
    let runId = 0;
    const ours = async () => {
      const env = { DATABASE_URL: url, DATA_DIR: folder };
      const { output, peakMb: peak } = await runMilepost(['score', '--json'], env);
      const { seconds, id } = JSON.parse(output);
      peakMb = Math.max(peakMb, peak);
      runId = id;
      return seconds;
    };
    const measured = await alternate(quick ? 3 : 2, ours, () => scoreByQueries(database));
    await checkEqual(database, runId);
    const typical = await whatIfMs(database, TYPICAL_CARRIERS);
    await addLargestCarrier(database);
    await ours();
    const largest = await whatIfMs(database, LARGEST_CARRIER);
    return [
      speedup('a run against the SQL statements', measured, 's', 2),
      absolute('from the tables to the stored run', measured.ours, 's', quick ? null : 60),
      absolute('memory', peakMb, 'MB', 2_048),
      absolute('"what if" for one carrier, median', median(typical), 'ms', 50),
      absolute('"what if" for one carrier, p99', p99(typical), 'ms', 50),
      absolute('"what if" for the carrier with the most violations', median(largest), 'ms', 50),
    ];
  },
};

async function scoreByQueries(database: Database): Promise<number> {
  await database.pool.query('drop table if exists peer_scores');
  const seconds = await secondsOf(() =>
    database.transaction(async ({ client }) => {
      for (const step of scoreInSql(AS_OF)) await client.query(step);
    }),
  );
  await dropTemporaryTables(database);
  return seconds;
}

/** Temporary tables live as long as their connection, and the pool keeps connections open. */
async function dropTemporaryTables(database: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
  for (const client of clients) {
    await client.query('discard temp');
    client.release();
  }
}

async function checkEqual(database: Database, runId: number): Promise<void> {
  const { rows } = await database.pool.query(DIFFERENT, [runId]);
  if (rows.length > 0)
    throw new Error(`The scores of ${rows.length} carriers differ, e.g. ${JSON.stringify(rows.slice(0, 3))}`);
  const { rows: counted } = await database.pool.query('select count(*)::int as n from peer_scores');
  if (counted[0].n === 0) throw new Error('No carrier was scored');
}

const TYPICAL_CARRIERS = `select distinct usdot_number from sms_violations where usdot_number % 97 = 0 limit 200`;
const LARGEST_CARRIER = `select usdot_number from (
    select usdot_number from sms_violations group by 1 order by count(*) desc limit 1) one, generate_series(1, 5)`;
/** The carrier with the most violations in the files of FMCSA has about this many in two years. */
const LARGEST_VIOLATIONS = 55_000;
/** What fits into the URL of a request. */
const MAX_REMOVED = 400;

/** Gives one carrier the inspections and violations of others, as many as the largest carrier of the country has. */
async function addLargestCarrier({ pool }: Database): Promise<void> {
  const columns = async (table: string) => {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
         and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    return rows.map(({ name }) => name);
  };
  await pool.query(
    `create table largest as select unique_id from (
       select unique_id, sum(count(*)) over (order by unique_id) as total from sms_violations group by 1) one
     where total <= $1`,
    [LARGEST_VIOLATIONS],
  );
  for (const table of ['sms_inspections', 'sms_violations']) {
    const names = await columns(table);
    const values = names.map((name) =>
      name === 'usdot_number' ? '(select max(usdot_number) from sms_inspections)' : name,
    );
    await pool.query(
      `insert into ${table} (${names}) select ${values} from ${table} join largest using (unique_id)
       on conflict do nothing`,
    );
  }
  await pool.query('vacuum analyze sms_inspections, sms_violations');
}

/** Removes every second violation of each carrier. */
async function whatIfMs(database: Database, carriers: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ usdot_number: number }>(carriers);
  const times: number[] = [];
  for (const { usdot_number } of rows) {
    const { rows: violations } = await database.pool.query<{ violation_id: string }>(
      `select unique_id || '-' || row_no as violation_id from sms_violations where usdot_number = $1
       order by insp_date desc, unique_id desc, row_no`,
      [usdot_number],
    );
    const without = violations.filter((_, i) => i % 2 === 0).map(({ violation_id }) => violation_id);
    const startedAt = performance.now();
    await explainScores(database, usdot_number, { without: without.slice(0, MAX_REMOVED), events: false });
    times.push(performance.now() - startedAt);
  }
  return times;
}
