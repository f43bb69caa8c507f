import type { SetSsoConnection, SsoConnection } from '../../../contract/admin/sso.ts';
import { type Database, type Db, statement } from '../../../db/database.ts';
import type { Sealing } from '../../../lib/bytes/sealing.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Actor, invalidField, notFound } from '../actor.ts';
import { getOrganization, lockOrganization } from '../organization-store.ts';
import { assignableRoles } from '../roles.ts';
import type { IdentityProvider, ProviderClient } from './identity-provider.ts';

type StoredConnection = SsoConnection & { client_secret: Buffer };

const CONNECTION = `c.organization_id, c.issuer, c.client_id, c.api_audience, c.groups_claim, c.group_roles, c.creates_users,
  c.default_roles, c.updated_at`;
const find = statement(
  'identity.sso.find',
  `select ${CONNECTION}, c.client_secret from sso_connections c where c.organization_id = $1`,
);
const findByDomain = statement(
  'identity.sso.find-by-domain',
  `select ${CONNECTION}, c.client_secret
     from organization_domains d join sso_connections c using (organization_id)
     join organizations o on o.id = c.organization_id
    where d.domain = $1 and o.disabled_at is null`,
);
const upsert = statement(
  'identity.sso.upsert',
  `insert into sso_connections as c (organization_id, issuer, client_id, client_secret, api_audience, groups_claim,
                                     group_roles, creates_users, default_roles)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (organization_id) do update
      set issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
          api_audience = excluded.api_audience, groups_claim = excluded.groups_claim, group_roles = excluded.group_roles,
          creates_users = excluded.creates_users, default_roles = excluded.default_roles, updated_at = now()
   returning ${CONNECTION}`,
);
const remove = statement('identity.sso.remove', `delete from sso_connections where organization_id = $1`);

export const ssoContext = (organizationId: number) => `sso ${organizationId}`;

type Service = { db: Database; sealing: Sealing; provider: IdentityProvider };

/** Sets or replaces the connection. The provider's configuration is fetched and checked first. */
export async function setConnection(
  { db, sealing, provider }: Service,
  actor: Actor,
  organizationId: number,
  given: SetSsoConnection,
): Promise<SsoConnection> {
  const organization = await getOrganization(db, actor, organizationId);
  const refusal = provider.refusal(given.issuer);
  if (refusal !== null) throw invalidField('issuer', refusal, given.issuer);
  const defaultRoles = assignableRoles(actor, organization, given.default_roles ?? []);
  const groupRoles = Object.fromEntries(
    Object.entries(given.group_roles ?? {}).map(([group, roles]) => [
      group,
      assignableRoles(actor, organization, roles),
    ]),
  );
  const clientSecret = given.client_secret ?? (await keptSecret(db, sealing, organizationId, given));
  const { issuer, client_id: clientId, api_audience = null } = given;
  await provider.check({ issuer, clientId, clientSecret, apiAudience: api_audience });
  const row = await db.row<SsoConnection>(upsert, [
    organizationId,
    issuer,
    clientId,
    sealing.seal(clientSecret, ssoContext(organizationId)),
    api_audience,
    given.groups_claim ?? null,
    JSON.stringify(groupRoles),
    given.creates_users ?? false,
    defaultRoles,
  ]);
  return row as SsoConnection;
}

/** The secret is kept only for the same client: with another issuer, it would be sent to another server. */
async function keptSecret(
  db: Db,
  sealing: Sealing,
  organizationId: number,
  given: SetSsoConnection,
): Promise<string> {
  const stored = await db.row<StoredConnection>(find, [organizationId]);
  if (stored?.issuer !== given.issuer || stored.client_id !== given.client_id)
    throw invalidField('client_secret', 'Field required', null);
  return sealing.open(stored.client_secret, ssoContext(organizationId));
}

export async function getConnection(db: Db, actor: Actor, organizationId: number): Promise<SsoConnection> {
  await getOrganization(db, actor, organizationId);
  const row = await db.row<StoredConnection>(find, [organizationId]);
  if (row === null) throw notFound('single sign-on connection');
  const { client_secret: _, ...connection } = row;
  return connection;
}

export async function removeConnection(db: Database, actor: Actor, organizationId: number): Promise<void> {
  await getOrganization(db, actor, organizationId);
  await db.transaction(async (tx) => {
    if ((await lockOrganization(tx, organizationId))?.require_sso)
      throw new AppError(
        'invalid',
        'The organization requires single sign-on. Turn the requirement off first.',
      );
    if ((await tx.run(remove, [organizationId])) === 0) throw notFound('single sign-on connection');
  });
}

type OpenConnection = { connection: SsoConnection; client: ProviderClient };

function open(sealing: Sealing, row: StoredConnection | null): OpenConnection | null {
  if (row === null) return null;
  const { client_secret, ...connection } = row;
  const clientSecret = sealing.open(client_secret, ssoContext(row.organization_id));
  const { issuer, client_id: clientId, api_audience: apiAudience } = row;
  return { connection, client: { issuer, clientId, clientSecret, apiAudience } };
}

export async function openConnectionOf({ db, sealing }: Service, organizationId: number) {
  return open(sealing, await db.row<StoredConnection>(find, [organizationId]));
}

export async function openConnectionForEmail({ db, sealing }: Service, email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return open(sealing, await db.row<StoredConnection>(findByDomain, [domain]));
}
