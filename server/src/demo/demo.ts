import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import wordmarks from '../../demo-data/wordmarks.json' with { type: 'json' };
import { ALL_ROLES } from '../contract/roles.ts';
import { LOCKS } from '../db/advisory-locks.ts';
import type { Database, Transaction } from '../db/database.ts';
import { createOrganization } from '../domain/identity/organizations.ts';
import type { Passwords } from '../domain/identity/passwords.ts';
import { deleteDemoOrganizations, listOrganizations } from '../domain/identity/store.ts';
import { findKey } from '../domain/identity/tokens-store.ts';
import { createUser } from '../domain/identity/users.ts';
import { addLogo } from '../domain/logos/logos.ts';
import { sha256 } from '../lib/bytes/hash.ts';
import type { Clock } from '../lib/clock.ts';
import { type DemoCredentials, readCredentials, writeCredentials } from './credentials-file.ts';
import { loadDemoCountry } from './load-demo-country.ts';

export type Demo = { database: Database; passwords: Passwords; dataDir: string; clock: Clock };

const EMAIL = 'demo@milepost.example';

/**
 * Creates the demo organization in an empty database and loads the demo country if there is no federal data.
 * Returns the demo credentials, or null if the database belongs to somebody else.
 */
export async function ensureDemo(demo: Demo): Promise<DemoCredentials | null> {
  const credentials = await demo.database.transaction(async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.createDemo]);
    if ((await listOrganizations(tx)).length === 0) return createDemo(tx, demo);
    const existing = await readCredentials(demo.dataDir);
    return existing && (await findKey(tx, sha256(existing.api_key))) ? existing : null;
  });
  if (credentials) await loadDemoCountry(demo.database, demo.dataDir, demo.clock);
  return credentials;
}

/** Deletes the demo organizations with all their data, then creates them and the country again. */
export async function resetDemo(demo: Demo): Promise<DemoCredentials> {
  const credentials = await demo.database.transaction(async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.createDemo]);
    await deleteDemoOrganizations(tx);
    return createDemo(tx, demo);
  });
  await loadDemoCountry(demo.database, demo.dataDir, demo.clock, { replace: true });
  return credentials;
}

async function createDemo(tx: Transaction, { passwords, dataDir }: Demo): Promise<DemoCredentials> {
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
  // The wordmarks on the trailers of the demo images.
  for (const mark of wordmarks) await addLogo(tx, mark);
  const credentials = { api_key: organization.api_key, email: EMAIL, password };
  // Before the commit: the next start overwrites an unused file, but committed credentials without a file are lost.
  await mkdir(dataDir, { recursive: true });
  await writeCredentials(dataDir, credentials);
  return credentials;
}
