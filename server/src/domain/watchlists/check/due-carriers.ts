import { WorkQueue } from '../../../db/claim.ts';
import { type Database, retryOnDeadlock, statement } from '../../../db/database.ts';
import { queues } from '../../../lib/queues.ts';
import type { StoredFacts } from '../facts/kinds.ts';

export type WatchedRow = { key: number; usdot_number: number; facts: StoredFacts };
export const watchedQueue = () => new WorkQueue<WatchedRow>(queues.watched_carriers);

const NEWS_AT_ONCE = 5_000;
/** The sightings of this time are compared together. */
const GATHERED = `interval '15 seconds'`;

const take = statement(
  'watchlists.take-news',
  `delete from carrier_news where id = any(array(
     select id from carrier_news order by id limit ${NEWS_AT_ONCE} for update skip locked))
   returning usdot_number, is_sighting`,
);
/** A worker that holds a claim has older facts, so its claim is reset. The order of the locks prevents deadlocks. */
const makeDue = statement(
  'watchlists.make-due',
  `update watched_carriers w set lease_id = null, attempts = 0, failure = null, died_at = null, delayed_since = null,
     due_at = case when not n.is_sighting then now()
       when w.lease_id is null and w.died_at is null and w.due_at < now() + ${GATHERED} then w.due_at
       else now() + ${GATHERED} end
   from (select w.id, n.is_sighting from watched_carriers w
           join unnest($1::integer[], $2::boolean[]) as n (usdot_number, is_sighting) using (usdot_number)
          order by w.id for update of w) n
   where w.id = n.id`,
);

/** Makes the carriers due that imports, score runs and sightings noted. True if there may be more. */
export async function takeNews(database: Database): Promise<boolean> {
  const taken = await retryOnDeadlock(() =>
    database.transaction(async (tx) => {
      const news = await tx.rows<{ usdot_number: number; is_sighting: boolean }>(take);
      const carriers = new Map<number, boolean>();
      for (const { usdot_number, is_sighting } of news)
        carriers.set(usdot_number, (carriers.get(usdot_number) ?? true) && is_sighting);
      if (carriers.size > 0) await tx.run(makeDue, [[...carriers.keys()], [...carriers.values()]]);
      return news.length;
    }),
  );
  return taken === NEWS_AT_ONCE;
}

const DAILY_AT_ONCE = 1_000;
const daily = statement(
  'watchlists.make-daily-due',
  `update watched_carriers set due_at = now() where id = any(array(
     select id from watched_carriers
      where due_at is null and died_at is null and (checked_on is null or checked_on < $1::date)
      order by checked_on limit ${DAILY_AT_ONCE} for update skip locked))`,
);

/** What changes with the day alone: an announced end, a silence, a signal. Returns how many carriers are due. */
export function makeDailyDue(database: Database, today: string): Promise<number> {
  return database.run(daily, [today]);
}

const waiting = statement(
  'watchlists.is-waiting',
  'select 1 as found from watched_carriers where due_at is not null and due_at <= now() limit 1',
);

/** Whether carriers wait to be compared. */
export const isWaiting = async (database: Database): Promise<boolean> =>
  (await database.row(waiting)) !== null;
