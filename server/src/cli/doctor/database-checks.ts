import { findSecrets } from '../../config/secret-file.ts';
import { openPool } from '../../db/database.ts';
import { checkApplied, pendingMigrations } from '../../db/migrate.ts';
import * as facts from '../../domain/doctor/read-facts.ts';
import { runningProcesses, secretStatus } from '../../domain/secrets/rotate-secrets.ts';
import { closing } from '../../lib/async/closing.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { type Check, failed, ok, problemIn, type Result, type Subject, warning } from './check.ts';
import { checkDistribution } from './distribution-check.ts';
import { checkNodeConnections } from './node-connections-check.ts';

const MAX_CLOCK_SKEW_MS = 5_000;
/** The value of the embedded server. */
const MAX_LAG_SECONDS = 60;
const MAX_LAG_BYTES = 64 * 2 ** 20;
/** LISTEN, session slots and the session that holds the secrets. */
const DEDICATED_CONNECTIONS = 3;

const RIGHTS_FIX =
  'Make the role the owner of the database and of its tables: alter database milepost owner to milepost; reassign owned by <owner> to milepost';

/** The database server. */
export const databaseChecks: Check<Subject>[] = [
  {
    name: 'database',
    why: 'Without its schema, no process starts to serve.',
    fix: 'Run milepost migrate.',
    run: checkSchema,
  },
  {
    name: 'database encoding',
    why: 'Names of carriers and readings are Unicode. Another encoding rejects or damages them.',
    fix: "Create the database again: create database milepost encoding 'UTF8' template template0",
    async run({ database }) {
      const { encoding } = await facts.readServerFacts(database);
      return encoding === 'UTF8' ? ok(encoding) : failed(`the encoding is ${encoding}, not UTF8`);
    },
  },
  {
    name: 'database rights',
    why: 'Migrations create tables and the extension pg_trgm. Without the rights, upgrades fail.',
    fix: RIGHTS_FIX,
    run: checkRights,
  },
  {
    name: 'durability',
    why: 'Accepted images and notifications are lost when the server crashes.',
    fix: 'Set fsync, full_page_writes and synchronous_commit to on in postgresql.conf, and reload the server.',
    run: checkDurability,
  },
  {
    name: 'server settings',
    why: 'Settings of the server, the database or the role apply to every statement of Milepost.',
    fix: 'Reset them: alter database … reset <setting>, alter role … reset <setting>',
    run: checkServerSettings,
  },
  {
    name: 'database TLS',
    why: 'Passwords, plates and tokens cross the network unencrypted.',
    fix: 'Enable ssl on the server and add ?sslmode=verify-full to DATABASE_URL.',
    async run({ database, settings }) {
      const { client_address: address, is_encrypted: isEncrypted } = await facts.readServerFacts(database);
      const isLocal = address === 'local' || address === '::1' || address.startsWith('127.');
      if (isLocal || isEncrypted) return ok(isEncrypted ? 'encrypted' : 'the same machine');
      return problemIn(settings, `the connection from ${address} is not encrypted`);
    },
  },
  {
    name: 'connections',
    why: 'When max_connections is reached, requests and workers fail until connections become free.',
    fix: 'Raise max_connections, or lower DATABASE_POOL_SIZE and PROFILE_CONNECTIONS_PER_SECTION.',
    run: checkConnections,
  },
  {
    name: 'node connections',
    why: 'When a node of the cluster has no free connection, statements on its shards fail.',
    fix: 'On the coordinator, set citus.max_shared_pool_size below max_connections of every node, and citus.max_adaptive_executor_pool_size to 2; or raise max_connections of the nodes.',
    async run(subject) {
      return checkNodeConnections(subject.database, await mostSessions(subject));
    },
  },
  {
    name: 'clock',
    why: 'Milepost uses the clock of the database. Certificates, single sign-on and the times in the log use the clock of this machine.',
    fix: 'Synchronize the clocks of both machines: timedatectl set-ntp true',
    async run({ database }) {
      const before = Date.now();
      const now = await facts.readTime(database);
      const skewMs = Math.abs(now.getTime() - (before + Date.now()) / 2);
      const says = `${Math.round(skewMs)} ms off the database clock`;
      return skewMs > MAX_CLOCK_SKEW_MS ? failed(says) : ok(says);
    },
  },
  {
    name: 'read replica',
    needsSchema: true,
    why: 'Carrier observations and profiles are read from DATABASE_READ_URL. A wrong or late one shows wrong or old data.',
    fix: 'Start the replica, or fix DATABASE_READ_URL. While it is unreachable, reads use DATABASE_URL.',
    run: checkReplica,
  },
  {
    name: 'secrets',
    needsSchema: true,
    why: 'Processes with different secrets cannot read the webhook secrets and links of each other, so they do not start.',
    fix: 'Set the same SECRET_KEY and LINK_SECRET in all processes.',
    run: checkSecrets,
  },
  {
    name: 'distribution',
    needsSchema: true,
    why: 'Queries on the shards of a missing node fail.',
    fix: 'Restart the node, or move its shards.',
    run: checkDistribution,
  },
];

