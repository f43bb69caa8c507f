import type { Database } from '../src/db/database.ts';
import { explainScores } from '../src/domain/safety/explain/explain-scores.ts';
import { DIFFERENT, scoreInSql } from '../test/support/safety/score-in-sql.ts';
import { alternate, type Bench, median, p99, type Ratio } from './support/bench.ts';
import { runMilepost } from './support/run-milepost.ts';
import { AS_OF, onScoreGround, type ScoreGround } from './support/score-ground.ts';

/** Six million inspections and seven million violations, as many as FMCSA's own files hold. */
const NATION = 2_500_000;
const QUICK = 30_000;
const ASKED = 200;

export const bench: Bench = {
  about:
    'milepost score, from the federal tables to a stored run, against the same computation as a chain of PostgreSQL statements; every score of every carrier compared',
  run: ({ quick }) =>
    onScoreGround(quick ? QUICK : NATION, async (ground) => {
      let peakMb = 0;
      let runId = 0;
      const ours = async () => {
        const env = { DATABASE_URL: ground.url, DATA_DIR: ground.folder };
        const { output, peakMb: peak } = await runMilepost(['score', '--json'], env);
        const { seconds, id } = JSON.parse(output);
        peakMb = Math.max(peakMb, peak);
        runId = id;
        return seconds;
      };
      const measured = await alternate(quick ? 3 : 2, ours, () => scoreByQueries(ground.database));
      await checkEqual(ground.database, runId);
      const whatIf = await whatIfMs(ground, USUAL);
      const largest = await whatIfMs(ground, LARGEST);
      return [
        against(measured),
        seconds(measured.ours, quick),
        { ...plain('memory', peakMb, 'MB'), goal: 2_048 },
        { ...plain('"what if" for one carrier, median', median(whatIf), 'ms'), goal: 50 },
        { ...plain('"what if" for one carrier, p99', p99(whatIf), 'ms'), goal: 50 },
        { ...plain('"what if" for the carrier with most violations', median(largest), 'ms'), goal: 50 },
      ];
    }),
};

async function scoreByQueries(database: Database): Promise<number> {
  await database.pool.query('drop table if exists peer_scores');
  const startedAt = performance.now();
  await database.transaction(async ({ client }) => {
    for (const step of scoreInSql(AS_OF)) await client.query(step);
  });
  const took = (performance.now() - startedAt) / 1_000;
  await dropTemporary(database);
  return took;
}

/** The chain's own tables live as long as its connection, and pools keep those. */
async function dropTemporary(database: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
  for (const client of clients) {
    await client.query('discard temp');
    client.release();
  }
}

async function checkEqual(database: Database, runId: number): Promise<void> {
  const { rows } = await database.pool.query(DIFFERENT, [runId]);
  if (rows.length > 0)
    throw new Error(`${rows.length} carriers differ, such as ${JSON.stringify(rows.slice(0, 3))}`);
  const { rows: counted } = await database.pool.query('select count(*)::int as n from peer_scores');
  if (counted[0].n === 0) throw new Error('nobody was scored');
}

const USUAL = `select distinct usdot_number from sms_violations where usdot_number % 97 = 0 limit ${ASKED}`;
const LARGEST = `select usdot_number from (
    select usdot_number from sms_violations group by 1 order by count(*) desc limit 1) one, generate_series(1, 5)`;

/** Half of a carrier's violations struck. */
async function whatIfMs({ database }: ScoreGround, carriers: string): Promise<number[]> {
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
    await explainScores(database, usdot_number, { without });
    times.push(performance.now() - startedAt);
  }
  return times;
}

function against({ ours, peer }: { ours: number; peer: number }): Ratio {
  const name = 'a run against the chain of statements';
  return { name, ours, peer, measuredIn: 's', value: peer / ours, goal: 6, unit: 'x', better: 'higher' };
}

function seconds(ours: number, quick: boolean): Ratio {
  return { ...plain('from tables to the stored run', ours, 's'), goal: quick ? null : 30 };
}

function plain(name: string, value: number, unit: string): Ratio {
  return { name, ours: value, peer: null, measuredIn: unit, value, goal: null, unit, better: 'lower' };
}
