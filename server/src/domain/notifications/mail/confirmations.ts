import { type Db, statement } from '../../../db/database.ts';
import type { NotificationService } from '../notification-service.ts';
import { mailLinks, type SignedLink } from './mail-links.ts';

/** Links that confirm one address for one organization. */
export const confirmLinks = mailLinks('/mail/confirm/', 30 * 86_400_000);

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

export async function confirmRecipient(service: NotificationService, link: SignedLink): Promise<void> {
  await service.db.run(confirm, confirmLinks.read(service, link));
}
