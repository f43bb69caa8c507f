import type { Role } from '../../contract/roles.ts';
import { type Db, statement } from '../../db/database.ts';
import type { ApiKey, Organization, OrganizationKind, User, UserKind } from './records.ts';

const ORGANIZATION = `o.id as organization_id, o.name, o.kind, o.timezone, o.licensed_roles,
  array(select d.domain from organization_domains d where d.organization_id = o.id order by d.domain) as email_domains,
  o.require_sso, o.require_totp, o.created_at, o.disabled_at`;
const API_KEY = `id as api_key_id, organization_id, name, hint, created_at, expires_at, last_used_at, revoked_at`;
const USER = `u.id as user_id, u.organization_id, u.email, u.kind, u.roles, u.password_hash is not null as has_password,
  exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null) as has_totp,
  u.sso_subject is not null as uses_sso, u.created_at, u.last_sign_in_at, u.disabled_at`;

async function only<Row>(row: Promise<Row | null>): Promise<Row> {
  const found = await row;
  if (found === null) throw new Error('the statement returned no row');
  return found;
}

const organizationInsert = statement(
  'identity.organization.insert',
  `insert into organizations as o (name, kind, timezone, is_demo) values ($1, $2, $3, $4) returning ${ORGANIZATION}`,
);
type OrganizationRow = { name: string; kind: OrganizationKind; timezone: string; isDemo: boolean };
export function insertOrganization(db: Db, o: OrganizationRow): Promise<Organization> {
  return only(db.row<Organization>(organizationInsert, [o.name, o.kind, o.timezone, o.isDemo]));
}

const organizationList = statement(
  'identity.organization.list',
  `select ${ORGANIZATION} from organizations o order by o.id`,
);
export function listOrganizations(db: Db): Promise<Organization[]> {
  return db.rows<Organization>(organizationList);
}

const organizationById = statement(
  'identity.organization.find',
  `select ${ORGANIZATION} from organizations o where o.id = $1`,
);
export function findOrganization(db: Db, id: number): Promise<Organization | null> {
  return db.row<Organization>(organizationById, [id]);
}

const organizationLock = statement(
  'identity.organization.lock',
  `select ${ORGANIZATION} from organizations o where o.id = $1 for no key update`,
);
/**
 * Changes to the users of an organization wait for each other, so that rules over all of its users hold. Inserts that
 * refer to the organization do not wait.
 */
export function lockOrganization(db: Db, id: number): Promise<Organization | null> {
  return db.row<Organization>(organizationLock, [id]);
}

const organizationUpdate = statement(
  'identity.organization.update',
  `update organizations as o set name = $2, licensed_roles = $3, require_sso = $4, require_totp = $5, disabled_at = $6
    where id = $1 returning ${ORGANIZATION}`,
);
export function updateOrganization(db: Db, o: Organization): Promise<Organization> {
  const { organization_id, name, licensed_roles, require_sso, require_totp, disabled_at } = o;
  const values = [organization_id, name, licensed_roles, require_sso, require_totp, disabled_at];
  return only(db.row<Organization>(organizationUpdate, values));
}

const domainsDelete = statement(
  'identity.domains.delete',
  `delete from organization_domains where organization_id = $1 and domain <> all ($2)`,
);
const domainsInsert = statement(
  'identity.domains.insert',
  `insert into organization_domains (domain, organization_id) select d, $1 from unnest($2::text[]) as d
   on conflict (domain) do nothing`,
);
const domainsTaken = statement(
  'identity.domains.taken',
  `select domain from organization_domains where domain = any ($2) and organization_id <> $1 order by domain`,
);
/** Returns the domains that belong to another organization and were not assigned. */
export async function replaceDomains(db: Db, organizationId: number, domains: string[]): Promise<string[]> {
  await db.run(domainsDelete, [organizationId, domains]);
  await db.run(domainsInsert, [organizationId, domains]);
  const taken = await db.rows<{ domain: string }>(domainsTaken, [organizationId, domains]);
  return taken.map(({ domain }) => domain);
}

const demoDelete = statement('identity.organization.delete-demo', `delete from organizations where is_demo`);
export function deleteDemoOrganizations(db: Db): Promise<number> {
  return db.run(demoDelete);
}

