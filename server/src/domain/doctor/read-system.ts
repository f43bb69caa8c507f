import type { SystemState } from '../../contract/admin/system.ts';
import { type Db, readRow, statement } from '../../db/database.ts';

type Workers = SystemState['workers'];
type Storage = SystemState['storage'];
type Backups = SystemState['backups'];

const workers = statement(
  'system.workers',
  `select coalesce(host(client_addr), '') as address, count(*)::int as connections, min(backend_start) as since
     from pg_stat_activity where datname = current_database() and application_name = 'milepost'
    group by 1 order by 1`,
);
const storage = statement(
  'system.storage',
  `select pg_database_size(current_database())::float8 as database_bytes,
          (select coalesce(sum(bytes), 0)::float8 from image_days) as image_bytes,
          (select count(*)::int from blob_deletions where deleted_at is null) as files_to_delete`,
);
const byOrganization = statement(
  'system.storage-by-organization',
  `select o.id as organization_id, o.name, sum(d.bytes)::float8 as bytes
     from image_days d join organizations o on o.id = d.organization_id
    group by o.id having sum(d.bytes) > 0 order by bytes desc, o.id limit 20`,
);
const BACKUPS = `from audit_entries where action = 'backup.create' and not is_read`;
const backups = statement(
  'system.backups',
  `select at, address as machine, outcome ${BACKUPS} order by id desc limit 20`,
);
const lastBackup = statement(
  'system.last-backup',
  `select at ${BACKUPS} and outcome = 'success' order by id desc limit 1`,
);
const work = statement(
  'system.work',
  `select date_trunc('hour', minute, 'UTC') as hour, queue,
          coalesce(sum(items) filter (where outcome = 'done'), 0)::int as done,
          coalesce(sum(items) filter (where outcome = 'retry'), 0)::int as retried,
          coalesce(sum(items) filter (where outcome = 'dead'), 0)::int as dead
     from queue_counts where minute >= $1::timestamptz - interval '24 hours'
    group by 1, 2 order by 1, 2`,
);

/** What the tables and statistics of the database know about the installation. */
export async function readSystem(db: Db, now: Date): Promise<SystemState> {
  const [machines, totals, organizations, runs, last, hours] = await Promise.all([
    db.rows<Workers[number]>(workers),
    readRow<Omit<Storage, 'images_by_organization'>>(db, storage, []),
    db.rows<Storage['images_by_organization'][number]>(byOrganization),
    db.rows<Backups[number]>(backups),
    db.row<{ at: Date }>(lastBackup),
    db.rows<SystemState['work'][number]>(work, [now]),
  ]);
  return {
    workers: machines,
    storage: { ...totals, images_by_organization: organizations },
    backups: runs,
    last_backup_at: last?.at ?? null,
    work: hours,
  };
}
