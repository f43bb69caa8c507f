import { join } from 'node:path';
import type { Database } from '../../server/src/db/database.ts';
import { smsInspection } from '../../server/src/domain/federal/datasets/sms-inputs.ts';
import { absolute, alternate, type Bench, median, rateRatio, secondsOf } from './support/bench.ts';
import { embeddedDatabase } from './support/embedded.ts';
import { runImport } from './support/run-milepost.ts';
import { writeInspections } from './support/write-inspections.ts';

export const bench: Bench = {
  about: 'milepost import of SMS inspections, against plain COPY of the same file with the same indexes',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const rows = quick ? 150_000 : 1_500_000;
    const { folder, database, url } = await embeddedDatabase(cleanup);
    const file = join(folder, 'sms-inspection.csv');
    await writeInspections(file, rows);
    let peakMb = 0;
    const whole: number[] = [];
    // The import also derives observations and their counts, which plain COPY does not do.
    const ours = async () => {
      const run = await runImport(file, { DATABASE_URL: url, DATA_DIR: folder });
      peakMb = Math.max(peakMb, run.peakMb);
      whole.push(rows / run.seconds);
      return rows / (run.seconds - run.derivingSeconds);
    };
    const peer = (indexes: 'afterwards' | 'maintained') => async () =>
      rows / (await plainCopy(database, file, indexes));
    const afterwards = await alternate(quick ? 2 : 3, ours, peer('afterwards'));
    await checkEqual(database);
    const result = [
      rateRatio('import against COPY with indexes built afterwards', afterwards, 'rows/s', 0.6),
    ];
    if (!quick) {
      const maintained = await alternate(2, ours, peer('maintained'));
      result.push(rateRatio('import against COPY with existing indexes', maintained, 'rows/s', 0.6));
    }
    const [first = 0, ...later] = whole;
    const withObservations = (name: string, ours: number) =>
      rateRatio(name, { ours, peer: afterwards.peer }, 'rows/s', 0.6);
    return [
      ...result,
      withObservations('first import including observations', first),
      withObservations('repeated import including observations', median(later)),
      absolute('peak memory of the import', peakMb, 'MB', 300),
    ];
  },
};

/** Copies all columns as text except the key. Returns the seconds. */
async function plainCopy(
  { pool }: Database,
  file: string,
  indexes: 'afterwards' | 'maintained',
): Promise<number> {
  const columns = smsInspection.columns.map(({ into: [one] }) =>
    one?.name === 'unique_id' || one?.name === 'usdot_number'
      ? `${one.name} ${one.value.type} not null`
      : `${one?.name} text`,
  );
  const createIndexes = async () => {
    await pool.query('alter table plain add primary key (usdot_number, unique_id)');
    await pool.query('create index plain_by_vin on plain (vin) where vin is not null');
    await pool.query('create index plain_by_second_vin on plain (vin2) where vin2 is not null');
    await pool.query(
      `create index plain_by_plate on plain (plain_plate(unit_license), unit_license_state, unique_id)
        where unit_license is not null`,
    );
  };
  await pool.query('drop table if exists plain');
  await pool.query(`create table plain (${columns.join(', ')})`);
  if (indexes === 'maintained') await createIndexes();
  return secondsOf(async () => {
    await pool.query(`copy plain from '${file}' with (format csv, header)`);
    if (indexes === 'afterwards') await createIndexes();
  });
}

async function checkEqual(database: Database): Promise<void> {
  const digest = async (table: string) => {
    const { rows } = await database.pool.query(
      `select count(*) as n, sum(usdot_number) as carriers, sum(unique_id) as ids, count(vin) as vins,
         sum(time_weight::int) as weight from ${table}`,
    );
    return JSON.stringify(rows);
  };
  const [ours, theirs] = [await digest('sms_inspections'), await digest('plain')];
  if (ours !== theirs) throw new Error(`The tables differ: ${ours} and ${theirs}`);
}
