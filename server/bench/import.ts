import type { Database } from '../src/db/database.ts';
import { smsInspection } from '../src/domain/federal/datasets/sms-inputs.ts';
import { alternate, type Bench, median, type Ratio } from './support/bench.ts';
import { type ImportGround, onImportGround } from './support/import-ground.ts';
import { runImport } from './support/run-import.ts';

const MEMORY_GOAL_MB = 300;

export const bench: Bench = {
  about: 'milepost import of SMS inspections against plain COPY of the same file, with the same indexes',
  run({ quick }) {
    const rows = quick ? 150_000 : 1_500_000;
    const rounds = quick ? 2 : 3;
    return onImportGround(rows, async (ground) => {
      let peakMb = 0;
      const whole: number[] = [];
      // Inspections also become observations with their counts, for which plain COPY has no counterpart.
      const ours = async () => {
        const {
          seconds,
          derivingSeconds,
          peakMb: peak,
        } = await runImport(ground.file, {
          DATABASE_URL: ground.url,
          DATA_DIR: ground.folder,
        });
        peakMb = Math.max(peakMb, peak);
        whole.push(rows / seconds);
        return rows / (seconds - derivingSeconds);
      };
      const peer = (indexes: 'afterwards' | 'maintained') => async () => {
        const seconds = await plainCopy(ground, indexes);
        return rows / seconds;
      };
      const afterwards = await alternate(rounds, ours, peer('afterwards'));
      await checkEqual(ground.database);
      const ratios = [ratio('import against COPY, indexes made afterwards', afterwards)];
      if (!quick)
        ratios.push(ratio('import against COPY into indexes', await alternate(2, ours, peer('maintained'))));
      const [first = 0, ...again] = whole;
      return [
        ...ratios,
        withObservations('the whole first import, observations written too', first, afterwards.peer),
        withObservations('the whole import again, observations compared', median(again), afterwards.peer),
        memory(peakMb),
      ];
    });
  },
};

function ratio(name: string, result: { ours: number; peer: number }): Ratio {
  const value = result.ours / result.peer;
  return { name, ...result, measuredIn: 'rows/s', value, goal: 0.6, unit: 'x', better: 'higher' };
}

function withObservations(name: string, ours: number, peer: number): Ratio {
  return {
    name,
    ours,
    peer,
    measuredIn: 'rows/s',
    value: ours / peer,
    goal: 0.6,
    unit: 'x',
    better: 'higher',
  };
}

function memory(peakMb: number): Ratio {
  const name = 'peak memory of the import';
  const figure = { ours: peakMb, peer: null, measuredIn: 'MB', value: peakMb };
  return { name, ...figure, goal: MEMORY_GOAL_MB, unit: 'MB', better: 'lower' };
}

/** Every column as text but those of the key; the indexes made after the rows, or kept up row by row. */
async function plainCopy(
  { database, file }: ImportGround,
  indexes: 'afterwards' | 'maintained',
): Promise<number> {
  const columns = smsInspection.columns.map(({ into: [one] }) =>
    one?.name === 'unique_id' || one?.name === 'usdot_number'
      ? `${one.name} ${one.value.type} not null`
      : `${one?.name} text`,
  );
  const makeIndexes = async () => {
    await database.pool.query('alter table plain add primary key (usdot_number, unique_id)');
    await database.pool.query('create index plain_by_vin on plain (vin) where vin is not null');
    await database.pool.query('create index plain_by_second_vin on plain (vin2) where vin2 is not null');
    await database.pool.query(
      `create index plain_by_plate on plain (plain_plate(unit_license), unit_license_state, unique_id)
        where unit_license is not null`,
    );
  };
  await database.pool.query('drop table if exists plain');
  await database.pool.query(`create table plain (${columns.join(', ')})`);
  if (indexes === 'maintained') await makeIndexes();
  const startedAt = performance.now();
  await database.pool.query(`copy plain from '${file}' with (format csv, header)`);
  if (indexes === 'afterwards') await makeIndexes();
  return (performance.now() - startedAt) / 1_000;
}

async function checkEqual(database: Database): Promise<void> {
  const digest = async (table: string) => {
    const { rows } = await database.pool.query(
      `select count(*) as n, sum(usdot_number) as carriers, sum(unique_id) as ids, count(vin) as vins,
         sum(time_weight::int) as weight from ${table}`,
    );
    return JSON.stringify(rows);
  };
  const [mine, theirs] = [await digest('sms_inspections'), await digest('plain')];
  if (mine !== theirs) throw new Error(`the tables differ: ${mine} and ${theirs}`);
}
