import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { WorkQueue } from '../../db/claim.ts';
import {
  countAdmins,
  lastBackupDays,
  oldestWaitSeconds,
  readTimezones,
} from '../../domain/doctor/read-facts.ts';
import { sampleStoredImages } from '../../domain/doctor/sample-images.ts';
import {
  catalogCoverage,
  coverageText,
  MAX_SHARE_WITHOUT_WEIGHT,
} from '../../domain/federal/catalog/read-catalog.ts';
import { listDatasets } from '../../domain/federal/loads.ts';
import { isTimezone } from '../../domain/identity/manage-organizations.ts';
import { keyOfImage } from '../../domain/images/blob-key.ts';
import { listSuppressed } from '../../domain/notifications/mail/mail-store.ts';
import { isScored } from '../../domain/safety/run/run-scores.ts';
import { runningProcesses } from '../../domain/secrets/rotate-secrets.ts';
import { closing } from '../../lib/async/closing.ts';
import { systemClock } from '../../lib/clock.ts';
import { queues } from '../../lib/queues.ts';
import { counted } from '../format.ts';
import { type Check, failed, ok, problemIn, type Result, type Subject, warning } from './check.ts';
import { checkLocks } from './locks-check.ts';
import { isFolderMissing } from './service-checks.ts';

const MAX_WAIT_SECONDS = 600;
const MAX_DATA_AGE_DAYS = 60;
const MAX_BACKUP_AGE_DAYS = 2;
const MAX_DELAY_MS = 3_600_000;
const MOST_DELAYED_READ = 1_000;
const SAMPLED_IMAGES = 20;

/** What the installation does. These need the schema. */
export const workChecks: Check<Subject>[] = [
  {
    name: 'processes',
    why: 'Without a worker, images are accepted but not read, and no alert is sent.',
    fix: 'Start milepost serve and milepost work: systemctl start milepost-serve milepost-work',
    run: checkProcesses,
  },
  {
    name: 'queues',
    why: 'Work that waits this long is not being done: sightings and alerts are late.',
    fix: 'Start more milepost work processes, and read their log for errors: journalctl -u milepost-work',
    run: checkQueues,
  },
  {
    name: 'work',
    why: 'These rows failed for the last time and are not retried.',
    fix: 'Fix the causes, then retry images with milepost retry; replay deliveries in the console.',
    run: checkDeadWork,
  },
  {
    name: 'delayed work',
    why: 'A fault outside these rows delays them. After 24 hours they fail.',
    fix: 'Fix what the reason names: the image store, the recognizer or the database. The rows then continue by themselves.',
    run: checkDelayedWork,
  },
  {
    name: 'stored images',
    why: 'Images that were accepted cannot be read or shown without their files.',
    fix: 'Fix BLOB_URL, or mount its folder. If the files are lost, restore them from a backup.',
    run: checkStoredImages,
  },
  {
    name: 'mail addresses',
    why: 'A mail server rejected these addresses permanently, so they get no emails.',
    fix: 'milepost mail suppressed lists them; milepost mail lift sends to an address again.',
    async run({ database }) {
      const { length } = await listSuppressed(database);
      return length === 0 ? ok('none suppressed') : warning(`${length} suppressed`);
    },
  },
  {
    name: 'federal data',
    why: 'Carrier names, profiles and scores come from federal files, which change daily.',
    fix: 'Run milepost import --download company-census on a timer, see docs/import.md.',
    run: checkFederalData,
  },
  {
    name: 'scores',
    why: 'Profiles show scores of older files than the inspections beside them.',
    fix: 'Run milepost score.',
    async run({ database }) {
      const scored = await isScored(database, 'current');
      if (scored === null) return ok('no month to score');
      return scored
        ? ok('computed from the loaded files')
        : warning('files were imported after the last score run');
    },
  },
  {
    name: 'violation weights',
    why: 'Violations without a weight do not count in the scores.',
    fix: 'Import the newest sms-violation file.',
    async run({ database }) {
      const coverage = await catalogCoverage(database);
      const says = coverageText(coverage);
      return coverage.share >= MAX_SHARE_WITHOUT_WEIGHT ? warning(says) : ok(says);
    },
  },
  {
    name: 'backup',
    why: 'After the loss of a disk, everything since the last backup is lost.',
    fix: 'Run milepost backup every day, see docs/backup.md. Ignore this if another tool backs up the database and the images.',
    async run({ database, settings }) {
      const days = await lastBackupDays(database);
      const says = days === null ? 'none in the last 60 days' : `the last one is ${days.toFixed(1)} days old`;
      const isRecent = days !== null && days <= MAX_BACKUP_AGE_DAYS;
      return isRecent || settings.mode !== 'production' ? ok(says) : warning(says);
    },
  },
  {
    name: 'administrators',
    why: 'Nobody can manage organizations and users in the console.',
    fix: 'Run milepost org create --name Operator --kind operator, then milepost user create --roles admin for it.',
    async run({ database, settings }) {
      const { operators, total } = await countAdmins(database);
      if (settings.mode === 'production' && operators === 0)
        return warning(`no active administrator of an operator organization (${total} of others)`);
      return ok(`${counted(total, 'administrator')}, ${operators} of an operator organization`);
    },
  },
  {
    name: 'locks',
    why: 'An erasure or a backup locks every partition of images. It fails when the server has no room for so many locks.',
    fix: 'Double max_locks_per_transaction in postgresql.conf and restart the server.',
    run: ({ database }) => checkLocks(database),
  },
  {
    name: 'time zones',
    why: 'Daily alerts are sent in the time zone of the organization. An unknown zone stops them.',
    fix: "Install tzdata on both machines, or correct the zone: update organizations set timezone = 'America/Chicago' where id = …",
    run: checkTimezones,
  },
];

