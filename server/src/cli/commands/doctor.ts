import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/database.ts';
import { hasCitus, readDistribution } from '../../db/distribute.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import {
  catalogCoverage,
  coverageText,
  MAX_SHARE_WITHOUT_WEIGHT,
} from '../../domain/federal/catalog/read-catalog.ts';
import { imageQueue } from '../../domain/images/image-queue.ts';
import { deliveryQueue } from '../../domain/notifications/deliveries/queue.ts';
import { mailQueue } from '../../domain/notifications/mail/queue.ts';
import { listSuppressed } from '../../domain/notifications/mail/store.ts';
import { unmatchedQueue } from '../../domain/observations/unmatched.ts';
import { revisitQueue } from '../../domain/recognition/sighting/revisits.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json } from '../command.ts';

type Finding = { check: string; state: 'ok' | 'warning' | 'failed'; says: string; advice: string };
type Result = { says: string; warn?: boolean };

const DEADLINE_MS = 10_000;
const MAX_CLOCK_SKEW_MS = 5_000;
const MIN_FREE_BYTES = 2 ** 30;
const QUEUES = [imageQueue(), revisitQueue(), unmatchedQueue(), deliveryQueue(), mailQueue()];

export const doctor: Command = {
  name: 'doctor',
  audit: { none: 'Changes nothing.' },
  summary: 'Check the database, blobs, mail server, clock and versions, and advise how to fix problems',
  options: { json },
  async run({ settings, log, print, printJson, fail }, values) {
    const findings: Finding[] = [];
    const check = async (name: string, advice: string, run: () => Promise<Result>) => {
      findings.push(await runCheck(name, advice, run));
    };
    await check('versions', '', async () => ({
      says: `Node ${process.versions.node} on ${process.platform}-${process.arch}`,
    }));
    await check('data folder', 'Set DATA_DIR to a folder that this user can write to.', () =>
      checkDataFolder(settings),
    );
    const opened = await openDatabase(settings, log).catch((error: unknown) => messageOf(error));
    if (typeof opened === 'string') {
      const advice = 'Start the database server, or fix DATABASE_URL.';
      findings.push({ check: 'database', state: 'failed', says: opened, advice });
    } else {
      const { database, where, close } = opened;
      await check('database', 'Run milepost migrate.', () => checkSchema(database, where));
      await check('work', 'Fix the causes. The rows are kept but not retried.', () =>
        checkDeadWork(database),
      );
      await check(
        'mail addresses',
        'milepost mail suppressed lists them; milepost mail lift sends to an address again.',
        () => checkSuppressed(database),
      );
      await check('violation weights', 'Import the newest sms-violation file.', () =>
        checkViolationWeights(database),
      );
      await check('distribution', 'Restart the node, or move its shards.', () => checkDistribution(database));
      await check('clock', 'Synchronize the clock of this machine (NTP).', () => checkClock(database));
      await close();
    }
    await check('blobs', 'Start the store, or fix BLOB_URL.', () => checkBlobs(settings));
    await check('mail', 'Start the mail server, or fix SMTP_URL.', () => checkMail(settings));

    if (findings.some(({ state }) => state === 'failed')) fail();
    if (values.json) return printJson({ findings });
    const rows = findings.map((f) => [f.check, f.state, f.says, f.state === 'ok' ? '' : f.advice]);
    print(textTable(['check', 'state', 'finding', 'advice'], rows));
  },
};

async function runCheck(check: string, advice: string, run: () => Promise<Result>): Promise<Finding> {
  try {
    const { says, warn } = await withDeadline(run(), DEADLINE_MS, check);
    return { check, state: warn ? 'warning' : 'ok', says, advice };
  } catch (error) {
    return { check, state: 'failed', says: messageOf(error), advice };
  }
}

async function checkDataFolder({ dataDir }: Settings): Promise<Result> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  return { says: `${dataDir}, ${(free / 2 ** 30).toFixed(1)} GiB free`, warn: free < MIN_FREE_BYTES };
}

async function checkSchema(database: Database, where: string): Promise<Result> {
  const { rows } = await database.pool.query('show server_version');
  const pending = await pendingMigrations(database);
  if (pending.length > 0) throw new Error(`${where}: ${pending.length} migrations are pending`);
  return { says: `${where}, version ${rows[0].server_version}, schema up to date` };
}

/** Rows that failed for the last time, with their most frequent reasons. */
async function checkDeadWork(database: Database): Promise<Result> {
  const dead: string[] = [];
  for (const queue of QUEUES) {
    for (const { reason, count } of await queue.dead(database))
      dead.push(`${count} of ${queue.table}: ${reason}`);
  }
  return { says: dead.length === 0 ? 'no failed rows' : dead.join('; '), warn: dead.length > 0 };
}

async function checkSuppressed(database: Database): Promise<Result> {
  const { length } = await listSuppressed(database);
  return { says: length === 0 ? 'none suppressed' : `${length} suppressed`, warn: length > 0 };
}

async function checkViolationWeights(database: Database): Promise<Result> {
  const coverage = await catalogCoverage(database);
  return { says: coverageText(coverage), warn: coverage.share >= MAX_SHARE_WITHOUT_WEIGHT };
}

async function checkDistribution(database: Database): Promise<Result> {
  if (!(await hasCitus(database))) return { says: 'one machine (no citus extension)' };
  const { tables, shards, unhealthy, nodes } = await readDistribution(database);
  const list = nodes.map((node) => `${node.name}:${node.port} ${node.shards} shards`).join(', ');
  return {
    says: `${tables} tables in ${shards} shards on ${nodes.length} nodes (${list}), ${unhealthy} unhealthy shards`,
    warn: unhealthy > 0 || nodes.some((node) => !node.is_active),
  };
}

async function checkClock(database: Database): Promise<Result> {
  const before = Date.now();
  const { rows } = await database.pool.query('select clock_timestamp() as now');
  const skewMs = Math.abs(rows[0].now.getTime() - (before + Date.now()) / 2);
  return { says: `${Math.round(skewMs)} ms off the database clock`, warn: skewMs > MAX_CLOCK_SKEW_MS };
}

async function checkBlobs({ blobs, dataDir }: Settings): Promise<Result> {
  const store = await openBlobs(blobs, dataDir);
  try {
    await store.check();
    return { says: store.where };
  } finally {
    await store.close();
  }
}

async function checkMail({ mail: { smtpUrl }, mode }: Settings): Promise<Result> {
  if (smtpUrl === null)
    return { says: 'SMTP_URL is not set: emails are written to files', warn: mode === 'production' };
  const { hostname, port, protocol } = new URL(smtpUrl);
  await tryConnect(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587));
  return { says: `${hostname} is reachable` };
}

function tryConnect(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: DEADLINE_MS / 2 });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once('timeout', () => fail(new Error(`${host}:${port} does not respond`)));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