const apiKeyInsert = statement(
  'identity.api-key.insert',
  `insert into api_keys (organization_id, name, hint, key_hash, expires_at) values ($1, $2, $3, $4, $5) returning ${API_KEY}`,
);
type ApiKeyRow = {
  organizationId: number;
  name: string;
  hint: string;
  keyHash: Buffer;
  expiresAt: Date | null;
};
export function insertApiKey(db: Db, k: ApiKeyRow): Promise<ApiKey> {
  return only(db.row<ApiKey>(apiKeyInsert, [k.organizationId, k.name, k.hint, k.keyHash, k.expiresAt]));
}

const apiKeyList = statement(
  'identity.api-key.list',
  `select ${API_KEY} from api_keys where organization_id = $1 order by id`,
);
export function listApiKeys(db: Db, organizationId: number): Promise<ApiKey[]> {
  return db.rows<ApiKey>(apiKeyList, [organizationId]);
}

const apiKeyRevoke = statement(
  'identity.api-key.revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, now()) where organization_id = $1 and id = $2 returning ${API_KEY}`,
);
export function revokeApiKey(db: Db, organizationId: number, apiKeyId: number): Promise<ApiKey | null> {
  return db.row<ApiKey>(apiKeyRevoke, [organizationId, apiKeyId]);
}

const apiKeyTouch = statement(
  'identity.api-key.touch',
  `update api_keys set last_used_at = greatest(last_used_at, $2) where id = any ($1::int[])`,
);
export function touchApiKeys(db: Db, ids: number[], usedAt: Date): Promise<number> {
  return db.run(apiKeyTouch, [ids, usedAt]);
}

const userInsert = statement(
  'identity.user.insert',
  `insert into users as u (organization_id, email, password_hash, roles, kind) values ($1, $2, $3, $4, $5) returning ${USER}`,
);
type UserRow = {
  organizationId: number;
  email: string;
  passwordHash: string | null;
  roles: Role[];
  kind: UserKind;
};
export function insertUser(db: Db, u: UserRow): Promise<User> {
  return only(db.row<User>(userInsert, [u.organizationId, u.email, u.passwordHash, u.roles, u.kind]));
}

const userList = statement(
  'identity.user.list',
  `select ${USER} from users u where $1::int is null or organization_id = $1 order by id`,
);
export function listUsers(db: Db, organizationId: number | null): Promise<User[]> {
  return db.rows<User>(userList, [organizationId]);
}

const userById = statement('identity.user.find', `select ${USER} from users u where u.id = $1`);
export function findUser(db: Db, id: number): Promise<User | null> {
  return db.row<User>(userById, [id]);
}

const userByEmail = statement(
  'identity.user.find-by-email',
  `select ${USER} from users u where lower(u.email) = lower($1)`,
);
export function findUserByEmail(db: Db, email: string): Promise<User | null> {
  return db.row<User>(userByEmail, [email]);
}

const userUpdate = statement(
  'identity.user.update',
  `update users as u set roles = $2, disabled_at = $3 where id = $1 returning ${USER}`,
);
export function updateUser(db: Db, { user_id, roles, disabled_at }: User): Promise<User> {
  return only(db.row<User>(userUpdate, [user_id, roles, disabled_at]));
}

const rolesRemove = statement(
  'identity.user.remove-roles',
  `with invited as (
     update invitations set roles = array(select r from unnest(roles) r where r <> all ($2::text[]))
      where organization_id = $1 and roles && $2::text[]
   )
   update users set roles = array(select r from unnest(roles) r where r <> all ($2::text[]))
    where organization_id = $1 and roles && $2::text[]`,
);
/** From users and from pending invitations. */
export function removeRoles(db: Db, organizationId: number, roles: Role[]): Promise<number> {
  return db.run(rolesRemove, [organizationId, roles]);
}

const timezone = statement(
  'identity.organization.timezone',
  `select timezone from organizations where id = $1`,
);
export async function findTimezone(db: Db, organizationId: number): Promise<string> {
  return (await db.row<{ timezone: string }>(timezone, [organizationId]))?.timezone ?? 'UTC';
}