/** The fix for a database that cannot be opened or whose schema cannot be read. */
export function databaseFix(error: unknown): string {
  const code = codeOf((error as Error).cause) ?? codeOf(error) ?? '';
  const message = messageOf(error);
  if (/15 or newer/.test(message)) return 'Upgrade the server to PostgreSQL 15 or newer.';
  if (/must be set in production/.test(message))
    return 'Set DATABASE_URL=postgres://user:password@host:5432/milepost, or EMBEDDED_DATABASE=yes for one machine with a permanent disk.';
  if (/newer version of Milepost/.test(message))
    return 'Install the version of Milepost that migrated it, or restore a backup that this version made.';
  if (/password must be a string/.test(message))
    return 'DATABASE_URL has no password. Add it, percent-encoded: postgres://user:password@host:5432/milepost';
  if (code === '42501') return RIGHTS_FIX;
  if (code.startsWith('28'))
    return 'Fix the user or password in DATABASE_URL, or: alter role <user> password …';
  if (code === '3D000') return 'Create the database: create database milepost owner milepost';
  if (code === '53300') return 'Raise max_connections of the server, or stop processes that are not needed.';
  return 'Start the database server, or fix host and port in DATABASE_URL.';
}

async function checkSchema({ database, where }: Subject): Promise<Result> {
  const problem = await checkApplied(database).catch((error: unknown) => error as Error);
  if (problem) return failed(`${where}: ${messageOf(problem)}`, databaseFix(problem));
  const pending = await pendingMigrations(database);
  if (pending.length > 0) return failed(`${where}: ${pending.length} migrations are pending`);
  const { version } = await facts.readServerFacts(database);
  return ok(`${where}, version ${version}, schema up to date`);
}

async function checkRights({ database, settings }: Subject): Promise<Result> {
  const server = await facts.readServerFacts(database);
  if (!server.has_trgm && !server.offers_trgm)
    return failed(
      'the server does not offer the extension pg_trgm',
      'Install the contrib package of PostgreSQL.',
    );
  if (!server.may_create_tables || (!server.has_trgm && !server.may_create))
    return failed(`role ${server.role} may not create tables and extensions in this database`);
  const closed = await facts.readClosedTables(database);
  if (closed.length > 0)
    return failed(
      `role ${server.role} may not read and write ${closed.length} tables, such as ${closed.slice(0, 3).join(', ')}`,
    );
  if (server.is_superuser && settings.mode === 'production' && settings.database.url !== null)
    return warning(
      `role ${server.role} is a superuser`,
      'Use a role of its own: create role milepost login password …',
    );
  return ok(`role ${server.role}`);
}

async function checkDurability({ database, settings }: Subject): Promise<Result> {
  const server = await facts.readServerSettings(database, [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
  ]);
  const off = [...server].filter(([, value]) => value === 'off').map(([name]) => name);
  if (off.length > 0) return problemIn(settings, `${off.join(', ')}: off`);
  const unlogged = await facts.readUnloggedTables(database);
  if (unlogged.length > 0)
    return failed(
      `the server empties these tables after a crash: ${unlogged.join(', ')}`,
      unlogged.map((name) => `alter table ${name} set logged;`).join(' '),
    );
  return ok('fsync, full_page_writes and synchronous_commit are on');
}

type Expectation = { value: string; effect: string; severe?: true };

/** Settings that break or slow down Milepost when they differ from these values. */
const EXPECTED: Record<string, Expectation> = {
  default_transaction_read_only: { value: 'off', effect: 'no row can be written', severe: true },
  default_transaction_isolation: { value: 'read committed', effect: 'transactions fail and are repeated' },
  autovacuum: { value: 'on', effect: 'the queues become slow' },
  password_encryption: { value: 'scram-sha-256', effect: 'passwords of roles are stored as weak hashes' },
};