async function checkProcesses({ database, settings }: Subject): Promise<Result> {
  const { api, work } = await runningProcesses(database);
  const says = `${api} with the API, ${work} with workers`;
  if (settings.mode !== 'production') return ok(says);
  if (work === 0) return failed(`no worker runs (${says})`);
  return api === 0 ? failed(`no API runs (${says})`) : ok(says);
}

async function checkQueues({ database, settings }: Subject): Promise<Result> {
  const stuck: string[] = [];
  for (const { name, table } of Object.values(queues)) {
    const seconds = (await oldestWaitSeconds(database, table)) ?? 0;
    if (seconds > MAX_WAIT_SECONDS) stuck.push(`${name} has waited for ${Math.round(seconds / 60)} minutes`);
  }
  return stuck.length > 0 ? problemIn(settings, stuck.join('; ')) : ok('no work waits');
}

/** An empty or foreign store answers every other check. */
async function checkStoredImages({ database, settings }: Subject): Promise<Result> {
  const sample = await sampleStoredImages(database, SAMPLED_IMAGES);
  if (sample.length === 0) return ok('no image is stored');
  if (isFolderMissing(settings)) return failed(`the folder of BLOB_URL does not exist`);
  await using store = closing(await openBlobs(settings.blobs, settings.dataDir));
  let [missing, damaged] = [0, 0];
  for (const image of sample) {
    const blob = await store.open(keyOfImage(image));
    if (blob === null) missing++;
    else if (
      createHash('sha256')
        .update(await buffer(blob.stream))
        .digest()
        .compare(image.sha256) !== 0 ||
      blob.size !== image.byte_size
    )
      damaged++;
  }
  const says = (what: string, count: number) =>
    `${count} of ${counted(sample.length, 'sampled image')} ${what} in ${store.where}`;
  if (missing > 0) return failed(says('is missing', missing));
  if (damaged > 0)
    return failed(says('does not have the stored hash', damaged), 'Restore the files from a backup.');
  return ok(`${counted(sample.length, 'sampled image')} found in ${store.where}`);
}

/** Rows that failed for the last time, with their most frequent reasons. */
async function checkDeadWork({ database }: Subject): Promise<Result> {
  const dead: string[] = [];
  for (const queue of Object.values(queues)) {
    for (const { reason, count } of await new WorkQueue(queue).dead(database))
      dead.push(`${count} of ${queue.name}: ${reason}`);
  }
  return dead.length === 0 ? ok('no failed rows') : warning(dead.join('; '));
}

/** Rows whose attempts have failed for more than an hour for a reason outside them, of those that are delayed longest. */
async function checkDelayedWork({ database, settings }: Subject): Promise<Result> {
  const delayed: string[] = [];
  for (const queue of Object.values(queues)) {
    const reasons = await new WorkQueue(queue).delayed(database, MOST_DELAYED_READ);
    for (const { reason, count, since } of reasons) {
      const delayMs = systemClock.now().getTime() - since.getTime();
      if (delayMs <= MAX_DELAY_MS) continue;
      delayed.push(`${count} of ${queue.name} for ${Math.round(delayMs / 60_000)} minutes: ${reason}`);
    }
  }
  return delayed.length === 0
    ? ok('nothing is delayed for more than an hour')
    : problemIn(settings, delayed.join('; '));
}

async function checkFederalData({ database, settings }: Subject): Promise<Result> {
  const { datasets, warnings } = await listDatasets(database, systemClock.now());
  const ages = datasets.flatMap(({ age_days }) => age_days ?? []);
  const says = `${ages.length} of ${datasets.length} datasets, newest ${counted(Math.min(...ages), 'day')} old`;
  if (ages.length === 0)
    return settings.mode === 'production' ? warning('no federal file was imported') : ok('none imported');
  if (warnings.length > 0) return warning(warnings.join(' '), 'Import the SMS files of one month.');
  return Math.min(...ages) > MAX_DATA_AGE_DAYS ? warning(says) : ok(says);
}

async function checkTimezones({ database }: Subject): Promise<Result> {
  const zones = await readTimezones(database);
  const unknown = zones.filter(({ timezone, in_database }) => !in_database || !isTimezone(timezone));
  if (unknown.length === 0) return ok('known on this machine and in the database');
  const list = unknown.map(
    ({ organization_id, timezone }) => `${timezone} of organization ${organization_id}`,
  );
  return failed(`unknown: ${list.slice(0, 5).join(', ')}`);
}
