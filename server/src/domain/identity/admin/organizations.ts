import { isRestricted, type Role } from '../../../contract/roles.ts';
import { type Database, type Db, statement } from '../../../db/database.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import { type Actor, notFound, requireOperator, requireReach } from '../actor.ts';
import { createOrganization, type NewOrganization } from '../organizations.ts';
import { problem } from '../problem.ts';
import type { Organization } from '../records.ts';
import * as store from '../store.ts';
import { revokeTokens } from '../tokens-store.ts';
import { asRoles, roleProblems } from '../users.ts';

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Operators only. An operator organization can be created only with the CLI. */
export async function addOrganization(
  db: Database,
  actor: Actor,
  input: NewOrganization,
): Promise<Organization & { api_key: string }> {
  requireOperator(actor);
  if (input.kind === 'operator' && actor.via !== 'cli')
    throw invalid([
      problem('kind', 'an operator organization can be created only on the command line', input.kind),
    ]);
  return db.transaction((tx) => createOrganization(tx, input));
}

export async function getOrganization(db: Db, actor: Actor, organizationId: number): Promise<Organization> {
  requireReach(actor, organizationId);
  const organization = await store.findOrganization(db, organizationId);
  if (organization === null) throw notFound('organization');
  return organization;
}

export type OrganizationChange = {
  name?: string | undefined;
  disabled?: boolean | undefined;
  licensed_roles?: readonly string[] | undefined;
  email_domains?: readonly string[] | undefined;
};

/** Operators only. A role that is no longer licensed is taken from all users of the organization. */
export async function changeOrganization(
  db: Database,
  actor: Actor,
  organizationId: number,
  change: OrganizationChange,
): Promise<Organization> {
  requireOperator(actor);
  return db.transaction(async (tx) => {
    const current = await store.lockOrganization(tx, organizationId);
    if (current === null) throw notFound('organization');
    const name = change.name?.trim() ?? current.name;
    if (name === '' || name.length > 200)
      throw invalid([problem('name', 'name must have 1 to 200 characters', change.name)]);
    if (change.disabled && actor.organizationId === organizationId)
      throw new AppError('invalid', 'You cannot disable your own organization.');
    const licensed_roles = licensedRoles(change.licensed_roles) ?? current.licensed_roles;
    const unlicensed = current.licensed_roles.filter((role) => !licensed_roles.includes(role));
    if (unlicensed.length > 0) await store.removeRoles(tx, organizationId, unlicensed);
    if (change.email_domains) await assignDomains(tx, organizationId, change.email_domains);
    const disabled_at = disabledAt(current.disabled_at, change.disabled);
    return store.updateOrganization(tx, { ...current, name, licensed_roles, disabled_at });
  });
}

export function disabledAt(current: Date | null, disabled: boolean | undefined): Date | null {
  if (disabled === undefined) return current;
  return disabled ? (current ?? new Date()) : null;
}

function licensedRoles(given: readonly string[] | undefined): Role[] | undefined {
  if (given === undefined) return undefined;
  const problems = roleProblems(given);
  const open = asRoles(given).filter((role) => !isRestricted(role));
  if (open.length > 0)
    problems.push(problem('licensed_roles', `no license is needed for: ${open.join(', ')}`, open));
  if (problems.length > 0) throw invalid(problems);
  return asRoles(given);
}

async function assignDomains(db: Db, organizationId: number, given: readonly string[]): Promise<void> {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase()))];
  const wrong = domains.filter((domain) => !DOMAIN.test(domain));
  if (wrong.length > 0)
    throw invalid([problem('email_domains', `not domain names: ${wrong.join(', ')}`, wrong)]);
  const taken = await store.replaceDomains(db, organizationId, domains);
  if (taken.length > 0) {
    const msg = `these domains belong to another organization: ${taken.join(', ')}`;
    throw invalid([problem('email_domains', msg, taken)]);
  }
}

export type SignInRules = { require_sso?: boolean | undefined; require_totp?: boolean | undefined };

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
  rules: SignInRules,
): Promise<Organization> {
  requireReach(actor, organizationId);
  return db.transaction(async (tx) => {
    const current = await store.lockOrganization(tx, organizationId);
    if (current === null) throw notFound('organization');
    const { require_sso = current.require_sso, require_totp = current.require_totp } = rules;
    if (require_sso && !current.require_sso) {
      const people = (await store.listUsers(tx, organizationId)).filter(({ kind }) => kind === 'person');
      const isTried = people.some(
        (user) => user.uses_sso && user.roles.includes('admin') && user.disabled_at === null,
      );
      if (!isTried || (await tx.row(hasConnection, [organizationId])) === null)
        throw new AppError(
          'invalid',
          'Single sign-on can be required after an administrator has signed in with it.',
        );
      await revokeTokens(
        tx,
        people.map(({ user_id }) => user_id),
      );
    }
    return store.updateOrganization(tx, { ...current, require_sso, require_totp });
  });
}
