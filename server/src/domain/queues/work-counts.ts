import { type Db, statement } from '../../db/database.ts';
import { OUTCOMES, type Outcome, QUEUE_NAMES, type QueueName } from '../../lib/queues.ts';

const MINUTE_MS = 60_000;
const KEPT = `interval '1 day'`;

const add = statement(
  'queues.add-counts',
  `insert into queue_counts as c (minute, queue, outcome, items)
   select $1, * from unnest($2::text[], $3::text[], $4::bigint[]) order by 2, 3
   on conflict (minute, queue, outcome) do update set items = c.items + excluded.items`,
);
const forget = statement(
  'queues.delete-counts',
  `delete from queue_counts where minute < $1::timestamptz - ${KEPT}`,
);
const recent = statement(
  'queues.recent-counts',
  `select queue, outcome, sum(items)::bigint as last_hour,
          coalesce(sum(items) filter (where minute >= $1::timestamptz - interval '5 minutes'), 0)::bigint as last_minutes
     from queue_counts where minute >= $1::timestamptz - interval '1 hour' and minute < $1::timestamptz
    group by queue, outcome`,
);

/** The attempts of this process that are not stored yet. A process that is killed loses those of the last seconds. */
export class WorkCounts {
  #items = new Map<string, number>();

  add(queue: QueueName, outcome: Outcome, items: number): void {
    const key = `${queue} ${outcome}`;
    this.#items.set(key, (this.#items.get(key) ?? 0) + items);
  }

  /** Adds the counts to those of the other processes. */
  async store(db: Db, now: Date): Promise<void> {
    const taken = [...this.#items];
    if (taken.length === 0) return;
    this.#items = new Map();
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
    const keys = taken.map(([key]) => key.split(' ') as [QueueName, Outcome]);
    const columns = [keys.map(([queue]) => queue), keys.map(([, outcome]) => outcome)];
    try {
      await db.run(add, [minute, ...columns, taken.map(([, items]) => items)]);
    } catch (error) {
      for (const [index, [, items]] of taken.entries())
        this.add(...(keys[index] as [QueueName, Outcome]), items);
      throw error;
    }
    await db.run(forget, [now]);
  }
}

/** Of the last hour; `perMinute` is the rate of finished items over the last five full minutes. */
type RecentWork = Record<Outcome, number> & { perMinute: number };

const MINUTES = 5;

export async function recentWork(db: Db, now: Date): Promise<Record<QueueName, RecentWork>> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  type Row = { queue: QueueName; outcome: Outcome; last_hour: number; last_minutes: number };
  const rows = await db.rows<Row>(recent, [minute]);
  const of = (queue: QueueName, outcome: Outcome) =>
    rows.find((row) => row.queue === queue && row.outcome === outcome);
  const work = QUEUE_NAMES.map((queue): [QueueName, RecentWork] => {
    const counts = OUTCOMES.map((outcome) => [outcome, of(queue, outcome)?.last_hour ?? 0]);
    const perMinute = (of(queue, 'done')?.last_minutes ?? 0) / MINUTES;
    return [queue, { ...(Object.fromEntries(counts) as Record<Outcome, number>), perMinute }];
  });
  return Object.fromEntries(work) as Record<QueueName, RecentWork>;
}
