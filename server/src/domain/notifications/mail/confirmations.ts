import { type Db, statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';

const PREFIX = '/mail/confirm/';
const VALID_MS = 30 * 86_400_000;

const request = statement(
  'mails.request-confirmations',
  `insert into recipient_confirmations as c (organization_id, address)
   select distinct $1::int, lower(m.address) from mails m where m.firing_id = $2 and m.held_for = 'confirmation'
   on conflict (organization_id, address) do update set requested_at = now()
    where c.confirmed_at is null and c.requested_at < now() - interval '7 days'
   returning c.address`,
);
/** Held emails of the address are sent as the quota of the organization allows. */
const confirm = statement(
  'mails.confirm',
  `with confirmed as (
     update recipient_confirmations set confirmed_at = coalesce(confirmed_at, now())
      where organization_id = $1 and address = lower($2)
   )
   update mails set held_for = 'quota'
    where organization_id = $1 and held_for = 'confirmation' and lower(address) = lower($2)`,
);
const name = statement('mails.organization-name', `select name from organizations where id = $1`);

type Recipient = { organizationId: number; address: string };
type Signed = { token: string; expires: string; signature: string };

/** The addresses of a firing that have to confirm and were not asked within a week. Remembers that they are asked now. */
export async function requestConfirmations(
  db: Db,
  organizationId: number,
  firingId: string,
): Promise<string[]> {
  const rows = await db.rows<{ address: string }>(request, [organizationId, firingId]);
  return rows.map(({ address }) => address);
}

export async function findOrganizationName(db: Db, organizationId: number): Promise<string> {
  return (await db.row<{ name: string }>(name, [organizationId]))?.name ?? '';
}

/** A link that confirms one address for one organization, without signing in. */
export function confirmUrl(
  { links, publicUrl }: NotificationService,
  { organizationId, address }: Recipient,
  madeAt: Date,
): string {
  const token = Buffer.from(JSON.stringify([organizationId, address])).toString('base64url');
  return publicUrl + links.sign(PREFIX + token, new Date(madeAt.getTime() + VALID_MS));
}

/** Throws if the signature is wrong or the link has expired. */
export function readConfirmLink(
  { links, clock }: NotificationService,
  { token, expires, signature }: Signed,
): Recipient {
  if (!links.isValid(PREFIX + token, expires, signature, clock.now())) {
    throw new AppError('forbidden', 'The link is not valid or has expired.');
  }
  const [organizationId, address] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [
    number,
    string,
  ];
  return { organizationId, address };
}

export async function confirmRecipient(service: NotificationService, link: Signed): Promise<void> {
  const { organizationId, address } = readConfirmLink(service, link);
  await service.db.run(confirm, [organizationId, address]);
}
