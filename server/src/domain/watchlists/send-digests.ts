import { randomUUID } from 'node:crypto';
import type { WatchFacts, WatchKind } from '../../contract/brokers/watchlist.ts';
import { readRow, statement, type Transaction } from '../../db/database.ts';
import { findLegalNames } from '../federal/legal-names.ts';
import { queueWatchlistMail } from '../notifications/mail/queue-watchlist-mail.ts';
import { summaryOf } from './summary.ts';
import type { WatchlistService } from './watchlist-service.ts';

const MOST_SHOWN = 100;

type DueList = { id: string; organization_id: number; position: number; name: string; emails: string[] };
const nextDue = statement(
  'watchlists.next-digest',
  `select id, organization_id, position, name, emails from watchlists
    where digest_due_at is not null and digest_due_at <= $1
    order by digest_due_at limit 1 for update skip locked`,
);
const taken = statement(
  'watchlists.take-digest',
  `with taken as (delete from watch_digests where watchlist_id = $1 returning event_id),
   done as (update watchlists set digest_due_at = null where id = $1)
   select count(*) as total from taken`,
);
type Shown = {
  usdot_number: number;
  kind: WatchKind;
  before: WatchFacts;
  after: WatchFacts;
  found_at: Date;
};
const shown = statement(
  'watchlists.digest-events',
  `select e.usdot_number, e.kind, e.before, e.after, e.found_at from watch_digests d join watch_events e on e.id = d.event_id
    where d.watchlist_id = $1 order by e.position desc limit ${MOST_SHOWN}`,
);

/** Queues the digest of one list that is due, in one transaction. False if none is due. */
export function sendDigest({ db, notifications, clock }: WatchlistService): Promise<boolean> {
  return db.transaction(async (tx: Transaction) => {
    const now = clock.now();
    const list = await tx.row<DueList>(nextDue, [now]);
    if (list === null) return false;
    const events = await tx.rows<Shown>(shown, [list.id]);
    const { total } = await readRow<{ total: number }>(tx, taken, [list.id]);
    if (total === 0 || list.emails.length === 0) return true;
    const names = await findLegalNames(
      tx,
      events.map(({ usdot_number }) => usdot_number),
    );
    const { confirmRecipients } = notifications.mail;
    await queueWatchlistMail(
      tx,
      {
        ...{ id: randomUUID(), organizationId: list.organization_id, emails: list.emails },
        ...{ list: list.position, name: list.name, total },
        changes: events.map(({ usdot_number, kind, before, after, found_at }) => ({
          time: found_at.toISOString(),
          usdot_number: String(usdot_number),
          legal_name: names.get(usdot_number) ?? '',
          summary: summaryOf(kind, before, after),
        })),
      },
      { confirmRecipients, now },
    );
    notifications.wake('mails');
    return true;
  });
}
