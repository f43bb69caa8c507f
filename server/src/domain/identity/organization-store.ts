import type { Organization } from '../../contract/admin/organization.ts';
import { type Db, readRow, statement } from '../../db/database.ts';
import { type Actor, notFound, requireReach } from './actor.ts';

const ORGANIZATION = `o.id as organization_id, o.name, o.kind, o.timezone, o.licensed_roles,
  array(select d.domain from organization_domains d where d.organization_id = o.id order by d.domain) as email_domains,
  o.require_sso, o.require_totp, o.created_at, o.disabled_at`;

const organizationInsert = statement(
  'identity.organization.insert',
  `insert into organizations as o (name, kind, timezone, is_demo) values ($1, $2, $3, $4) returning ${ORGANIZATION}`,
);
type OrganizationRow = Pick<Organization, 'name' | 'kind' | 'timezone'> & { isDemo: boolean };
export function insertOrganization(db: Db, o: OrganizationRow): Promise<Organization> {
  return readRow<Organization>(db, organizationInsert, [o.name, o.kind, o.timezone, o.isDemo]);
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
export async function getOrganization(db: Db, actor: Actor, id: number): Promise<Organization> {
  requireReach(actor, id);
  const organization = await db.row<Organization>(organizationById, [id]);
  if (organization === null) throw notFound('organization');
  return organization;
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
  return readRow<Organization>(db, organizationUpdate, values);
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

const timezone = statement(
  'identity.organization.timezone',
  `select timezone from organizations where id = $1`,
);
export async function findTimezone(db: Db, organizationId: number): Promise<string> {
  return (await db.row<{ timezone: string }>(timezone, [organizationId]))?.timezone ?? 'UTC';
}
