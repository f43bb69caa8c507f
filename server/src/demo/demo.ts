import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { ALL_ROLES } from '../contract/roles.ts';
import { LOCKS } from '../db/advisory-locks.ts';
import { quote } from '../db/catalog.ts';
import { type Database, type Db, retryOnDeadlock, statement, type Transaction } from '../db/database.ts';
import { allowLongWork } from '../db/long-work.ts';
import { currentLoads, hasDemoLoads } from '../domain/federal/loads.ts';
import { createOrganization } from '../domain/identity/manage-organizations.ts';
import { addUser, createUser } from '../domain/identity/manage-users.ts';
import { listOrganizations } from '../domain/identity/organization-store.ts';
import type { Passwords } from '../domain/identity/password-hashing.ts';
import { findKey } from '../domain/identity/token-store.ts';
import type { BlobStore } from '../domain/images/blob-store.ts';
import { runScores } from '../domain/safety/run/run-scores.ts';
import { sha256 } from '../lib/bytes/hash.ts';
import type { Sealing } from '../lib/bytes/sealing.ts';
import type { Clock } from '../lib/clock.ts';
import { operatorError } from '../lib/errors.ts';
import { type DemoCredentials, readCredentials, writeCredentials } from './credentials-file.ts';
import { COLLEAGUES, DEMO_EMAIL, DEMO_NAMES } from './demo-organizations.ts';
import {
  type DemoOwners,
  dropIndexes,
  loadDemoData,
  type PreparedDemo,
  prepareDemoData,
  storeDemoImages,
} from './load-demo-data.ts';
import { demoAsOf } from './relative-values.ts';
import { removeDemo } from './remove-demo.ts';

export type Demo = {
  database: Database;
  passwords: Passwords;
  blobs: BlobStore;
  sealing: Sealing;
  dataDir: string;
  clock: Clock;
};

/** Starts loading the demo as soon as the tables exist; the start continues in parallel. Null if the database has data. */
export async function prepareDemo({ database, clock }: Pick<Demo, 'database' | 'clock'>) {
  const isEmpty = (await listOrganizations(database)).length === 0;
  return isEmpty ? await prepareDemoData(database, demoAsOf(clock.now())) : null;
}

/**
 * Fills an empty database with the demo. The rows of the demo are copied only if there is no federal data yet. Returns the
 * demo credentials, or null if the database belongs to somebody else.
 */
export async function ensureDemo(demo: Demo, preparing = prepareDemo(demo)): Promise<DemoCredentials | null> {
  const prepared = await preparing;
  if (!prepared) return existingDemo(demo);
  await storeDemoImages(demo.blobs);
  const credentials = await demo.database.copyTransaction(async (tx) => {
    await lock(tx);
    if ((await listOrganizations(tx)).length > 0) return null;
    if ((await currentLoads(tx)).length > 0) return createDemo(tx, demo, null);
    const rebuildIndexes = await dropIndexes(
      tx.client,
      prepared.tables.map(({ name }) => name),
    );
    const created = await createDemo(tx, demo, prepared);
    await rebuildIndexes();
    return created;
  });
  if (!credentials) return existingDemo(demo);
  await scoreAgain(demo);
  return credentials;
}

/**
 * Collects the statistics of the tables that a first start has filled. Queries work without them, but may be slower. A worker
 * that indexes a past day at the same time may cause a deadlock.
 */
export async function analyzeDemo(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ relname: string }>(NOT_ANALYZED);
  for (const { relname } of rows)
    await retryOnDeadlock(() => database.pool.query(`analyze ${quote(relname)}`));
}

/** A partitioned table has no rows of its own. Analyzing it includes its partitions. */
const NOT_ANALYZED = `
  select c.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where not c.relispartition and s.last_analyze is null and s.last_autoanalyze is null
    and (s.n_live_tup > 0 or c.relkind = 'p')
  order by s.n_live_tup desc`;

