import { randomBytes } from 'node:crypto';
import type { CreateServiceUser, NewServiceUser, UpdateUser, User } from '../../contract/admin/user.ts';
import type { Database, Db, Transaction } from '../../db/database.ts';
import { AppError, codeOf } from '../../lib/errors.ts';
import { type Actor, invalidField, notFound, requireReach } from './actor.ts';
import { disabledAt } from './manage-organizations.ts';
import { getOrganization, lockOrganization } from './organization-store.ts';
import type { Passwords } from './password-hashing.ts';
import { assignableRoles } from './roles.ts';
import { revokeTokens } from './token-store.ts';
import * as store from './user-store.ts';

/** Without an organization: all users, for operators. */
export async function usersOf(db: Db, actor: Actor, organizationId: number | null): Promise<User[]> {
  if (organizationId !== null) await getOrganization(db, actor, organizationId);
  else if (!actor.isOperator) throw notFound('organization');
  return store.listUsers(db, organizationId);
}

export async function getUser(db: Db, actor: Actor, userId: number): Promise<User> {
  const user = await store.findUser(db, userId);
  if (user === null) throw notFound('user');
  requireReach(actor, user.organization_id, 'user');
  return user;
}

type NewUser = Omit<store.UserRow, 'passwordHash' | 'kind'> & { password: string; kind?: User['kind'] };

/** For the CLI, the demo and tests. The organization must exist. */
export async function createUser(
  db: Db,
  passwords: Passwords,
  { organizationId, email, password, roles, kind = 'person' }: NewUser,
): Promise<User> {
  const passwordHash = await passwords.hash(password, `organization ${organizationId}`);
  const user = await addUser(db, { organizationId, email, passwordHash, roles, kind });
  if (user === null) throw invalidField('email', `A user with the email ${email} already exists`, email);
  return user;
}

/** Null if the email address has an account, in this or in another organization. */
export async function addUser(db: Db, user: store.UserRow): Promise<User | null> {
  if ((await store.findUserByEmail(db, user.email)) !== null) return null;
  try {
    return await store.insertUser(db, user);
  } catch (error) {
    if (codeOf(error) === '23505') return null;
    throw error;
  }
}

/** Creates a user for a program. The password is returned once. */
export async function createServiceUser(
  db: Database,
  passwords: Passwords,
  actor: Actor,
  organizationId: number,
  { name, roles }: CreateServiceUser,
): Promise<NewServiceUser> {
  const organization = await getOrganization(db, actor, organizationId);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    throw invalidField('name', 'Must have lowercase letters, digits and dashes only', name);
  const password = randomBytes(24).toString('base64url');
  const user = await createUser(db, passwords, {
    organizationId,
    // Nobody else can have an address in this domain, so no address of a person is taken.
    email: `${name}@org-${organizationId}.service.internal`,
    password,
    roles: assignableRoles(actor, organization, roles, { roles: [], kind: 'service' }),
    kind: 'service',
  });
  return { ...user, password };
}

/**
 * Changes the roles of a user, or disables or enables it. Over the API, an organization always keeps an enabled
 * administrator. Disabling a user also revokes its tokens.
 */
export async function changeUser(
  db: Database,
  actor: Actor,
  userId: number,
  change: UpdateUser,
): Promise<User> {
  const { organization_id } = await getUser(db, actor, userId);
  return db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, organization_id);
    const user = await store.findUser(tx, userId);
    if (organization === null || user === null) throw notFound('user');
    if (change.disabled && actor.userId === userId)
      throw new AppError('invalid', 'You cannot disable yourself.');
    const roles = change.roles ? assignableRoles(actor, organization, change.roles, user) : user.roles;
    const disabled_at = disabledAt(user.disabled_at, change.disabled);
    const changed = await store.updateUser(tx, { ...user, roles, disabled_at });
    if (disabled_at !== null) await revokeTokens(tx, [userId]);
    if (actor.via === 'api' && isAdmin(user) && !isAdmin(changed)) await requireAdmin(tx, organization_id);
    return changed;
  });
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
