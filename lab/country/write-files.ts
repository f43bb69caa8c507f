import { makeCarrier } from './carrier.ts';
import type { Country } from './country.ts';
import { makeCrashes } from './crash.ts';
import type { Target } from './csv-table.ts';
import { isoDay } from './days.ts';
import type { Events, FileWriter } from './file-writer.ts';
import { companyCensusFile } from './files/company-census.ts';
import { crashFiles } from './files/crashes.ts';
import { dailyInspectionFiles } from './files/daily-inspections.ts';
import { legacyLicensingFiles } from './files/legacy-licensing.ts';
import { motusLicensingFiles } from './files/motus-licensing.ts';
import { outOfServiceOrdersFile } from './files/out-of-service-orders.ts';
import { smsCensusFile } from './files/sms-census.ts';
import { smsInspectionFiles } from './files/sms-inspections.ts';
import { smsOutputFiles } from './files/sms-outputs.ts';
import { makeInspections } from './inspection.ts';

/** Each group is written by itself, so that several can be written at once. */
export const groups = ['registry', 'sms', 'daily'] as const;
export type Group = (typeof groups)[number];

const writers: Record<Group, (target: Target, country: Country) => FileWriter[]> = {
  registry: (target, country) => [
    companyCensusFile(target),
    smsCensusFile(target),
    legacyLicensingFiles(target, country),
    motusLicensingFiles(target, country),
    outOfServiceOrdersFile(target, country),
    crashFiles(target, country),
  ],
  sms: (target, country) => [smsInspectionFiles(target, country), smsOutputFiles(target, country)],
  daily: (target) => [dailyInspectionFiles(target)],
};

export type Written = { path: string; rows: number };
const REPORT_EVERY = 10_000;

/** Writes the files of one group, carrier by carrier; memory does not grow with the country. */
export function writeFiles(
  country: Country,
  group: Group,
  folder: string,
  report: (carriers: number) => void = () => undefined,
): Written[] {
  const files = writers[group]({ folder, asOf: isoDay(country.asOfDay) }, country);
  let [inspections, crashes] = [0, 0];
  const nextInspection = () => inspections++;
  const nextCrash = () => crashes++;
  for (let index = 0; index < country.carriers; index++) {
    const carrier = makeCarrier(country, index);
    const events: Events = {
      inspections: group === 'registry' ? [] : makeInspections(country, carrier, nextInspection),
      crashes: group === 'registry' ? makeCrashes(country, carrier, nextCrash) : [],
    };
    for (const file of files) file.write(carrier, events);
    if ((index + 1) % REPORT_EVERY === 0) report(index + 1);
  }
  const tables = files.flatMap((file) => file.tables);
  for (const table of tables) table.close();
  return tables.filter(({ rows }) => rows > 0).map(({ path, rows }) => ({ path, rows }));
}
