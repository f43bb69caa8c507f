import { join } from 'node:path';
import { type Database, statement } from '../../../server/src/db/database.ts';
import { dayOf } from '../../../server/src/demo/day-formats.ts';
import type { ProfileService } from '../../../server/src/domain/carriers/profile/profile-service.ts';
import { IDENTITY_FIELDS } from '../../../server/src/domain/carriers/signals/identity-changes.ts';
import { readSignals } from '../../../server/src/domain/carriers/signals/read-signals.ts';
import { type SignalName, signalRules } from '../../../server/src/domain/carriers/signals/signal-rules.ts';
import { importFiles } from '../../../server/src/domain/federal/import/import-files.ts';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { ensureMonths, monthsBetween } from '../../../server/src/domain/observations/ensure-months.ts';
import { mapConcurrent } from '../../../server/src/lib/async/map-concurrent.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { DEFAULT_AS_OF, FIRST_USDOT } from '../../country/country.ts';
import { type FraudOptions, type FraudPlan, planFraud } from '../../country/fraud/plan.ts';
import { type PlantedSighting, recordPlanted } from '../../country/fraud/record-planted.ts';
import { generateCountry } from '../../country/generate-country.ts';
import { Rng } from '../../country/rng.ts';
import { importFormerCensuses, writeFormerCensuses } from './former-censuses.ts';
import { SignalTally } from './signal-tally.ts';

type SignalSet = {
  carriers: number;
  seed: number;
  fraud: FraudOptions;
  /** Ordinary carriers without changes whose signals are read. */
  sample: number;
};

const AS_OF_DAY = dayOf(DEFAULT_AS_OF);
const DAY_MS = 86_400_000;
const BATCH = 2_000;
const CONCURRENT = 4;
const SAMPLE_STREAM = 30;

/** The numbers of planted carriers and of honest cases grow with the country, unless `planted` sets them. */
export function signalSet(carriers: number, seed: number, sample?: number, planted?: number): SignalSet {
  const perSignal = planted ?? Math.max(5, Math.min(200, Math.round(carriers / 250)));
  const fraud = { perSignal, perHonestCase: Math.ceil(perSignal / 4) };
  return { carriers, seed, fraud, sample: sample ?? Math.min(carriers, 4_000) };
}

/** Imports the labeled set into an empty database. */
export async function loadSignalSet(database: Database, folder: string, set: SignalSet): Promise<FraudPlan> {
  const { carriers, seed, fraud } = set;
  const refused: string[] = [];
  const events = { onRefused: (name: string, reason: string) => void refused.push(`${name}: ${reason}`) };
  const country = { seed, carriers, asOfDay: AS_OF_DAY };
  const plan = planFraud(country, fraud);
  await importFormerCensuses(database, folder, writeFormerCensuses(join(folder, 'former'), country, plan));
  const files = join(folder, 'files');
  await generateCountry({
    ...{ carriers, seed, folder: files, asOf: DEFAULT_AS_OF, fraud, only: ['registry', 'daily'] },
  });
  await importFiles(database, [files], { dataDir: folder, force: true, clock: systemClock, events });
  if (refused.length > 0) throw new Error(refused.join('\n'));
  await ensureMonths(
    database,
    monthsBetween(new Date((AS_OF_DAY - 800) * DAY_MS), new Date((AS_OF_DAY + 1) * DAY_MS)),
  );
  const { organization_id } = await createOrganization(database, { name: 'Cameras', kind: 'partner' });
  let batch: PlantedSighting[] = [];
  for (const sighting of plan.sightings()) {
    batch.push(sighting);
    if (batch.length < BATCH) continue;
    await recordPlanted(database, organization_id, batch);
    batch = [];
  }
  await recordPlanted(database, organization_id, batch);
  await vacuum(database);
  return plan;
}

/** As long as it takes on a busy machine. */
async function vacuum(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/**
 * Reads the signals of every planted carrier, of every carrier of an honest case, of every ordinary carrier whose identity
 * changed, and of a random sample of the others. A sampled carrier counts as many times as there are carriers for each one
 * in the sample. Carriers with changes are not sampled: they are few and cause most false signals, so a single one in the
 * sample would count for dozens.
 */
export async function measureSignals(
  database: Database,
  service: ProfileService,
  plan: FraudPlan,
  { carriers, seed, sample }: SignalSet,
): Promise<SignalTally> {
  const clock = { now: () => new Date(AS_OF_DAY * DAY_MS + DAY_MS / 2) };
  const planted = new Map(plan.cases.map((one) => [one.usdot, one]));
  const changed = (await readChanged(database)).filter((usdot) => !planted.has(usdot));
  const readAll = new Set([...planted.keys(), ...changed]);
  const sampled = sampleOf(carriers, sample, seed, (usdot) => readAll.has(usdot));
  const weights = new Map(
    sampled.map((usdot) => [usdot, (carriers - readAll.size) / Math.max(1, sampled.length)]),
  );
  const tally = new SignalTally(Object.keys(signalRules) as SignalName[]);
  await mapConcurrent(CONCURRENT, [...readAll, ...sampled], async (usdot) => {
    const one = planted.get(usdot);
    const startedAt = performance.now();
    const { signals, errors, not_judged } = await readSignals({ ...service, clock }, usdot);
    tally.times.push(performance.now() - startedAt);
    if (errors) throw new Error(`${usdot}: ${JSON.stringify(errors)}`);
    if (not_judged.length > 0) throw new Error(`${usdot}: ${JSON.stringify(not_judged)}`);
    tally.add({
      usdot,
      group: one?.case ?? 'ordinary carrier',
      weight: weights.get(usdot) ?? 1,
      expected: one?.expects ?? plan.expectedOf(usdot - FIRST_USDOT),
      accepted: one?.accepts ?? [],
      found: signals.map(({ name }) => name as SignalName),
    });
  });
  return tally;
}

const changedCarriers = statement(
  'accuracy.changed-carriers',
  `select usdot_number from carrier_history where field = any($1::text[]) and replaced_on is not null
   group by usdot_number having count(distinct field) > 1 order by usdot_number`,
);

/** Carriers with two or more changed facts in the archive of the census. */
async function readChanged(db: Database): Promise<number[]> {
  const rows = await db.rows<{ usdot_number: number }>(changedCarriers, [IDENTITY_FIELDS]);
  return rows.map(({ usdot_number }) => usdot_number);
}

function sampleOf(
  carriers: number,
  count: number,
  seed: number,
  isTaken: (usdot: number) => boolean,
): number[] {
  const free = Array.from({ length: carriers }, (_, index) => FIRST_USDOT + index).filter(
    (usdot) => !isTaken(usdot),
  );
  const rng = new Rng(seed, SAMPLE_STREAM);
  const wanted = Math.min(count, free.length);
  for (let n = 0; n < wanted; n++) {
    const other = n + rng.below(free.length - n);
    [free[n], free[other]] = [free[other] as number, free[n] as number];
  }
  return free.slice(0, wanted);
}
