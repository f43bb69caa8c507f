import type {
  CreateOrganization,
  NewOrganization,
  Organization,
  UpdateOrganization,
  UpdateSignInRules,
} from '../../contract/admin/organization.ts';
import { isRestricted } from '../../contract/roles.ts';
import { type Database, type Db, statement, type Transaction } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { type Actor, invalidField, notFound, requireOperator, requireReach } from './actor.ts';
import { issueApiKey } from './manage-api-keys.ts';
import * as store from './organization-store.ts';
import { revokeTokens } from './token-store.ts';
import { listUsers, removeRoles } from './user-store.ts';

const DEFAULT_TIMEZONE = 'America/Chicago';
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Operators only. Returns the first API key too, which cannot be retrieved later. */
export async function addOrganization(
  db: Database,
  actor: Actor,
  input: CreateOrganization,
): Promise<NewOrganization> {
  requireOperator(actor);
  if (input.kind === 'operator' && actor.via !== 'cli')
    throw invalidField('kind', 'Operator organizations can be created only with the CLI.', input.kind);
  return db.transaction((tx) => createOrganization(tx, input));
}

/** Without checks, for the demo and tests. */
export async function createOrganization(
  db: Db,
  { name, kind, timezone = DEFAULT_TIMEZONE, isDemo = false }: CreateOrganization & { isDemo?: boolean },
): Promise<NewOrganization> {
  const organization = await store.insertOrganization(db, { name, kind, timezone, isDemo });
  const { api_key } = await issueApiKey(db, organization.organization_id, 'first key');
  return { ...organization, api_key };
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Operators only. A role that is no longer licensed is taken from all users of the organization. */
export async function changeOrganization(
  db: Database,
  actor: Actor,
  organizationId: number,
  change: UpdateOrganization,
): Promise<Organization> {
  requireOperator(actor);
  if (change.disabled && actor.organizationId === organizationId)
    throw new AppError('invalid', 'You cannot disable your own organization.');
  return changeLocked(db, organizationId, async (tx, current) => {
    const { name = current.name, licensed_roles = current.licensed_roles } = change;
    const open = licensed_roles.filter((role) => !isRestricted(role));
    if (open.length > 0)
      throw invalidField('licensed_roles', `These roles need no license: ${open.join(', ')}`, open);
    const unlicensed = current.licensed_roles.filter((role) => !licensed_roles.includes(role));
    if (unlicensed.length > 0) await removeRoles(tx, organizationId, unlicensed);
    if (change.email_domains) await assignDomains(tx, organizationId, change.email_domains);
    const disabled_at = disabledAt(current.disabled_at, change.disabled);
    return { name, licensed_roles: [...new Set(licensed_roles)], disabled_at };
  });
}

async function changeLocked(
  db: Database,
  organizationId: number,
  change: (tx: Transaction, current: Organization) => Promise<Partial<Organization>>,
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const current = await store.lockOrganization(tx, organizationId);
    if (current === null) throw notFound('organization');
    return store.updateOrganization(tx, { ...current, ...(await change(tx, current)) });
  });
}

export function disabledAt(current: Date | null, disabled: boolean | undefined): Date | null {
  if (disabled === undefined) return current;
  return disabled ? (current ?? new Date()) : null;
}

async function assignDomains(db: Db, organizationId: number, given: readonly string[]): Promise<void> {
  const domains = [...new Set(given.map((domain) => domain.toLowerCase()))];
  const wrong = domains.filter((domain) => !DOMAIN.test(domain));
  if (wrong.length > 0)
    throw invalidField('email_domains', `Must be domain names, not ${wrong.join(', ')}`, wrong);
  const taken = await store.replaceDomains(db, organizationId, domains);
  if (taken.length > 0) {
    const msg = `These domains belong to another organization: ${taken.join(', ')}`;
    throw invalidField('email_domains', msg, taken);
  }
}

const hasConnection = statement(
  'identity.sso.exists',
  `select 1 from sso_connections where organization_id = $1`,
);

/**
 * How the people of an organization sign in. Single sign-on can be required only after an administrator has used it, so
 * that a wrong setting locks nobody out. Requiring it ends the sessions of all people.
 */
export async function changeSignInRules(
  db: Database,
  actor: Actor,
  organizationId: number,
  rules: UpdateSignInRules,
): Promise<Organization> {
  requireReach(actor, organizationId);
  return changeLocked(db, organizationId, async (tx, current) => {
    if (rules.require_sso && !current.require_sso) await startRequiringSso(tx, organizationId);
    const { require_sso = current.require_sso, require_totp = current.require_totp } = rules;
    return { require_sso, require_totp };
  });
}

async function startRequiringSso(tx: Transaction, organizationId: number): Promise<void> {
  const people = (await listUsers(tx, organizationId)).filter(({ kind }) => kind === 'person');
  const isTried = people.some(
    (user) => user.uses_sso && user.roles.includes('admin') && user.disabled_at === null,
  );
  if (!isTried || (await tx.row(hasConnection, [organizationId])) === null)
    throw new AppError(
      'invalid',
      'Single sign-on can be required after an administrator has signed in with it.',
    );
  const ids = people.map(({ user_id }) => user_id);
  await revokeTokens(tx, ids);
}