async function checkServerSettings({ database }: Subject): Promise<Result> {
  const server = await facts.readServerSettings(database, Object.keys(EXPECTED));
  const wrong = Object.entries(EXPECTED).filter(([name, { value }]) => {
    const present = server.get(name) ?? value;
    return present !== value;
  });
  if (wrong.length === 0) return ok('as expected');
  const says = wrong.map(([name, { effect }]) => `${name} = ${server.get(name)}: ${effect}`).join('; ');
  const fix = `Set ${wrong.map(([name, { value }]) => `${name} = '${value}'`).join(', ')} in postgresql.conf, or reset it for the database and the role.`;
  return wrong.some(([, { severe }]) => severe) ? failed(says, fix) : warning(says, fix);
}

async function checkConnections(subject: Subject): Promise<Result> {
  const { connections } = await facts.readServerFacts(subject.database);
  const { processes, perProcess } = await mostSessions(subject);
  const says = `${connections} allowed; ${processes} × ${perProcess} may be opened`;
  return processes * perProcess > connections ? warning(says) : ok(says);
}

/** What the running processes may open to DATABASE_URL. */
async function mostSessions({ database, settings }: Subject) {
  const processes = Math.max(1, (await runningProcesses(database).catch(() => null))?.total ?? 1);
  const { poolSize, nodes } = settings.database;
  const ofReaders = 2 * Math.ceil(poolSize / 2);
  const perProcess = poolSize + ofReaders + DEDICATED_CONNECTIONS;
  // A reader has two kinds of sessions on a node (db/nodes/read-on-nodes.ts).
  return { processes, perProcess, direct: nodes.isDirect ? poolSize + 2 * ofReaders : 0 };
}

async function checkReplica({ database, settings, log }: Subject): Promise<Result> {
  const { readUrl } = settings.database;
  if (readUrl === null) return ok('not used');
  const connection = { connectionString: readUrl, connectionTimeoutMillis: 3_000 };
  await using replica = closing(openPool(connection, 1, log));
  try {
    const own = await facts.readInstallationId(database);
    if ((await facts.readInstallationId(replica)) !== own)
      return failed('DATABASE_READ_URL is not a copy of DATABASE_URL', 'Fix DATABASE_READ_URL.');
    const state = await facts.readReplicaFacts(replica, await facts.readWrittenPosition(database));
    if (!state.is_replica)
      return warning(
        'DATABASE_READ_URL is a primary server, not a replica',
        'Remove DATABASE_READ_URL, or fix it.',
      );
    const bytes = state.bytes_behind ?? 0;
    const seconds = bytes > 0 ? (state.replayed_seconds_ago ?? 0) : 0;
    const says = `${Math.round(seconds)} s and ${(bytes / 2 ** 20).toFixed(1)} MiB behind`;
    const isLate = seconds > MAX_LAG_SECONDS || bytes > MAX_LAG_BYTES;
    return isLate
      ? warning(says, 'Check replication on the primary: select * from pg_stat_replication')
      : ok(says);
  } catch (error) {
    return warning(`DATABASE_READ_URL: ${codeOf(error) ?? ''} ${messageOf(error)}`.trim());
  }
}

async function checkSecrets({ database, settings }: Subject): Promise<Result> {
  const secrets = await findSecrets(settings);
  if (secrets === null) return ok('not generated yet');
  const status = await secretStatus(database, secrets);
  const problems = status.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) return failed(problems.join(' '));
  const unreadable = status.reduce((total, one) => total + one.values_unreadable, 0);
  if (unreadable > 0)
    return warning(
      `${unreadable} stored webhook secrets cannot be read`,
      'Their owners must set new secrets, or SECRET_KEY must contain the lost key.',
    );
  const isGenerated = settings.webhooks.secretKeys === null || settings.images.linkSecrets === null;
  if (isGenerated && settings.mode === 'production' && settings.database.url !== null)
    return warning(
      'generated in DATA_DIR: processes on other machines generate others and do not start',
      'Set SECRET_KEY and LINK_SECRET, each to the output of: openssl rand -base64 48',
    );
  return ok(status.map(({ name, state }) => `${name} ${state}`).join(', '));
}
