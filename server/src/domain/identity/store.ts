import type { Role } from '../../contract/roles.ts';
import { type Db, statement } from '../../db/database.ts';
import type { ApiKey, Organization, OrganizationKind, User } from './records.ts';

const ORGANIZATION = `id as organization_id, name, kind, timezone, created_at`;
const API_KEY = `id as api_key_id, organization_id, name, hint, created_at, last_used_at, revoked_at`;
const USER = `id as user_id, organization_id, email, roles, created_at, disabled_at`;

async function only<Row>(row: Promise<Row | null>): Promise<Row> {
  const found = await row;
  if (found === null) throw new Error('the statement returned no row');
  return found;
}

const organizationInsert = statement(
  'identity.organization.insert',
  `insert into organizations (name, kind, timezone, is_demo) values ($1, $2, $3, $4) returning ${ORGANIZATION}`,
);
type OrganizationRow = { name: string; kind: OrganizationKind; timezone: string; isDemo: boolean };
export function insertOrganization(db: Db, o: OrganizationRow): Promise<Organization> {
  return only(db.row<Organization>(organizationInsert, [o.name, o.kind, o.timezone, o.isDemo]));
}

const organizationList = statement(
  'identity.organization.list',
  `select ${ORGANIZATION} from organizations order by id`,
);
export function listOrganizations(db: Db): Promise<Organization[]> {
  return db.rows<Organization>(organizationList);
}

const organizationById = statement(
  'identity.organization.exists',
  `select 1 from organizations where id = $1`,
);
export async function organizationExists(db: Db, id: number): Promise<boolean> {
  return (await db.row(organizationById, [id])) !== null;
}

const demoDelete = statement('identity.organization.delete-demo', `delete from organizations where is_demo`);
export function deleteDemoOrganizations(db: Db): Promise<number> {
  return db.run(demoDelete);
}

const apiKeyInsert = statement(
  'identity.api-key.insert',
  `insert into api_keys (organization_id, name, hint, key_hash) values ($1, $2, $3, $4) returning ${API_KEY}`,
);
type ApiKeyRow = { organizationId: number; name: string; hint: string; keyHash: Buffer };
export function insertApiKey(db: Db, k: ApiKeyRow): Promise<ApiKey> {
  return only(db.row<ApiKey>(apiKeyInsert, [k.organizationId, k.name, k.hint, k.keyHash]));
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
  `insert into users (organization_id, email, password_hash, roles) values ($1, $2, $3, $4) returning ${USER}`,
);
type UserRow = { organizationId: number; email: string; passwordHash: string; roles: Role[] };
export function insertUser(db: Db, u: UserRow): Promise<User> {
  return only(db.row<User>(userInsert, [u.organizationId, u.email, u.passwordHash, u.roles]));
}

const userList = statement(
  'identity.user.list',
  `select ${USER} from users where $1::int is null or organization_id = $1 order by id`,
);
export function listUsers(db: Db, organizationId: number | null): Promise<User[]> {
  return db.rows<User>(userList, [organizationId]);
}

const userDisable = statement(
  'identity.user.disable',
  `update users set disabled_at = coalesce(disabled_at, now()) where id::text = $1 or lower(email) = lower($1) returning ${USER}`,
);
export function disableUser(db: Db, who: string): Promise<User | null> {
  return db.row<User>(userDisable, [who]);
}

const timezone = statement(
  'identity.organization.timezone',
  `select timezone from organizations where id = $1`,
);
export async function findTimezone(db: Db, organizationId: number): Promise<string> {
  return (await db.row<{ timezone: string }>(timezone, [organizationId]))?.timezone ?? 'UTC';
}
