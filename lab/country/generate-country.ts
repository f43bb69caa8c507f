import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { dayOf } from '../../server/src/demo/day-formats.ts';
import { makeCarrier } from './carrier.ts';
import { type Country, type CountryShape, DEFAULT_AS_OF } from './country.ts';
import { makeCrashes } from './crash.ts';
import type { Events, FileWriter, Target } from './csv-table.ts';
import { calendarDays } from './days.ts';
import { companyCensusFile } from './files/company-census.ts';
import { crashFiles } from './files/crashes.ts';
import { dailyInspectionFiles } from './files/daily-inspections.ts';
import { legacyLicensingFiles } from './files/legacy-licensing.ts';
import { motusLicensingFiles } from './files/motus-licensing.ts';
import { outOfServiceOrdersFile } from './files/out-of-service-orders.ts';
import { smsCensusFile } from './files/sms-census.ts';
import { smsInspectionFiles } from './files/sms-inspections.ts';
import { smsOutputFiles } from './files/sms-outputs.ts';
import { type FraudOptions, planFraud } from './fraud/plan.ts';
import { makeInspections } from './inspection.ts';

/** Each group can be written on its own thread. */
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
  daily: (target, country) => [dailyInspectionFiles(target, country)],
};

type GenerateOptions = {
  carriers: number;
  seed: number;
  folder: string;
  /** ISO day; fixed by default, so the same seed gives the same bytes on any day. */
  asOf?: string | undefined;
  shape?: CountryShape | undefined;
  only?: readonly Group[] | undefined;
  /** Plants fraud and honest look-alikes; see fraud/plan.ts. */
  fraud?: FraudOptions | undefined;
  /** Receives the carriers written so far, summed over the groups, and their total. */
  onProgress?: (done: number, of: number) => void;
};

type WrittenFile = { path: string; rows: number };

type Job = {
  country: Country;
  group: Group;
  folder: string;
  fraud: FraudOptions | undefined;
};

const MAX_CARRIERS_WITHOUT_THREADS = 5_000;
const REPORT_EVERY_CARRIERS = 10_000;

/** Writes a synthetic country in the formats of the federal files. */
export async function generateCountry(options: GenerateOptions): Promise<WrittenFile[]> {
  const { carriers, seed, folder, only = groups, onProgress } = options;
  const asOfDay = dayOf(options.asOf ?? DEFAULT_AS_OF);
  const country: Country = { seed, carriers, asOfDay, ...(options.shape && { shape: options.shape }) };
  const jobs = only.map((group) => ({ country, group, folder, fraud: options.fraud }));
  if (carriers <= MAX_CARRIERS_WITHOUT_THREADS) return jobs.flatMap((job) => writeGroup(job));
  const done = new Map<Group, number>();
  const written = jobs.map((job) =>
    writeInThread(job, (count) => {
      done.set(job.group, count);
      onProgress?.(
        [...done.values()].reduce((sum, n) => sum + n, 0),
        carriers * jobs.length,
      );
    }),
  );
  return (await Promise.all(written)).flat();
}

/** Writes carrier by carrier, so memory use does not grow with the country. */
function writeGroup(
  { country, group, folder, fraud }: Job,
  onProgress?: (carriers: number) => void,
): WrittenFile[] {
  const { asOfDay } = country;
  const plan = fraud && planFraud(country, fraud);
  const files = writers[group]({ folder, asOfDay, days: calendarDays }, country);
  let [inspections, crashes] = [0, 0];
  const nextInspection = () => inspections++;
  const nextCrash = () => crashes++;
  for (let index = 0; index < country.carriers; index++) {
    const carrier = plan?.carrier(index) ?? makeCarrier(country, index);
    const events: Events = {
      inspections: group === 'registry' ? [] : makeInspections(country, carrier, nextInspection),
      crashes: group === 'registry' ? makeCrashes(country, carrier, nextCrash) : [],
    };
    for (const file of files) file.write(carrier, events);
    if ((index + 1) % REPORT_EVERY_CARRIERS === 0) onProgress?.(index + 1);
  }
  const tables = files.flatMap((file) => file.tables);
  for (const table of tables) table.close();
  return tables.filter(({ rows }) => rows > 0).map(({ path, rows }) => ({ path, rows }));
}

type Message = { carriers: number } | { written: WrittenFile[] };

function writeInThread(job: Job, onProgress: (carriers: number) => void): Promise<WrittenFile[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { countryJob: job } });
    worker.on('message', (message: Message) => {
      if ('written' in message) resolve(message.written);
      else onProgress(message.carriers);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread exited early with code ${code}`)));
  });
}

if (!isMainThread && workerData?.countryJob) {
  const send = (message: Message) => parentPort?.postMessage(message);
  send({ written: writeGroup(workerData.countryJob, (carriers) => send({ carriers })) });
}
