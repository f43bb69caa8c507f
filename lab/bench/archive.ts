import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '../../server/src/demo/day-formats.ts';
import { recordHistory } from '../../server/src/domain/federal/archive/record-history.ts';
import type { Derivation } from '../../server/src/domain/federal/derive/derivation.ts';
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

/** ARCHIVE_BENCH_CARRIERS sets the size of the census. */
const CARRIERS = Number(process.env.ARCHIVE_BENCH_CARRIERS ?? 0) || null;
const MB = 1_000_000;
const CLOCK_TICKS_PER_SECOND = 100;

type Cost = { seconds: number; cpuSeconds: number };

export const bench: Bench = {
  about:
    'the identity archive: a census of which 1 % changed since the day before, against a daily copy of the census',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const embedded = await embeddedDatabase(cleanup);
    const { database, folder } = embedded;
    const country = { seed: 1, carriers: CARRIERS ?? (quick ? 50_000 : 2_300_000), asOfDay: dayOf(AS_OF) };
    const archive: Cost = { seconds: 0, cpuSeconds: 0 };
    let backendPid = 0;
    const measured: Derivation = async (tx, load) => {
      const cost = await costOf(backendPid, () => recordHistory(tx, load));
      archive.seconds = cost.seconds;
      archive.cpuSeconds = cost.cpuSeconds;
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
        },
        onProgress: () => undefined,
      });
      await rm(path);
      return { ...result, changes };
    };
    await load(0, [recordHistory]);
    const before = await archiveBytes();
    const { seconds, changes } = await load(
      1,
      derivations.map((derive) => (derive === recordHistory ? measured : derive)),
    );
    const stored = (await archiveBytes()) - before;
    const { rows } = await database.pool.query('select count(*) as n from carrier_history');
    if (rows[0].n !== changes)
      throw new Error(`The archive has ${rows[0].n} changes; the files have ${changes}`);
    const copy = await copyCensus();
    return [
      absolute('compare two days', archive.seconds, 's', 60),
      absolute('processor time of the comparison', archive.cpuSeconds, 's', 60),
      overhead(
        'import with the archive, against without',
        { ours: seconds, peer: seconds - archive.seconds },
        's',
        1.5,
      ),
      absolute('stored a day', stored / MB, 'MB', 100),
      rateRatio(
        'stored against a copy of the census',
        { ours: stored / MB, peer: copy / MB },
        'MB',
        20,
        copy / stored,
      ),
      absolute('changes a day', changes, 'rows', null),
    ];

    async function archiveBytes(): Promise<number> {
      const { rows } = await database.pool.query<{ bytes: number }>(
        `select pg_total_relation_size('carrier_history') + pg_total_relation_size('carrier_last_known') as bytes`,
      );
      return rows[0]?.bytes ?? 0;
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
