import type { Organization } from '../../../contract/admin/organization.ts';
import type { SsoConnection } from '../../../contract/admin/sso.ts';
import type { User } from '../../../contract/admin/user.ts';
import { isRestricted, isRole, type Role } from '../../../contract/roles.ts';
import { type Database, type Db, statement } from '../../../db/database.ts';
import { isEmail } from '../../../lib/email.ts';
import { AppError } from '../../../lib/errors.ts';
import { addUser, isAdmin } from '../manage-users.ts';
import { lockOrganization } from '../organization-store.ts';
import { isAvailable } from '../roles.ts';
import * as store from '../user-store.ts';
import type { Claims } from './identity-provider.ts';

const bySubject = statement(
  'identity.sso.user-by-subject',
  `select id from users where organization_id = $1 and sso_issuer = $2 and sso_subject = $3`,
);
const link = statement(
  'identity.sso.link',
  `update users set sso_issuer = $2, sso_subject = $3 where id = $1 and sso_subject is distinct from $3`,
);
const isLinked = statement(
  'identity.sso.is-linked',
  `select 1 from users where id = $1 and sso_subject is not null and sso_issuer = $2`,
);

const refused = (message: string) => new AppError('unauthenticated', message);

/**
 * The user that the claims of an identity provider stand for. The first sign-in links the user with this address to the
 * subject, or creates the user. Later sign-ins find it by the subject. Roles follow the groups, if they are mapped.
 */
export async function matchUser(
  db: Database,
  connection: SsoConnection,
  claims: Claims,
): Promise<User & { organization_name: string }> {
  requireSubject(claims);
  return db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, connection.organization_id);
    if (organization === null || organization.disabled_at !== null)
      throw refused('The organization is disabled.');
    const linked = await userBySubject(tx, organization, claims);
    // An access token may have no email; a linked subject is enough then.
    if (linked === null || claims.email !== undefined) requireOwnEmail(organization, claims);
    const user = linked ?? (await joinByEmail(tx, organization, connection, claims));
    if (user.disabled_at !== null || user.kind === 'service') throw refused('The user is disabled.');
    const roles = await rolesFromGroups(tx, organization, connection, claims, user);
    const isSame =
      roles === null || (roles.length === user.roles.length && roles.every((r) => user.roles.includes(r)));
    const changed = isSame ? user : await store.updateUser(tx, { ...user, roles });
    return { ...changed, organization_name: organization.name };
  });
}

/** OpenID Connect Core, section 2: at most 255 ASCII characters. Some providers send others, so only controls are refused. */
const MAX_SUBJECT_LENGTH = 255;

function requireSubject({ sub }: Claims): void {
  const isUsable =
    typeof sub === 'string' &&
    sub.trim() !== '' &&
    sub.length <= MAX_SUBJECT_LENGTH &&
    !/[\p{Cc}\p{Cs}]/u.test(sub);
  if (!isUsable)
    throw refused(
      'The identity provider sent no usable subject (`sub`): 1 to 255 characters, no control characters.',
    );
}

async function userBySubject(db: Db, organization: Organization, claims: Claims): Promise<User | null> {
  const values = [organization.organization_id, claims.iss, claims.sub];
  const row = await db.row<{ id: number }>(bySubject, values);
  return row && store.findUser(db, row.id);
}

/** Microsoft Entra states `xms_edov` instead of `email_verified`. */
function requireOwnEmail({ email_domains }: Organization, claims: Claims): void {
  const { email } = claims;
  const verified = [claims.email_verified, claims.xms_edov].some(
    (v) => v === true || v === 'true' || v === 1,
  );
  if (typeof email !== 'string' || !isEmail(email) || !verified)
    throw refused('The identity provider has not verified the email address.');
  if (!email_domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
    throw refused('The email address is not in a domain of the organization.');
}

async function joinByEmail(
  db: Db,
  organization: Organization,
  connection: SsoConnection,
  claims: Claims,
): Promise<User> {
  const organizationId = organization.organization_id;
  const email = String(claims.email);
  const existing = await store.findUserByEmail(db, email);
  const isForeign = existing !== null && existing.organization_id !== organizationId;
  if (isForeign || (existing === null && !connection.creates_users))
    throw refused('There is no account for this address. Ask your administrator for an invitation.');
  if (existing !== null && (await db.row(isLinked, [existing.user_id, claims.iss])) !== null)
    throw refused('The account is linked to another identity.');
  const roles = connection.default_roles.filter((role) => isAvailable(role, organization));
  const created = { organizationId, email, passwordHash: null, roles, kind: 'person' as const };
  const user = existing ?? (await addUser(db, created));
  if (user === null) throw refused('There is no account for this address.');
  await db.run(link, [user.user_id, claims.iss, claims.sub]);
  return { ...user, uses_sso: true };
}

/**
 * Null: unchanged. The provider cannot grant a restricted role that is not licensed to the organization; a user keeps those
 * that the operator has assigned. The last administrator keeps the role.
 */
async function rolesFromGroups(
  db: Db,
  organization: Organization,
  { groups_claim, group_roles }: SsoConnection,
  claims: Claims,
  user: User,
): Promise<Role[] | null> {
  const groups = groups_claim === null ? undefined : claims[groups_claim];
  if (!Array.isArray(groups) || Object.keys(group_roles).length === 0) return null;
  const mapped = groups.flatMap((group) =>
    typeof group === 'string' && Object.hasOwn(group_roles, group) ? (group_roles[group] ?? []) : [],
  );
  const available = mapped.filter((role) => isRole(role) && isAvailable(role, organization));
  const assigned = user.roles.filter((role) => isRestricted(role) && !isAvailable(role, organization));
  const roles = [...new Set([...available, ...assigned])];
  if (isAdmin(user) && !roles.includes('admin')) {
    const users = await store.listUsers(db, organization.organization_id);
    if (!users.some((other) => isAdmin(other) && other.user_id !== user.user_id)) roles.push('admin');
  }
  return roles;
}
