import type { TokenPair } from '../../../contract/token.ts';
import { statement } from '../../../db/database.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import { AppError, invalid } from '../../../lib/errors.ts';
import type { TokenService } from '../create-token.ts';
import { issueTokens } from '../issue-tokens.ts';
import type { Invitation } from '../records.ts';
import { admitRate, networkOf } from '../request-rates.ts';
import { lockOrganization } from '../store.ts';
import { addUser, passwordProblems } from '../users.ts';

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

type Acceptance = { token: string; password: string; address: string };

/**
 * Creates the invited user and signs it in to the console. The link proves that the person reads the mailbox. A failed
 * attempt leaves the link usable.
 */
export async function acceptInvitation(service: TokenService, given: Acceptance): Promise<TokenPair> {
  const { db, clock, passwords, limits } = service;
  const network = networkOf(given.address);
  await admitRate(db, [{ source: `address ${network}`, limit: limits.perSource }]);
  const problems = passwordProblems(given.password);
  if (problems.length > 0) throw invalid(problems);
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
  return issueTokens(service, joined, { keyless: true, hasSecondFactor: false });
}

export function invalidLink(): AppError {
  return new AppError('invalid', 'The link is not valid, has expired or was already used.');
}
