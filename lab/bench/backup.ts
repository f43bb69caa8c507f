import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupStore } from '../../server/src/adapters/backup/open-backup-store.ts';
import { type Database, openPool } from '../../server/src/db/database.ts';
import { createBackup } from '../../server/src/domain/backup/create-backup.ts';
import { restoreBackup } from '../../server/src/domain/backup/restore-backup.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { absolute, type Bench, overhead, type Ratio } from './support/bench.ts';
import { embeddedDatabase } from './support/embedded.ts';
import { fillObservations } from './support/fill-observations.ts';

const GB = 1e9;
const JOBS = 2;
/** BACKUP_BENCH_GB: the size of the tables on disk, without indexes. */
const SIZE_GB = Number(process.env.BACKUP_BENCH_GB ?? 0) || null;
const BYTES_PER_ROW = 196;
const RESTORE_GOAL_SECONDS = 600;
const RESTORE_GOAL_GB = 10;

export const bench: Bench = {
  about:
    'milepost backup and restore of observations (size: BACKUP_BENCH_GB), against pg_dump and pg_restore where a matching version is installed, else plain COPY through files',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const { folder, database, url } = await embeddedDatabase(cleanup);
    const rows = Math.round(((SIZE_GB ?? (quick ? 0.05 : 1)) * GB) / BYTES_PER_ROW);
    await fillObservations(database, {
      carrier: 1_000_001,
      rows: rows >> 3,
      others: rows - (rows >> 3),
      each: 40,
    });
    const tableBytes = await sizeOf(database, 'pg_table_size');
    const totalBytes = await sizeOf(database, 'pg_total_relation_size');
    console.log(
      `${rows.toLocaleString('en')} rows, tables ${(tableBytes / GB).toFixed(2)} GB, with indexes ${(totalBytes / GB).toFixed(2)} GB`,
    );
    const target = async (name: string) => {
      await database.pool.query(`drop database if exists ${name}`);
      await database.pool.query(`create database ${name}`);
      return openPool({ ...parametersOf(url), database: name }, 2, createLog('error'));
    };

    const store = await openBackupStore({ kind: 'files', root: join(folder, 'store') }, folder);
    cleanup.defer(() => store.close());
    const startedAt = performance.now();
    const made = await createBackup({
      database,
      blobs: null,
      store,
      clock: systemClock,
      version: 'bench',
      secrets: [],
      withSecrets: false,
      keep: null,
      jobs: JOBS,
      onProgress: () => undefined,
    });
    const backupSeconds = (performance.now() - startedAt) / 1_000;
    const ours = await target('restored');
    const restored = await restoreBackup({
      database: ours,
      blobs: null,
      store,
      replace: false,
      jobs: JOBS,
      onProgress: () => undefined,
    });
    await ours.close();
    await database.pool.query('drop database restored');
    const peer = await measurePeer(database, folder, url, () => target('peer'));
    const per10Gb = (restored.seconds / (totalBytes / GB)) * RESTORE_GOAL_GB;
    const results: Ratio[] = [
      overhead(`backup against ${peer.name}`, { ours: backupSeconds, peer: peer.backupSeconds }, 's', null),
      overhead(
        `restore with comparison against ${peer.name}`,
        { ours: restored.seconds, peer: peer.restoreSeconds },
        's',
        null,
      ),
      absolute('backup rate (rows as text)', made.rawBytes / 1e6 / backupSeconds, 'MB/s', null, 'higher'),
      absolute('size of the backup', made.storedBytes / tableBytes, 'of the tables', null),
      absolute(
        `restore of ${RESTORE_GOAL_GB} GB (database with indexes), extrapolated from ${(totalBytes / GB).toFixed(2)} GB`,
        per10Gb,
        's',
        RESTORE_GOAL_SECONDS,
      ),
    ];
    return results;
  },
};

type Peer = { name: string; backupSeconds: number; restoreSeconds: number };

/** pg_dump in the directory format with the same number of jobs; it must not be older than the server. */
async function measurePeer(
  database: Database,
  folder: string,
  url: string,
  target: () => Promise<Database>,
): Promise<Peer> {
  const { rows } = await database.pool.query('show server_version');
  const server = Number.parseInt(rows[0].server_version, 10);
  const found = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const installed = Number(/(\d+)\./.exec(found.stdout ?? '')?.[1] ?? 0);
  if (installed < server) return plainCopy(database, folder, target);
  const { host, user, password } = parametersOf(url);
  const env = { ...process.env, PGHOST: host, PGUSER: user, PGPASSWORD: password };
  const time = (command: string, args: string[]) => {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
    return (performance.now() - startedAt) / 1_000;
  };
  const dump = join(folder, 'dump');
  const backupSeconds = time('pg_dump', ['-Fd', `-j${JOBS}`, '-f', dump, 'milepost']);
  await (await target()).close();
  const restoreSeconds = time('pg_restore', [`-j${JOBS}`, '-d', 'peer', dump]);
  return { name: `pg_dump ${installed}`, backupSeconds, restoreSeconds };
}

/** COPY of each partition to and from uncompressed files of the server, then the same indexes. One session per job. */
async function plainCopy(database: Database, folder: string, target: () => Promise<Database>): Promise<Peer> {
  const files = join(folder, 'plain');
  await mkdir(files);
  // The server runs as another user.
  await chmod(files, 0o777);
  const { rows } = await database.pool.query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'observations'::regclass order by pg_relation_size(c.oid) desc`,
  );
  const { rows: indexes } = await database.pool.query(
    `select regexp_replace(pg_get_indexdef(indexrelid), 'ON ONLY', 'ON') as definition from pg_index
     where indrelid = 'observations'::regclass`,
  );
  const inJobs = async (work: (name: string) => Promise<unknown>) => {
    const queue = rows.map(({ name }) => name as string);
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: JOBS }, async () => {
        for (let name = queue.shift(); name !== undefined; name = queue.shift()) await work(name);
      }),
    );
    return (performance.now() - startedAt) / 1_000;
  };
  const backupSeconds = await inJobs((name) => database.pool.query(`copy ${name} to '${files}/${name}'`));
  const { rows: tables } = await database.pool.query(
    `select column_name as name, format_type(a.atttypid, a.atttypmod) as type from information_schema.columns
       join pg_attribute a on a.attrelid = 'observations'::regclass and a.attname = column_name
     where table_name = 'observations' order by ordinal_position`,
  );
  const peer = await target();
  const columns = tables.map(({ name, type }) => `${name} ${type}`).join(', ');
  for (const { name } of rows) await peer.pool.query(`create table ${name} (${columns})`);
  const restoreSeconds = await inJobs(async (name) => {
    await peer.pool.query(`copy ${name} from '${files}/${name}'`);
    for (const { definition } of indexes)
      await peer.pool.query(definition.replace(/INDEX \S+ ON \S+/, `INDEX ON ${name}`));
    await peer.pool.query(`analyze ${name}`);
  });
  await peer.close();
  await rm(files, { recursive: true });
  return { name: 'plain COPY', backupSeconds, restoreSeconds };
}

function parametersOf(url: string): { host: string; user: string; password: string } {
  const { searchParams } = new URL(url);
  const value = (name: string) => searchParams.get(name) ?? '';
  return { host: value('host'), user: value('user'), password: value('password') };
}

async function sizeOf(
  { pool }: Database,
  measure: 'pg_table_size' | 'pg_total_relation_size',
): Promise<number> {
  const { rows } = await pool.query(
    `select sum(${measure}(c.oid))::float8 as bytes from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  return rows[0].bytes;
}
