import { periodStart } from '../../../contract/admin/quota-rules.ts';
import { type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { AppError } from '../../../lib/errors.ts';
import { LATER_PERIOD, USED_BEFORE } from '../../quotas/quota-store.ts';
import type { MailContent } from './content.ts';

type NewMail = MailContent & {
  id: string;
  organizationId: number;
  firingId: string | null;
  alertId: number | null;
  address: string;
  subject: string;
  traceparent?: string | null | undefined;
};

/** SQL: grants as much of the proposed amount as the quota of an organization has left. `u` is its counter. */
const GRANTED = `greatest(0, least(excluded.granted, quota_limit(u.organization_id, u.name) - ${USED_BEFORE}))`;
export const GRANT = `on conflict (organization_id, name) do update set
       used = ${USED_BEFORE} + ${GRANTED}, granted = ${GRANTED}, period_start = ${LATER_PERIOD}`;

/** SQL: an email that the organization asked for, which counts. */
const IS_ALERT = (mail: string) => `${mail}.kind in ('digest', 'watchlist')`;

/**
 * Skips suppressed addresses and those that unsubscribed from the alert. Holds emails to addresses that have to confirm
 * first, and emails above the quota of the day. Only emails of alerts and watchlists count.
 */
const insert = statement(
  'mails.insert',
  `with candidates as materialized (
     select m.*, $9 and ${IS_ALERT('m')}
         and not exists (select from users x
                          where x.organization_id = m.organization_id and lower(x.email) = lower(m.address))
         and not exists (select from recipient_confirmations c
                          where c.organization_id = m.organization_id and c.address = lower(m.address)
                            and c.confirmed_at is not null) as is_unconfirmed
       from unnest($1::uuid[], $2::int[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
         $11::text[])
         as m(id, organization_id, firing_id, alert_id, address, kind, subject, content, traceparent)
      where not exists (select from suppressed_addresses s where s.address = lower(m.address))
        and not exists (select from mail_opt_outs o where o.alert_id = m.alert_id and o.address = lower(m.address))
        and not exists (select from mails k where k.id = m.id)
   ),
   allowed as (
     insert into quota_usage as u (organization_id, name, period_start, used, granted)
     select w.organization_id, 'emails_per_day', $10, w.allowed, w.allowed
       from (select organization_id, least(count(*), quota_limit(organization_id, 'emails_per_day')) as allowed
               from candidates c where ${IS_ALERT('c')} and not is_unconfirmed
              group by organization_id order by organization_id) w
     ${GRANT}
     returning organization_id, granted
   ),
   decided as (
     select c.*, case
         when c.is_unconfirmed then 'confirmation'
         when ${IS_ALERT('c')} and row_number() over (
                partition by c.organization_id, c.kind, c.is_unconfirmed order by c.id) > a.granted then 'quota'
       end as held_for
       from candidates c left join allowed a on a.organization_id = c.organization_id
   )
   insert into mails (id, organization_id, firing_id, alert_id, address, kind, subject, content, traceparent, held_for, due_at)
   select id, organization_id, firing_id, alert_id, address, kind, subject, content, traceparent, held_for,
          case when held_for is null then now() else 'infinity' end
     from decided
   on conflict (id) do nothing`,
);

export type MailPolicy = { confirmRecipients: boolean; now: Date };

export function insertMails(
  db: Db,
  mails: NewMail[],
  { confirmRecipients, now }: MailPolicy,
): Promise<number> {
  return db.run(insert, [
    ...columnsOf(mails, 'id', 'organizationId', 'firingId', 'alertId', 'address', 'kind', 'subject'),
    mails.map((mail) => JSON.stringify(mail.content)),
    confirmRecipients,
    periodStart('emails_per_day', now),
    ...columnsOf(mails, 'traceparent'),
  ]);
}

const sent = statement('mails.sent', `update mails set sent_at = now() where id = any($1::uuid[])`);
const kept = statement('mails.kept', `update mails set kept_at = now() where id = any($1::uuid[])`);
export async function markDone(db: Db, ids: { sent: string[]; kept: string[] }): Promise<void> {
  if (ids.sent.length > 0) await db.run(sent, [ids.sent]);
  if (ids.kept.length > 0) await db.run(kept, [ids.kept]);
}

const suppress = statement(
  'mails.suppress',
  `insert into suppressed_addresses (address, reason)
   select distinct on (1) lower(a), r from unnest($1::text[], $2::text[]) as x(a, r) order by 1
   on conflict (address) do update set reason = excluded.reason, suppressed_at = now()`,
);
export function suppressAddresses(db: Db, refused: { address: string; reason: string }[]): Promise<number> {
  return db.run(suppress, columnsOf(refused, 'address', 'reason'));
}

type SuppressedAddress = { address: string; reason: string; suppressed_at: Date };

const suppressed = statement(
  'mails.suppressed',
  `select address, reason, suppressed_at from suppressed_addresses order by suppressed_at desc, address`,
);
export function listSuppressed(db: Db): Promise<SuppressedAddress[]> {
  return db.rows<SuppressedAddress>(suppressed);
}

const unsuppress = statement(
  'mails.unsuppress',
  `delete from suppressed_addresses where address = lower($1)`,
);
/** Emails to this address are queued again from now on. Skipped ones are not sent later. */
export async function liftSuppression(db: Db, address: string): Promise<void> {
  if ((await db.run(unsuppress, [address])) === 0) {
    throw new AppError('not_found', `The address ${address} is not suppressed.`);
  }
}

const forget = statement(
  'mails.forget',
  `delete from mails where id in (
     select id from mails
      where created_at < now() - $1 * interval '1 day' and (due_at is null or held_for is not null)
      order by created_at limit $2)`,
);
export function deleteOldMails(db: Db, days: number, limit: number): Promise<number> {
  return db.run(forget, [days, limit]);
}
