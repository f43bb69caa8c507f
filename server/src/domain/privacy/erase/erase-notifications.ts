import { type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import type { DigestContent } from '../../notifications/mail/content.ts';
import type { VehiclePattern } from './vehicle-pattern.ts';

type ErasedNotifications = { matches: number; deliveries: number; attempts: number; emails: number };

const matches = statement(
  'erase.find-matches',
  'select alert_id, sighting_id, sighting from alert_matches where sighting::text ~* $1',
);
const deleteMatches = statement(
  'erase.delete-matches',
  `delete from alert_matches m using unnest($1::int[], $2::bigint[]) as k (alert_id, sighting_id)
    where m.alert_id = k.alert_id and m.sighting_id = k.sighting_id`,
);

type Match = {
  alert_id: number;
  sighting_id: number;
  sighting: { vin?: string; alpr_plate_number?: string; plate_state?: string };
};

/** Matches whose sighting was deleted earlier keep a copy of it. */
async function eraseMatches(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  const rows = (await db.rows<Match>(matches, [pattern.sql])).filter(({ sighting }) => {
    const isOther = pattern.isIn(sighting.alpr_plate_number) && !pattern.isState(sighting.plate_state ?? '');
    return !isOther && (pattern.isIn(sighting) || pattern.isVin(sighting.vin ?? ''));
  });
  if (!isDryRun) await db.run(deleteMatches, columnsOf(rows, 'alert_id', 'sighting_id'));
  return rows.length;
}

/** `escape` prints the bytes of ASCII text as they are, and never fails. */
const deliveries = statement(
  'erase.find-deliveries',
  `select d.id, d.alert_name, q.failure, d.body
     from webhook_deliveries d left join delivery_queue q on q.delivery_id = d.id
    where encode(d.body, 'escape') ~* $1 or d.alert_name ~* $1 or q.failure ~* $1`,
);
const deleteDelivery = statement('erase.delete-delivery', 'delete from webhook_deliveries where id = $1');
const rewriteDelivery = statement(
  'erase.rewrite-delivery',
  `with queued as (update delivery_queue set failure = null where delivery_id = $1)
   update webhook_deliveries set body = $2, total_matches = $3 where id = $1`,
);
type Delivery = { id: string; alert_name: string; failure: string | null; body: Buffer };
type Payload = { total_matches: number; matches: unknown[] };

/**
 * A delivery keeps its other matches, so that a receiver still gets them. One that has no other match, or that names the
 * vehicle elsewhere, is deleted.
 */
async function eraseDeliveries(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  let count = 0;
  for (const { id, alert_name, failure, body } of await db.rows<Delivery>(deliveries, [pattern.sql])) {
    const payload = JSON.parse(body.toString()) as Payload;
    if (![payload, alert_name, failure].some(pattern.isIn)) continue;
    count++;
    if (isDryRun) continue;
    const kept = payload.matches.filter((match) => !pattern.isIn(match));
    const rest = { ...payload, total_matches: kept.length, matches: kept };
    if (kept.length === 0 || pattern.isIn(rest) || pattern.isIn(alert_name))
      await db.run(deleteDelivery, [id]);
    else await db.run(rewriteDelivery, [id, Buffer.from(JSON.stringify(rest)), kept.length]);
  }
  return count;
}

const attempts = statement(
  'erase.find-attempts',
  `select count(*) as count from webhook_attempts where encode(answer, 'escape') ~* $1 or error ~* $1`,
);
const clearAttempts = statement(
  'erase.clear-attempts',
  `update webhook_attempts set answer = '', error = case when error is null then null else 'Erased.' end
    where encode(answer, 'escape') ~* $1 or error ~* $1`,
);

/** Receivers may return what they were sent. */
async function eraseAttempts(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  if (!isDryRun) return db.run(clearAttempts, [pattern.sql]);
  return (await db.row<{ count: number }>(attempts, [pattern.sql]))?.count ?? 0;
}

const responses = statement(
  'erase.delete-responses',
  'delete from idempotency_keys where response::text ~* $1',
);
const clearTests = statement(
  'erase.clear-tests',
  `update webhook_tests set answer = '', error = case when error is null then null else 'Erased.' end
    where encode(answer, 'escape') ~* $1 or error ~* $1`,
);

/** Copies of responses that are kept for a day, and what receivers answered to test events. */
async function eraseCopies(db: Db, pattern: VehiclePattern): Promise<void> {
  await db.run(responses, [pattern.sql]);
  await db.run(clearTests, [pattern.sql]);
}

const mails = statement(
  'erase.find-mails',
  'select id, kind, subject, failure, content from mails where content::text ~* $1 or subject ~* $1 or failure ~* $1',
);
const deleteMail = statement('erase.delete-mail', 'delete from mails where id = $1');
const rewriteMail = statement(
  'erase.rewrite-mail',
  `update mails set content = $2, failure = null where id = $1`,
);
type Mail = { id: string; subject: string; failure: string | null; content: Partial<DigestContent> };

/** As for deliveries. The rendered files are separate (`Mailer.erase`). */
async function eraseMails(db: Db, pattern: VehiclePattern, isDryRun: boolean): Promise<number> {
  let count = 0;
  for (const { id, subject, failure, content } of await db.rows<Mail>(mails, [pattern.sql])) {
    if (![content, subject, failure].some(pattern.isIn)) continue;
    count++;
    if (isDryRun) continue;
    const kept = (content.matches ?? []).filter((match) => !pattern.isIn(match));
    const gone = (content.matches?.length ?? 0) - kept.length;
    const rest = { ...content, matches: kept, total_matches: (content.total_matches ?? 0) - gone };
    if (kept.length === 0 || pattern.isIn(rest) || pattern.isIn(subject)) await db.run(deleteMail, [id]);
    else await db.run(rewriteMail, [id, JSON.stringify(rest)]);
  }
  return count;
}

/** Matches first: what fires afterward no longer contains the vehicle. */
export async function eraseNotifications(
  db: Db,
  pattern: VehiclePattern,
  isDryRun: boolean,
): Promise<ErasedNotifications> {
  if (!isDryRun) await eraseCopies(db, pattern);
  return {
    matches: await eraseMatches(db, pattern, isDryRun),
    deliveries: await eraseDeliveries(db, pattern, isDryRun),
    attempts: await eraseAttempts(db, pattern, isDryRun),
    emails: await eraseMails(db, pattern, isDryRun),
  };
}
