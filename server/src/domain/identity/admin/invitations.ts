import type { Role } from '../../../contract/roles.ts';
import { type Db, statement } from '../../../db/database.ts';
import { isEmail } from '../../../lib/email.ts';
import { invalid } from '../../../lib/errors.ts';
import { type Actor, notFound, requireReach } from '../actor.ts';
import { assignableRoles } from '../assign-roles.ts';
import type { AccountService } from '../identity-service.ts';
import { invitationPath, newOneTimeToken } from '../one-time-token.ts';
import { problem } from '../problem.ts';
import type { Invitation } from '../records.ts';
import { admitRate } from '../request-rates.ts';
import * as store from '../store.ts';
import { getOrganization } from './organizations.ts';

export const INVITATION_DAYS = 7;
const INVITE_LIMIT = { count: 100, windowSeconds: 3_600 };

const INVITATION = `id as invitation_id, organization_id, email, roles, invited_by, created_at, expires_at, accepted_at, revoked_at`;
const insert = statement(
  'identity.invitation.insert',
  `insert into invitations (organization_id, email, roles, token_hash, invited_by, expires_at)
   values ($1, $2, $3, $4, $5, $6) returning ${INVITATION}`,
);
const replace = statement(
  'identity.invitation.replace',
  `update invitations set revoked_at = now()
    where organization_id = $1 and lower(email) = lower($2) and accepted_at is null and revoked_at is null`,
);
const list = statement(
  'identity.invitation.list',
  `select ${INVITATION} from invitations where organization_id = $1 order by id desc limit 500`,
);
const find = statement('identity.invitation.find', `select ${INVITATION} from invitations where id = $1`);
const revoke = statement(
  'identity.invitation.revoke',
  `update invitations set revoked_at = now() where id = $1 and accepted_at is null and revoked_at is null
   returning ${INVITATION}`,
);

type NewInvitation = { organizationId: number; email: string; roles: readonly string[] };

/**
 * Sends a link with which a person joins the organization. A new invitation replaces an earlier one of the same address.
 * An address with an account in another organization is invited like any other, so that administrators cannot find out
 * who the customers of others are; the person gets an explanation when accepting.
 */
export async function invite(
  service: AccountService,
  actor: Actor,
  { organizationId, email, roles }: NewInvitation,
): Promise<{ invitation: Invitation; path: string }> {
  const organization = await getOrganization(service.db, actor, organizationId);
  if (!isEmail(email) || email.endsWith('.service.internal'))
    throw invalid([problem('email', 'email must be a valid address', email)]);
  const assigned: Role[] = assignableRoles(actor, organization, roles);
  await admitRate(service.db, [{ source: `invite ${organizationId}`, limit: INVITE_LIMIT }]);
  const { token, hash } = newOneTimeToken();
  const path = invitationPath(token);
  const expiresAt = new Date(service.clock.now().getTime() + INVITATION_DAYS * 86_400_000);
  const invitation = await service.db.transaction(async (tx) => {
    const existing = await store.findUserByEmail(tx, email);
    if (existing?.organization_id === organizationId)
      throw invalid([problem('email', `${email} is already a user of the organization`, email)]);
    await tx.run(replace, [organizationId, email]);
    const values = [organizationId, email, assigned, hash, actor.userId, expiresAt];
    const row = await tx.row<Invitation>(insert, values);
    const { name: organizationName } = organization;
    const address = email;
    await service.queueMail(tx, {
      organizationId,
      organizationName,
      address,
      template: 'invitation',
      path,
      expiresAt,
    });
    return row as Invitation;
  });
  service.wakeMailer();
  return { invitation, path };
}

export async function invitationsOf(db: Db, actor: Actor, organizationId: number): Promise<Invitation[]> {
  await getOrganization(db, actor, organizationId);
  return db.rows<Invitation>(list, [organizationId]);
}

export async function revokeInvitation(db: Db, actor: Actor, invitationId: number): Promise<Invitation> {
  const invitation = await db.row<Invitation>(find, [invitationId]);
  if (invitation === null) throw notFound('invitation');
  requireReach(actor, invitation.organization_id, 'invitation');
  return (await db.row<Invitation>(revoke, [invitationId])) ?? invitation;
}
