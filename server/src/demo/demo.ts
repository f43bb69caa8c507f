import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Database, Transaction } from '../db/database.ts';
import { inventedWordmarks } from '../domain/generate/scenes/vehicle.ts';
import { createOrganization } from '../domain/identity/organizations.ts';
import type { Passwords } from '../domain/identity/passwords.ts';
import { ALL_ROLES } from '../contract/roles.ts';
import { deleteDemoOrganizations, listOrganizations } from '../domain/identity/store.ts';
import { findKey } from '../domain/identity/tokens-store.ts';
import { createUser } from '../domain/identity/users.ts';
import { addLogo } from '../domain/logos/logos.ts';
import { sha256 } from '../lib/bytes/hash.ts';
import type { Clock } from '../lib/clock.ts';
import { type DemoCredentials, readCredentials, writeCredentials } from './credentials-file.ts';
import { loadDemoCountry } from './load-demo-country.ts';

export type Demo = { database: Database; passwords: Passwords; dataDir: string; clock: Clock };

const LOCK = 7_061_003;
const EMAIL = 'demo@milepost.example';

/**
 * The demo's credentials; the demo is made when the database is empty, its country when there is no federal data.
 * Null when the database is not the demo's.
 */
export async function ensureDemo(demo: Demo): Promise<DemoCredentials | null> {
  const credentials = await demo.database.transaction(async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    if ((await listOrganizations(tx)).length === 0) return build(tx, demo);
    const kept = await readCredentials(demo.dataDir);
    return kept && (await findKey(tx, sha256(kept.api_key))) ? kept : null;
  });
  if (credentials) await loadDemoCountry(demo.database, demo.dataDir, demo.clock);
  return credentials;
}

/** Throws the demo's organizations away, with all that is theirs, and makes them and the country anew. */
export async function resetDemo(demo: Demo): Promise<DemoCredentials> {
  const credentials = await demo.database.transaction(async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await deleteDemoOrganizations(tx);
    return build(tx, demo);
  });
  await loadDemoCountry(demo.database, demo.dataDir, demo.clock, { again: true });
  return credentials;
}

async function build(tx: Transaction, { passwords, dataDir }: Demo): Promise<DemoCredentials> {
  const organization = await createOrganization(tx, {
    name: 'Demo Insurance (synthetic)',
    kind: 'insurance',
    isDemo: true,
  });
  const password = randomBytes(12).toString('base64url');
  await createUser(tx, passwords, {
    organizationId: organization.organization_id,
    email: EMAIL,
    password,
    roles: ALL_ROLES,
  });
  // What stands on the trailers of the demo's pictures.
  for (const mark of inventedWordmarks) await addLogo(tx, mark);
  const credentials = { api_key: organization.api_key, email: EMAIL, password };
  // Before the commit: a file without a database is overwritten next time, the reverse would lock people out.
  await mkdir(dataDir, { recursive: true });
  await writeCredentials(dataDir, credentials);
  return credentials;
}
