import { type Db, readRow, statement } from '../../db/database.ts';
import { codeOf } from '../../lib/errors.ts';

/** What `milepost doctor` reads from the database. All of it works before the first migration, unless noted. */

const server = statement(
  'doctor.server',
  `select current_setting('server_version') as version, current_user as role,
     (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
     (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
     has_database_privilege(current_database(), 'create') as may_create,
     has_schema_privilege('public', 'create') as may_create_tables,
     exists (select from pg_extension where extname = 'pg_trgm') as has_trgm,
     exists (select from pg_available_extensions where name = 'pg_trgm') as offers_trgm,
     current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
     coalesce(host(inet_client_addr()), 'local') as client_address,
     coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted`,
);
type ServerFacts = {
  version: string;
  role: string;
  is_superuser: boolean;
  encoding: string;
  may_create: boolean;
  may_create_tables: boolean;
  has_trgm: boolean;
  offers_trgm: boolean;
  connections: number;
  client_address: string;
  is_encrypted: boolean;
};
export function readServerFacts(db: Db): Promise<ServerFacts> {
  return readRow<ServerFacts>(db, server, []);
}

const serverSettings = statement(
  'doctor.settings',
  `select name, setting from pg_settings where name = any($1::text[])`,
);
/** The current values of these PostgreSQL settings. */
export async function readServerSettings(db: Db, names: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ name: string; setting: string }>(serverSettings, [names]);
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}

const unlogged = statement(
  'doctor.unlogged',
  `select relname::text as name from pg_class
    where relpersistence = 'u' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
);
export async function readUnloggedTables(db: Db): Promise<string[]> {
  return (await db.rows<{ name: string }>(unlogged)).map(({ name }) => name);
}

const closed = statement(
  'doctor.closed-tables',
  `select relname::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) order by 1`,
);
/** Tables that this role may not read and write. */
export async function readClosedTables(db: Db): Promise<string[]> {
  return (await db.rows<{ name: string }>(closed)).map(({ name }) => name);
}

const time = statement('doctor.time', 'select clock_timestamp() as now');
export async function readTime(db: Db): Promise<Date> {
  return (await db.row<{ now: Date }>(time))?.now ?? new Date(0);
}

const installation = statement('doctor.installation', 'select id from installation');
/** Null in a database without our schema. */
export async function readInstallationId(db: Db): Promise<string | null> {
  try {
    return (await db.row<{ id: string }>(installation))?.id ?? null;
  } catch (error) {
    if (codeOf(error) === '42P01') return null;
    throw error;
  }
}

const written = statement('doctor.written', 'select pg_current_wal_lsn()::text as lsn');
export async function readWrittenPosition(db: Db): Promise<string> {
  return (await db.row<{ lsn: string }>(written))?.lsn ?? '0/0';
}

const replica = statement(
  'doctor.replica',
  `select pg_is_in_recovery() as is_replica,
     greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 as bytes_behind,
     extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as replayed_seconds_ago`,
);
type ReplicaFacts = {
  is_replica: boolean;
  /** Null on a primary. */
  bytes_behind: number | null;
  replayed_seconds_ago: number | null;
};
export function readReplicaFacts(db: Db, writtenPosition: string): Promise<ReplicaFacts> {
  return readRow<ReplicaFacts>(db, replica, [writtenPosition]);
}

// From here on, the schema must exist.

const zones = statement(
  'doctor.zones',
  `select o.id as organization_id, o.timezone, z.name is not null as in_database
     from organizations o left join pg_timezone_names z on z.name = o.timezone`,
);
type ZoneRow = { organization_id: number; timezone: string; in_database: boolean };
export function readTimezones(db: Db): Promise<ZoneRow[]> {
  return db.rows<ZoneRow>(zones);
}

const admins = statement(
  'doctor.admins',
  `select count(*) filter (where o.kind = 'operator')::int as operators, count(*)::int as total
     from users u join organizations o on o.id = u.organization_id
    where 'admin' = any(u.roles) and u.disabled_at is null`,
);
export async function countAdmins(db: Db): Promise<{ operators: number; total: number }> {
  return (await db.row<{ operators: number; total: number }>(admins)) ?? { operators: 0, total: 0 };
}

const lastBackup = statement(
  'doctor.last-backup',
  `select extract(epoch from now() - max(at)) / 86400 as days from audit_entries
    where action = 'backup.create' and outcome = 'success' and at > now() - interval '60 days'`,
);
/** The age of the last backup that `milepost backup` completed, null if there was none in 60 days. */
export async function lastBackupDays(db: Db): Promise<number | null> {
  const days = (await db.row<{ days: number | string | null }>(lastBackup))?.days ?? null;
  return days === null ? null : Number(days);
}

/** How long the oldest row that could be claimed has waited; null for an empty queue. `table` is a constant of a queue. */
export async function oldestWaitSeconds(db: Db, table: string): Promise<number | null> {
  const oldest = statement(
    `doctor.oldest.${table}`,
    `select extract(epoch from now() - min(due_at))::float8 as seconds from ${table} where due_at < now()`,
  );
  return (await db.row<{ seconds: number | null }>(oldest))?.seconds ?? null;
}
