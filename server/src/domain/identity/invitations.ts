import type { CreateInvitation, Invitation, NewInvitation } from '../../contract/admin/invitation.ts';
import type { TokenPair } from '../../contract/token.ts';
import { type Db, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { AppError } from '../../lib/errors.ts';
import { type Actor, invalidField, notFound, requireReach } from './actor.ts';
import type { TokenService } from './create-token.ts';
import type { AccountService } from './identity-service.ts';
import { issueTokens, newOneTimeToken } from './issue-tokens.ts';
import { addUser } from './manage-users.ts';
import { getOrganization, lockOrganization } from './organization-store.ts';
import { admitRate, networkOf } from './request-rates.ts';
import { assignableRoles } from './roles.ts';
import type { SignInSource } from './token-store.ts';
import { findUserByEmail } from './user-store.ts';

const INVITATION_DAYS = 7;
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

/**
 * Sends a link with which a person joins the organization. A new invitation replaces an earlier one of the same address.
 * An address with an account in another organization is invited like any other, so that administrators cannot learn who
 * uses the service elsewhere. The person gets an explanation when accepting.
 */
export async function invite(
  service: AccountService,
  actor: Actor,
  organizationId: number,
  { email, roles }: CreateInvitation,
): Promise<NewInvitation> {
  const organization = await getOrganization(service.db, actor, organizationId);
  if (email.endsWith('.service.internal'))
    throw invalidField('email', 'Must not be the address of a service user', email);
  const assigned = assignableRoles(actor, organization, roles);
  await admitRate(service.db, [{ source: `invite ${organizationId}`, limit: INVITE_LIMIT }]);
  const { token, hash } = newOneTimeToken();
  // The secret is in the fragment of the URL: browsers do not send it to servers, and no log contains it.
  const path = `/console/invitation#${token}`;
  const expiresAt = new Date(service.clock.now().getTime() + INVITATION_DAYS * 86_400_000);
  const invitation = await service.db.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, email);
    if (existing?.organization_id === organizationId)
      throw invalidField('email', `${email} is already a user of the organization`, email);
    await tx.run(replace, [organizationId, email]);
    const values = [organizationId, email, assigned, hash, actor.userId, expiresAt];
    const row = await tx.row<Invitation>(insert, values);
    const organizationName = organization.name;
    const mail = { organizationId, organizationName, address: email, path, expiresAt };
    await service.queueMail(tx, { ...mail, template: 'invitation' });
    return row as Invitation;
  });
  service.wakeMailer();
  return { ...invitation, link: service.publicUrl + path };
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

const isOpen = statement(
  'identity.invitation.is-open',
  `select 1 from invitations
    where token_hash = $1 and accepted_at is null and revoked_at is null and expires_at > $2`,
);
const accept = statement(
  'identity.invitation.accept',
  `update invitations set accepted_at = now()
    where token_hash = $1 and accepted_at is null and revoked_at is null and expires_at > $2
   returning organization_id, email, roles`,
);

type Acceptance = SignInSource & { token: string; password: string };

/**
 * Creates the invited user and signs it in to the console. The link proves that the person reads the mailbox. A failed
 * attempt leaves the link usable.
 */
export async function acceptInvitation(service: TokenService, given: Acceptance): Promise<TokenPair> {
  const { db, clock, passwords, limits } = service;
  const network = networkOf(given.address);
  await admitRate(db, [{ source: `address ${network}`, limit: limits.perSource }]);
  const values = [sha256(given.token), clock.now()];
  // An invented link must not cost a hash.
  if ((await db.row(isOpen, values)) === null) throw invalidLink();
  const passwordHash = await passwords.hash(given.password, `address ${network}`);
  const joined = await db.transaction(async (tx) => {
    const invitation = await tx.row<Pick<Invitation, 'organization_id' | 'email' | 'roles'>>(accept, values);
    if (invitation === null) throw invalidLink();
    const { organization_id: organizationId, email } = invitation;
    const organization = await lockOrganization(tx, organizationId);
    if (organization === null || organization.disabled_at !== null) throw invalidLink();
    if (organization.require_sso)
      throw new AppError('invalid', 'Your organization requires single sign-on. Sign in with it instead.');
    const { roles } = invitation;
    const user = await addUser(tx, { organizationId, email, passwordHash, roles, kind: 'person' });
    if (user === null)
      throw new AppError('invalid', 'This address already has an account. Ask your administrator for help.');
    return { ...user, organization_name: organization.name };
  });
  return issueTokens(service, joined, { keyless: true, hasSecondFactor: false, from: given });
}

export function invalidLink(): AppError {
  return new AppError('invalid', 'The link is not valid, has expired or was already used.');
}
