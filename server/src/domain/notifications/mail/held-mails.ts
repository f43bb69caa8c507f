import { periodStart } from '../../../contract/admin/quota-rules.ts';
import { statement } from '../../../db/database.ts';
import type { NotificationService } from '../notification-service.ts';
import { GRANT } from './mail-store.ts';

const BATCH = 1_000;

const organizations = statement(
  'mails.held-organizations',
  `select distinct organization_id from mails where held_for = 'quota'`,
);
const release = statement(
  'mails.release',
  `with held as materialized (
     select id from mails where organization_id = $1 and held_for = 'quota'
      order by created_at, id limit $3 for update skip locked
   ),
   allowed as (
     insert into quota_usage as u (organization_id, name, period_start, used, granted)
     select $1, 'emails_per_day', $2, h.allowed, h.allowed
       from (select least(count(*), quota_limit($1, 'emails_per_day')) as allowed from held) h where h.allowed > 0
     ${GRANT}
     returning granted
   )
   update mails set held_for = null, due_at = now()
    where id in (select id from held limit (select granted from allowed))
      -- Without held emails there is no row, and no limit.
      and exists (select from allowed)`,
);

/** Sends held emails, oldest first, as far as the quotas of their organizations allow. True if there may be more. */
export async function releaseHeldMails({ db, clock, wake }: NotificationService): Promise<boolean> {
  const day = periodStart('emails_per_day', clock.now());
  let hasMore = false;
  for (const { organization_id } of await db.rows<{ organization_id: number }>(organizations)) {
    const released = await db.run(release, [organization_id, day, BATCH]);
    if (released > 0) wake('mails');
    hasMore ||= released === BATCH;
  }
  return hasMore;
}
