import { randomBytes } from 'node:crypto';
import type { Database, Db, Transaction } from '../../../db/database.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import { type Actor, notFound, requireReach } from '../actor.ts';
import { assignableRoles } from '../assign-roles.ts';
import type { Passwords } from '../passwords.ts';
import { problem } from '../problem.ts';
import type { Organization, User } from '../records.ts';
import * as store from '../store.ts';
import { revokeTokens } from '../tokens-store.ts';
import { createUser } from '../users.ts';
import { disabledAt, getOrganization } from './organizations.ts';

/** The address of a service user. Nobody else can have one in this domain, so no address of a person is taken. */
export const serviceEmail = (name: string, organizationId: number) =>
  `${name}@org-${organizationId}.service.internal`;

/** Without an organization: all users, for operators. */
export async function usersOf(db: Db, actor: Actor, organizationId: number | null): Promise<User[]> {
  if (organizationId === null) {
    if (!actor.isOperator) throw notFound('organization');
    return store.listUsers(db, null);
  }
  await getOrganization(db, actor, organizationId);
  return store.listUsers(db, organizationId);
}

export async function getUser(db: Db, actor: Actor, userId: number): Promise<User> {
  const user = await store.findUser(db, userId);
  if (user === null) throw notFound('user');
  requireReach(actor, user.organization_id, 'user');
  return user;
}

/** By id or email, for the CLI. */
export async function findUser(db: Db, who: string): Promise<User> {
  const user = /^\d{1,9}$/.test(who)
    ? await store.findUser(db, Number(who))
    : await store.findUserByEmail(db, who);
  if (user === null) throw new AppError('not_found', `There is no user ${who}.`);
  return user;
}

type NewService = { organizationId: number; name: string; roles: readonly string[] };

/** Creates a user for a program. The password is returned once. */
export async function createServiceUser(
  db: Database,
  passwords: Passwords,
  actor: Actor,
  { organizationId, name, roles }: NewService,
): Promise<User & { password: string }> {
  const organization = await getOrganization(db, actor, organizationId);
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) {
    const msg = 'name must have 1 to 40 lowercase letters, digits and dashes';
    throw invalid([problem('name', msg, name)]);
  }
  const password = randomBytes(24).toString('base64url');
  const user = await createUser(db, passwords, {
    organizationId,
    email: serviceEmail(name, organizationId),
    password,
    roles: assignableRoles(actor, organization, roles, { kind: 'service' }),
    kind: 'service',
  });
  return { ...user, password };
}

export type UserChange = { roles?: readonly string[] | undefined; disabled?: boolean | undefined };

/**
 * Changes the roles of a user, or disables or enables it. Over the API, an organization always keeps an enabled
 * administrator. Disabling a user also revokes its tokens.
 */
export async function changeUser(
  db: Database,
  actor: Actor,
  userId: number,
  change: UserChange,
): Promise<User> {
  const { organization_id } = await getUser(db, actor, userId);
  return db.transaction(async (tx) => {
    const organization = await store.lockOrganization(tx, organization_id);
    const user = await store.findUser(tx, userId);
    if (organization === null || user === null) throw notFound('user');
    if (change.disabled && actor.userId === userId)
      throw new AppError('invalid', 'You cannot disable yourself.');
    const roles = change.roles ? rolesAfter(actor, organization, user, change.roles) : user.roles;
    const disabled_at = disabledAt(user.disabled_at, change.disabled);
    const changed = await store.updateUser(tx, { ...user, roles, disabled_at });
    if (disabled_at !== null) await revokeTokens(tx, [userId]);
    if (actor.via === 'api' && isAdmin(user) && !isAdmin(changed)) await requireAdmin(tx, organization_id);
    return changed;
  });
}

function rolesAfter(actor: Actor, organization: Organization, user: User, wanted: readonly string[]) {
  return assignableRoles(actor, organization, wanted, { current: user.roles, kind: user.kind });
}

export function isAdmin({ roles, disabled_at }: User): boolean {
  return disabled_at === null && roles.includes('admin');
}

/** Runs under the lock of the organization, so two administrators cannot remove each other at the same time. */
async function requireAdmin(tx: Transaction, organizationId: number): Promise<void> {
  if (await hasAdmin(tx, organizationId)) return;
  throw new AppError(
    'invalid',
    'The organization would have no administrator. Make another user administrator first.',
  );
}

export async function hasAdmin(db: Db, organizationId: number): Promise<boolean> {
  return (await store.listUsers(db, organizationId)).some(isAdmin);
}

/** All tokens of a user stop working immediately, in every process. */
export async function revokeUserTokens(db: Database, actor: Actor, userId: number): Promise<User> {
  const user = await getUser(db, actor, userId);
  await revokeTokens(db, [userId]);
  return user;
}
