import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupStore } from '../../server/src/adapters/backup/open-backup-store.ts';
import { listTables, type Table } from '../../server/src/db/catalog.ts';
import { type Database, openPool } from '../../server/src/db/database.ts';
import { deferIndexes, enableTriggers } from '../../server/src/db/restore-schema.ts';
import { createBackup } from '../../server/src/domain/backup/create-backup.ts';
import { restoreBackup } from '../../server/src/domain/backup/restore-backup.ts';
import { migrateSchema } from '../../server/src/domain/migrate-schema.ts';
import { ensureMonths, monthsBetween } from '../../server/src/domain/observations/ensure-months.ts';
import { mapConcurrent } from '../../server/src/lib/async/map-concurrent.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { absolute, type Bench, overhead, secondsOf } from './support/bench.ts';
import { embeddedDatabase } from './support/embedded.ts';

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
    await fill(database, rows);
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
    return [
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

/** COPY of each table to and from uncompressed files of the server, then the same indexes. One session per job. */
async function plainCopy(database: Database, folder: string, target: () => Promise<Database>): Promise<Peer> {
  const files = join(folder, 'plain');
  await mkdir(files);
  // The server runs as another user.
  await chmod(files, 0o777);
  const client = await database.pool.connect();
  const all = (await listTables(client)).sort((a, b) => b.bytes - a.bytes);
  client.release();
  const tables = all.filter(({ partition_key, bytes }) => partition_key === null && bytes > 100_000);
  const { rows: indexes } = await database.pool.query<{ table: string; definition: string }>(
    `select tablename as table, indexdef as definition from pg_indexes where schemaname = 'public'`,
  );
  const inJobs = (work: (table: Table) => Promise<unknown>) =>
    secondsOf(() => mapConcurrent(JOBS, tables, work));
  const backupSeconds = await inJobs(({ name }) => database.pool.query(`copy ${name} to '${files}/${name}'`));
  const peer = await target();
  // The functions that the indexes use.
  await migrateSchema(peer);
  for (const { name, columns } of tables) {
    await peer.pool.query(`drop table if exists ${name} cascade`);
    await peer.pool.query(`create table ${name} (${columns.map((c) => `${c.name} ${c.type}`).join(', ')})`);
  }
  const restoreSeconds = await inJobs(async ({ name }) => {
    await peer.pool.query(`copy ${name} from '${files}/${name}'`);
    for (const { definition } of indexes.filter(({ table }) => table === name))
      await peer.pool.query(definition.replace(/INDEX \S+ ON \S+/, `INDEX ON ${name}`));
    await peer.pool.query(`analyze ${name}`);
  });
  await peer.close();
  await rm(files, { recursive: true });
  return { name: 'plain COPY', backupSeconds, restoreSeconds };
}

/** Two thirds observations in monthly partitions, one third violations. */
async function fill(database: Database, rows: number): Promise<void> {
  await ensureMonths(database, monthsBetween(new Date('2025-01-01'), new Date('2026-10-31')));
  const client = await database.connect();
  try {
    const { byTable, afterwards } = await deferIndexes(client, []);
    await client.query(
      `insert into observations (usdot_number, time_captured, id, type, source, alpr_plate_number, plate_state, vin,
         cab_number, equipment_type, location_state, location_city, latitude, longitude, route)
       select hashint4(i) & 262143, timestamptz '2025-01-01Z' + i * (interval '660 days' / $1), i, 'Detection',
         'sensor-' || i % 400, 'P' || (hashint4(i) & 16777215), 'OH', '1XKYDP9X' || (hashint4(i + 7) & 1073741823),
         (hashint4(i + 9) & 8191)::text, 'dry van', (array['OH','PA','IL','IN','TX','CA','NY'])[1 + i % 7],
         'City ' || (hashint4(i) & 255), 30 + (hashint4(i + 3) & 65535) / 4096.0, -80.2, 'I-80 W'
       from generate_series(1, ($1 * 2 / 3)::integer) i`,
      [rows],
    );
    await client.query(
      `insert into inspection_violations (inspection_id, violation_id, seq_no, part_no, part_no_section, viol_unit, viol_code, viol_desc)
       select hashint4(i) & 16777215, i, i % 20, '393', '47E', '1', '39347E', 'Clamp or roto type brake out of adjustment ' || (hashint4(i) & 4095)
       from generate_series(1, ($1 / 3)::integer) i`,
      [rows],
    );
    for (const sql of [...byTable.values()].flat()) await client.query(sql);
    for (const sql of afterwards) await client.query(sql);
    await enableTriggers(client);
  } finally {
    await client.end();
  }
  await database.pool.query('vacuum analyze');
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
