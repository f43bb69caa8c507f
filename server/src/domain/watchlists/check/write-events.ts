import type { WatchChange } from '../../../contract/brokers/watchlist.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { findLegalNames } from '../../federal/legal-names.ts';
import { recordEvent } from '../../notifications/record-event.ts';
import { summaryOf } from '../summary.ts';
import type { WatchlistService } from '../watchlist-service.ts';
import type { Compared, NewEvent } from './compare-carriers.ts';

const storeFacts = statement(
  'watchlists.store-facts',
  `update watched_carriers w set facts = n.facts, checked_on = $3::date, attempts = 0, interruptions = 0
     from unnest($1::bigint[], $2::jsonb[]) as n (id, facts) where w.id = n.id`,
);
const insertEvents = statement(
  'watchlists.insert-events',
  `insert into watch_events (id, organization_id, usdot_number, kind, watchlist_ids, is_licensed, before, after, found_at)
   select id, organization_id, usdot_number, kind,
     array(select jsonb_array_elements_text(watchlist_ids))::uuid[], is_licensed, before, after, $9
   from unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[], $5::jsonb[], $6::boolean[], $7::jsonb[], $8::jsonb[])
     with ordinality as n (id, organization_id, usdot_number, kind, watchlist_ids, is_licensed, before, after, nth)
   order by nth`,
);
const markSilent = statement(
  'watchlists.mark-silent',
  `update watchlist_carriers c set silent_since = n.silent_since
     from unnest($1::uuid[], $2::integer[], $3::date[]) as n (watchlist_id, usdot_number, silent_since)
    where c.watchlist_id = n.watchlist_id and c.usdot_number = n.usdot_number`,
);

/** After the first event a digest gathers the events of this time. */
const GATHERED = `interval '1 hour'`;
const queueDigests = statement(
  'watchlists.queue-digests',
  `with queued as (
     insert into watch_digests (watchlist_id, event_id) select * from unnest($1::uuid[], $2::uuid[]) returning watchlist_id
   )
   update watchlists set digest_due_at = $3::timestamptz + ${GATHERED}
    where id in (select watchlist_id from queued) and digest_due_at is null`,
);

async function insert(db: Db, events: NewEvent[], now: Date): Promise<void> {
  const json = (values: unknown[]) => values.map((value) => JSON.stringify(value));
  await db.run(insertEvents, [
    ...columnsOf(events, 'id', 'organization_id', 'usdot_number', 'kind'),
    json(events.map(({ lists }) => lists.map(({ watchlist_id }) => watchlist_id))),
    ...columnsOf(events, 'is_licensed'),
    json(events.map(({ before }) => before)),
    json(events.map(({ after }) => after)),
    now,
  ]);
  const mailed = events.flatMap(({ id, lists }) =>
    lists.filter(({ has_emails }) => has_emails).map(({ watchlist_id }) => ({ id, watchlist_id })),
  );
  if (mailed.length > 0) await db.run(queueDigests, [...columnsOf(mailed, 'watchlist_id', 'id'), now]);
}

/**
 * Stores the facts, the events and their notifications. Call this in the transaction that finishes the claims: an event exists
 * exactly if the facts after it are stored.
 */
export async function writeCompared(
  { notifications, clock }: WatchlistService,
  tx: Transaction,
  { facts, events, silences }: Compared,
  today: string,
): Promise<void> {
  const now = clock.now();
  await tx.run(storeFacts, [facts.map(({ id }) => id), facts.map((one) => JSON.stringify(one.facts)), today]);
  if (silences.length > 0)
    await tx.run(markSilent, columnsOf(silences, 'watchlist_id', 'usdot_number', 'silent_since'));
  if (events.length === 0) return;
  await insert(tx, events, now);
  const names = await findLegalNames(
    tx,
    events.map(({ usdot_number }) => usdot_number),
  );
  for (const [organizationId, own] of Map.groupBy(events, ({ organization_id }) => organization_id)) {
    const changes: WatchChange[] = own.map(({ id, kind, usdot_number, before, after, lists }) => ({
      ...{ id, kind, usdot_number: String(usdot_number), legal_name: names.get(usdot_number) ?? '' },
      ...{ summary: summaryOf(kind, before, after), before, after },
      watchlists: lists.map(({ watchlist_id, name }) => ({ id: watchlist_id, name })),
      found_at: now.toISOString(),
    }));
    const lists = new Set(own.flatMap(({ lists }) => lists.map(({ name }) => name)));
    await recordEvent(notifications, tx, {
      ...{ event: 'watchlist.changes_found', organizationId, at: now },
      ...{ name: [...lists].join(', '), key: 'changes', items: changes },
    });
  }
}
