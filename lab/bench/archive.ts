import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from '../../server/src/db/database.ts';
import { dayOf } from '../../server/src/demo/day-formats.ts';
import { recordHistory } from '../../server/src/domain/federal/archive/record-history.ts';
import type { Derivation, Load } from '../../server/src/domain/federal/derive/derivation.ts';
import { derivations } from '../../server/src/domain/federal/derive/derivations.ts';
import { identifyDataset } from '../../server/src/domain/federal/files/identify-dataset.ts';
import { openSourceFiles } from '../../server/src/domain/federal/files/source-file.ts';
import { loadFile } from '../../server/src/domain/federal/import/load-file.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { type Carrier, makeCarrier } from '../country/carrier.ts';
import type { Country } from '../country/country.ts';
import { calendarDays } from '../country/days.ts';
import { companyCensusFile } from '../country/files/company-census.ts';
import { onNextDay } from '../country/next-day.ts';
import { absolute, type Bench, overhead, rateRatio } from './support/bench.ts';
import { AS_OF, embeddedDatabase } from './support/embedded.ts';

/** ARCHIVE_BENCH_CARRIERS sets the size of the generated census. */
const CARRIERS = Number(process.env.ARCHIVE_BENCH_CARRIERS ?? 0) || null;
/** The rows of the generated census are repeated under other numbers, up to the size of the country. */
const COPIES = 23;
const USDOT_NUMBERS_PER_COPY = 10_000_000;
const MB = 1_000_000;
const CLOCK_TICKS_PER_SECOND = 100;

type Cost = { seconds: number; cpuSeconds: number };
type Archived = Cost & { bytes: number; changes: number };

export const bench: Bench = {
  about:
    'the identity archive: a census of which 1 % changed since the day before, against a daily copy of the census',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const embedded = await embeddedDatabase(cleanup);
    const { database, folder } = embedded;
    const country = { seed: 1, carriers: CARRIERS ?? (quick ? 20_000 : 100_000), asOfDay: dayOf(AS_OF) };
    let backendPid = 0;
    let repeatSeconds = 0;
    let small: Archived | null = null;
    let large: Archived | null = null;
    const measured: Derivation = async (tx, load) => {
      await tx.client.query('savepoint measured');
      const startedAt = performance.now();
      const repeated = await repeatRows(tx, load);
      repeatSeconds = (performance.now() - startedAt) / 1_000;
      large = await archive(tx, { ...load, ...repeated });
      await tx.client.query('rollback to savepoint measured');
      small = await archive(tx, load);
    };
    const load = async (day: number, list: readonly Derivation[]) => {
      const { path, changes } = writeCensus(join(folder, 'files'), country, day);
      const [source] = await openSourceFiles(path);
      const layout = source && (await identifyDataset(source));
      if (!layout) throw new Error(`${path} is not a census`);
      const result = await loadFile(database, source, layout, {
        rejectFolder: folder,
        force: false,
        asOf: calendarDays.iso(country.asOfDay + day),
        clock: systemClock,
        derivations: list,
        giveWay: (pid) => {
          backendPid = pid;
          return () => undefined;
        },
        onProgress: () => undefined,
      });
      await rm(path);
      return { ...result, changes };
    };
    await load(0, [recordHistory]);
    const { seconds, changes } = await load(
      1,
      derivations.map((derive) => (derive === recordHistory ? measured : derive)),
    );
    const [one, all] = [small as Archived | null, large as Archived | null];
    if (one?.changes !== changes || all?.changes !== changes * COPIES)
      throw new Error(
        `The archive has ${one?.changes} and ${all?.changes} changes; the files have ${changes}`,
      );
    const copy = (await copyCensus()) * COPIES;
    const rest = seconds - one.seconds - all.seconds - repeatSeconds;
    return [
      absolute(`compare two days of ${country.carriers * COPIES} carriers`, all.seconds, 's', 60),
      absolute('processor time of the comparison', all.cpuSeconds, 's', 60),
      overhead(
        'import with the archive, against without',
        { ours: rest + one.seconds, peer: rest },
        's',
        1.5,
      ),
      absolute('stored a day', all.bytes / MB, 'MB', 100),
      rateRatio(
        'stored against a copy of the census',
        { ours: all.bytes / MB, peer: copy / MB, value: copy / all.bytes },
        'MB',
        20,
      ),
      absolute('changes a day', all.changes, 'rows', null),
    ];

    async function archive(tx: Transaction, load: Load): Promise<Archived> {
      const before = await archiveSize(tx);
      const cost = await costOf(backendPid, () => recordHistory(tx, load));
      const after = await archiveSize(tx);
      return { ...cost, bytes: after.bytes - before.bytes, changes: after.changes - before.changes };
    }

    /** What a copy of the archived columns takes, without any index. */
    async function copyCensus(): Promise<number> {
      await database.pool.query(
        `create table census_copy as select usdot_number, legal_name, dba_name, phy_street, phy_city, phy_state, phy_zip,
           mailing_street, mailing_city, mailing_state, mailing_zip, phone, email_address, company_officer_1, power_units,
           total_drivers, mcs150_mileage, mcs150_mileage_year, mcs150_date, status_code, safety_rating,
           safety_rating_date from company_census`,
      );
      const { rows } = await database.pool.query<{ bytes: number }>(
        `select pg_total_relation_size('census_copy') as bytes`,
      );
      return rows[0]?.bytes ?? 0;
    }
  },
};