/** Deletes the demo with all that its organizations have, and loads it again. */
export async function resetDemo(demo: Demo): Promise<DemoCredentials> {
  const prepared = await prepareDemoData(demo.database, demoAsOf(demo.clock.now()));
  await storeDemoImages(demo.blobs);
  const credentials = await demo.database.copyTransaction(async (tx) => {
    await lock(tx);
    const isReal = (await currentLoads(tx)).length > 0 && !(await hasDemoLoads(tx));
    if (isReal)
      throw operatorError(
        'The database has real federal data, and the synthetic demo is never loaded beside it. Use another DATA_DIR or DATABASE_URL.',
      );
    await removeDemo(tx, prepared.tables);
    return createDemo(tx, demo, prepared);
  });
  await scoreAgain(demo);
  return credentials;
}

async function existingDemo(demo: Demo): Promise<DemoCredentials | null> {
  const credentials = await existingCredentials(demo);
  // A start that was killed after the rows were stored has not scored them.
  if (credentials) await scoreAgain(demo);
  return credentials;
}

/**
 * Calendar months differ in length, so some events count for another period than on the day of the build. The newest
 * month is computed again, because explanations of its scores are computed from the events. Does nothing if that has
 * been done since the demo was created.
 */
async function scoreAgain({ database }: Demo): Promise<void> {
  if (!(await isUnscored(database))) return;
  await database.transaction(async (tx) => {
    await lock(tx);
    if (!(await hasDemoLoads(tx)) || !(await isUnscored(tx))) return;
    const loads = await currentLoads(tx);
    const asOf = loads.map(({ as_of }) => as_of).reduce((a, b) => (a > b ? a : b));
    for (const method of ['current', 'preview'] as const) await runScores(database, { method, asOf });
  });
}

const unscored = statement(
  'demo.unscored',
  `select min(runs.at) < (select max(created_at) from organizations where is_demo) as is_unscored
   from (select max(created_at) as at from safety_runs group by method) runs`,
);

async function isUnscored(db: Db): Promise<boolean> {
  return (await db.row<{ is_unscored: boolean | null }>(unscored))?.is_unscored ?? false;
}

async function lock(tx: Transaction): Promise<void> {
  await allowLongWork(tx.client, 'transaction');
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.createDemo]);
}

async function existingCredentials({ database, dataDir }: Demo): Promise<DemoCredentials | null> {
  const existing = await readCredentials(dataDir);
  return existing && (await findKey(database, sha256(existing.api_key))) ? existing : null;
}

async function createDemo(
  tx: Transaction,
  { passwords, dataDir, sealing }: Demo,
  prepared: PreparedDemo | null,
): Promise<DemoCredentials> {
  const organization = await createOrganization(tx, {
    name: prepared ? DEMO_NAMES.customer : DEMO_NAMES.customerWithRealData,
    kind: 'insurance',
    isDemo: prepared !== null,
  });
  const organizationId = organization.organization_id;
  const password = randomBytes(12).toString('base64url');
  const user = await createUser(tx, passwords, {
    organizationId,
    email: DEMO_EMAIL,
    password,
    roles: ALL_ROLES,
  });
  if (prepared) {
    for (const colleague of COLLEAGUES)
      await addUser(tx, { organizationId, ...colleague, passwordHash: null, kind: 'person' });
    const partner = await createOrganization(tx, {
      name: DEMO_NAMES.partner,
      kind: 'partner',
      isDemo: true,
    });
    const owners: DemoOwners = {
      organizationIds: [organizationId, partner.organization_id],
      userIds: [user.user_id],
    };
    await loadDemoData(tx, prepared, owners, sealing);
  }
  const credentials = { api_key: organization.api_key, email: DEMO_EMAIL, password };
  // Before the commit: the next start overwrites an unused file, but committed credentials without a file are lost.
  await mkdir(dataDir, { recursive: true });
  await writeCredentials(dataDir, credentials);
  return credentials;
}
