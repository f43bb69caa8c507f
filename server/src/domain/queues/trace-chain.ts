import { type Db, statement } from '../../db/database.ts';
import { bucketOfImage } from '../../lib/camera-bucket.ts';

export type TracedImage = {
  image_id: string;
  organization_id: number;
  source: string;
  received_at: Date;
  state: 'stored' | 'recognized' | 'failed';
  recognized_at: Date | null;
  sighting_id: number | null;
  /** Null when the image does not wait in the queue. */
  attempts: number | null;
  reason: string | null;
  correlation_id: string | null;
};
export type TracedSighting = { sighting_id: number; time_captured: Date; is_waiting_for_alerts: boolean };
export type TracedMatch = {
  match_id: number;
  sighting_id: number;
  alert_id: number;
  organization_id: number;
  matched_at: Date;
  fired_at: Date | null;
  firing_id: string | null;
};
type Attempt = { started_at: string; duration_ms: number; status: number | null; error: string | null };
export type TracedDelivery = {
  delivery_id: string;
  firing_id: string;
  webhook_id: string;
  state: 'delivered' | 'waiting' | 'held' | 'failed';
  created_at: Date;
  next_attempt_at: Date | null;
  reason: string | null;
  attempts: Attempt[];
};
export type TracedEmail = {
  email_id: string;
  firing_id: string;
  kind: string;
  state: 'sent' | 'kept' | 'waiting' | 'held' | 'failed';
  attempts: number;
  at: Date | null;
  reason: string | null;
};

/** What became of an image, or what led to a delivery or an email, in the order of the work. */
export type Chain = {
  images: TracedImage[];
  sightings: TracedSighting[];
  matches: TracedMatch[];
  deliveries: TracedDelivery[];
  emails: TracedEmail[];
};

/** Rows of a kind. A firing may have thousands of matches. */
const MOST = 100;

/** The sightings of an image, or those whose matches a delivery or an email reports. */
const origin = statement(
  'trace.origin',
  `with fired as (
     select firing_id, alert_id from webhook_deliveries where id = $1
     union all select firing_id, alert_id from mails where id = $1 and firing_id is not null)
   select array(select m.sighting_id from fired f join alert_matches m on m.alert_id = f.alert_id and m.firing_id = f.firing_id
                 order by m.match_id limit ${MOST}) as sightings,
          (select firing_id from fired limit 1) as firing_id,
          exists (select from fired) or exists (select from mails where id = $1) as is_known`,
);
const sightingOf = statement(
  'trace.sighting-of-image',
  'select sighting_id from images where id = $1 and bucket = $2',
);
const images = statement(
  'trace.images',
  `select i.id as image_id, i.organization_id, i.source, i.received_at, i.recognized_at, i.sighting_id, q.attempts,
          q.failure as reason, q.correlation_id,
          case when q.died_at is not null then 'failed' when i.recognized_at is null then 'stored' else 'recognized' end as state
     from images i left join image_queue q on q.image_id = i.id and q.bucket = i.bucket
    where i.id = $1 or i.sighting_id = any($2::bigint[]) order by i.received_at, i.id limit ${MOST}`,
);
const sightings = statement(
  'trace.sightings',
  `select s.id as sighting_id, s.time_captured,
          exists (select 1 from unmatched_sightings u where u.id = s.id and u.bucket = s.bucket and not u.is_matched) as is_waiting_for_alerts
     from sightings s where s.id = any($1::bigint[]) order by s.id limit ${MOST}`,
);
/** $2: only the matches of this firing, or all. */
const matches = statement(
  'trace.matches',
  `select match_id, sighting_id, alert_id, organization_id, matched_at, fired_at, firing_id
     from alert_matches where sighting_id = any($1::bigint[]) and ($2::uuid is null or firing_id = $2)
    order by match_id limit ${MOST}`,
);
const deliveries = statement(
  'trace.deliveries',
  `select d.id as delivery_id, d.firing_id, d.webhook_id, d.created_at, q.failure as reason,
          case when isfinite(q.due_at) then q.due_at end as next_attempt_at,
          case when q.delivery_id is null then 'delivered' when q.died_at is not null then 'failed'
               when q.due_at = 'infinity' then 'held' else 'waiting' end as state,
          coalesce((select json_agg(json_build_object('started_at', a.started_at, 'duration_ms', a.duration_ms,
                      'status', a.status, 'error', a.error) order by a.started_at)
                      from webhook_attempts a where a.delivery_id = d.id), '[]') as attempts
     from webhook_deliveries d left join delivery_queue q on q.delivery_id = d.id
    where d.firing_id = any($1::uuid[]) order by d.created_at, d.id limit ${MOST}`,
);
const emails = statement(
  'trace.emails',
  `select id as email_id, firing_id, kind, attempts, failure as reason, coalesce(sent_at, kept_at, died_at) as at,
          case when sent_at is not null then 'sent' when kept_at is not null then 'kept' when died_at is not null then 'failed'
               when held_for is not null then 'held' else 'waiting' end as state
     from mails where firing_id = any($1::uuid[]) order by created_at, id limit ${MOST}`,
);

/** `id` is that of an image, a delivery or an email; null if there is none. At most 100 rows of a kind. */
export async function traceChain(db: Db, id: string): Promise<Chain | null> {
  type Origin = { sightings: number[]; firing_id: string | null; is_known: boolean };
  const from = await db.row<Origin>(origin, [id]);
  const image = await db.row<{ sighting_id: number | null }>(sightingOf, [id, bucketOfImage(id)]);
  if (!from || !(from.is_known || image)) return null;
  const ids = [
    ...new Set([...(image?.sighting_id ? [image.sighting_id] : []), ...from.sightings.map(Number)]),
  ];
  const matched = await db.rows<TracedMatch>(matches, [ids, from.firing_id]);
  const fired = matched.flatMap(({ firing_id }) => firing_id ?? []);
  const firings = [...new Set([...(from.firing_id ? [from.firing_id] : []), ...fired])];
  return {
    images: await db.rows(images, [id, ids]),
    sightings: await db.rows(sightings, [ids]),
    matches: matched,
    deliveries: await db.rows(deliveries, [firings]),
    emails: await db.rows(emails, [firings]),
  };
}