/** Writes the census of a day after the country's day and counts the archived fields that changed since day 0. */
function writeCensus(folder: string, country: Country, day: number): { path: string; changes: number } {
  const file = companyCensusFile({ folder, asOfDay: country.asOfDay + day, days: calendarDays });
  let changes = 0;
  for (let index = 0; index < country.carriers; index++) {
    const carrier = makeCarrier(country, index);
    const today = day === 0 ? carrier : onNextDay(country, carrier);
    if (today !== carrier) changes += changedFields(carrier, today);
    file.write(today, { inspections: [], crashes: [] });
  }
  const [table] = file.tables;
  table?.close();
  return { path: table?.path ?? '', changes };
}

/** A street is part of two addresses. The year of the mileage follows from the date of the form. */
function changedFields(before: Carrier, after: Carrier): number {
  const weights = {
    street: 2,
    phone: 1,
    legalName: 1,
    status: 1,
    powerUnits: 1,
    drivers: 1,
    mileage: 1,
    mcs150Day: 1,
  };
  const fields = Object.entries(weights) as [keyof Carrier & keyof typeof weights, number][];
  const changed = fields.reduce(
    (sum, [name, weight]) => sum + (before[name] === after[name] ? 0 : weight),
    0,
  );
  const { priorYear } = calendarDays;
  return changed + (priorYear(before.mcs150Day) === priorYear(after.mcs150Day) ? 0 : 1);
}

/** In the transaction of the import, so that rows that are rolled back are counted too. */
async function archiveSize({ client }: Transaction): Promise<{ bytes: number; changes: number }> {
  const { rows } = await client.query(
    `select pg_total_relation_size('carrier_history') + pg_total_relation_size('carrier_last_known') as bytes,
       (select count(*) from carrier_history) as changes`,
  );
  return rows[0];
}

/** Tables with the rows of both days, COPIES times. */
async function repeatRows({ client }: Transaction, { live, staged }: Load) {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [live],
  );
  const number = `usdot_number + copy * ${USDOT_NUMBERS_PER_COPY} as usdot_number`;
  const columns = rows.map(({ name }) => (name === 'usdot_number' ? number : name)).join(', ');
  for (const [table, from] of [
    ['repeated_live', live],
    ['repeated_staged', staged],
  ])
    await client.query(
      `create unlogged table ${table} as
       select ${columns} from ${from} cross join generate_series(0, ${COPIES - 1}) copy;
       analyze ${table}`,
    );
  return { live: 'repeated_live', staged: 'repeated_staged' };
}

/** Wall time, and the processor time of one database process. */
async function costOf(pid: number, work: () => Promise<void>): Promise<Cost> {
  const [cpuBefore, startedAt] = [cpuSeconds(pid), performance.now()];
  await work();
  return { seconds: (performance.now() - startedAt) / 1_000, cpuSeconds: cpuSeconds(pid) - cpuBefore };
}

/** 0 where /proc does not exist. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
