import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import type { Settings } from '../../config/settings.ts';
import type { Database } from '../../db/database.ts';
import { hasCitus, readDistribution } from '../../db/distribute.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { listSuppressed } from '../../domain/notifications/mail/store.ts';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, json } from '../command.ts';
import { DEAD_WORK_ADVICE, deadWork } from './dead-work.ts';

type Finding = { check: string; state: 'ok' | 'warning' | 'failed'; says: string; advice: string };

const DEADLINE_MS = 10_000;
const CLOCK_SKEW_MS = 5_000;
const LITTLE_SPACE_BYTES = 2 ** 30;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check database, blobs, mail, clock and versions, and say what to do',
  options: { json },
  async run({ settings, log, print, printJson }, values) {
    const findings: Finding[] = [versions()];
    findings.push(
      await checked('data folder', 'Set DATA_DIR to a folder that this user may write.', () =>
        dataFolder(settings),
      ),
    );
    const opened = await openDatabase(settings, log).catch((error: unknown) => messageOf(error));
    if (typeof opened === 'string') {
      findings.push({
        check: 'database',
        state: 'failed',
        says: opened,
        advice: 'Start it, or mend DATABASE_URL.',
      });
    } else {
      findings.push(
        await checked('database', 'Run milepost migrate.', () => schema(opened.database, opened.where)),
      );
      findings.push(await checked('work', DEAD_WORK_ADVICE, () => deadWork(opened.database)));
      findings.push(
        await checked(
          'mail addresses',
          'milepost mail suppressed lists them, milepost mail lift sends again.',
          () => addresses(opened.database),
        ),
      );
      findings.push(
        await checked('distribution', 'Bring the node back, or move its shards.', () =>
          distribution(opened.database),
        ),
      );
      findings.push(await checked('clock', "Set this machine's clock by NTP.", () => clock(opened.database)));
      await opened.close();
    }
    findings.push(await checked('blobs', 'Mend BLOB_URL or start the store.', () => pictures(settings)));
    findings.push(await checked('mail', 'Mend SMTP_URL or start the mail server.', () => mail(settings)));

    if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1;
    if (values.json) return printJson({ findings });
    const rows = findings.map((f) => [f.check, f.state, f.says, f.state === 'ok' ? '' : f.advice]);
    print(textTable(['check', 'state', 'finding', 'what to do'], rows));
  },
};

type Verdict = { says: string; warn?: boolean };

async function checked(check: string, advice: string, look: () => Promise<Verdict>): Promise<Finding> {
  try {
    const { says, warn } = await withDeadline(look(), DEADLINE_MS, check);
    return { check, state: warn ? 'warning' : 'ok', says, advice };
  } catch (error) {
    return { check, state: 'failed', says: messageOf(error), advice };
  }
}

function versions(): Finding {
  const says = `Node ${process.versions.node} on ${process.platform}-${process.arch}`;
  return { check: 'versions', state: 'ok', says, advice: '' };
}

async function dataFolder({ dataDir }: Settings): Promise<Verdict> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  return { says: `${dataDir}, ${(free / 2 ** 30).toFixed(1)} GiB free`, warn: free < LITTLE_SPACE_BYTES };
}

async function schema(database: Database, where: string): Promise<Verdict> {
  const { rows } = await database.pool.query('show server_version');
  const pending = await pendingMigrations(database);
  if (pending.length > 0) throw new Error(`${where} lacks ${pending.length} migrations`);
  return { says: `${where}, version ${rows[0].server_version}, schema current` };
}

async function addresses(database: Database): Promise<Verdict> {
  const { length } = await listSuppressed(database);
  return { says: length === 0 ? 'none is suppressed' : `${length} suppressed`, warn: length > 0 };
}

/** Where the large tables lie. */
async function distribution(database: Database): Promise<Verdict> {
  if (!(await hasCitus(database))) return { says: 'on one machine (no citus extension)' };
  const { tables, shards, unhealthy, nodes } = await readDistribution(database);
  const away = nodes.filter((node) => !node.is_active);
  const list = nodes.map((node) => `${node.name}:${node.port} ${node.shards} shards`).join(', ');
  return {
    says: `${tables} tables in ${shards} shards on ${nodes.length} nodes (${list}), ${unhealthy} shards not in order`,
    warn: away.length > 0 || unhealthy > 0,
  };
}

async function clock(database: Database): Promise<Verdict> {
  const before = Date.now();
  const { rows } = await database.pool.query('select clock_timestamp() as now');
  const skewMs = Math.abs(rows[0].now.getTime() - (before + Date.now()) / 2);
  return { says: `${Math.round(skewMs)} ms from the database's`, warn: skewMs > CLOCK_SKEW_MS };
}

async function pictures({ blobs, dataDir }: Settings): Promise<Verdict> {
  const store = await openBlobs(blobs, dataDir);
  try {
    await store.check();
    return { says: store.where };
  } finally {
    await store.close();
  }
}

async function mail({ mail: { smtpUrl }, mode }: Settings): Promise<Verdict> {
  if (smtpUrl === null) return { says: 'no SMTP_URL: mails are kept as files', warn: mode === 'production' };
  const { hostname, port, protocol } = new URL(smtpUrl);
  await reach(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587));
  return { says: `${hostname} answers` };
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: DEADLINE_MS / 2 });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once('timeout', () => fail(new Error(`${host}:${port} does not answer`)));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
