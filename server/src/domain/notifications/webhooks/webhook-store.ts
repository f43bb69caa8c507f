import type { WebhookEvent } from '../../../contract/webhook.ts';
import { type Db, readRow, statement } from '../../../db/database.ts';
import { type WebhookRow, webhookNotFound } from './webhook.ts';

const WEBHOOK = `id, webhook_url, description, enabled, created_at, disabled_reason, failing_since`;

const insert = statement(
  'webhooks.insert',
  `insert into webhooks (id, organization_id, webhook_url, url_hash, description, secret)
   values ($1, admit_row($2, 'webhooks'), $3, $4, $5, $6) returning ${WEBHOOK}`,
);
type NewRow = {
  id: string;
  organizationId: number;
  url: string;
  urlHash: Buffer;
  description: string | null;
  secret: Buffer;
};
export function insertWebhook(db: Db, w: NewRow): Promise<WebhookRow> {
  const values = [w.id, w.organizationId, w.url, w.urlHash, w.description, w.secret];
  return readRow<WebhookRow>(db, insert, values);
}

const lock = statement(
  'webhooks.lock',
  `select ${WEBHOOK}, secret from webhooks where id = $1 and organization_id = $2 for update`,
);
export function lockWebhook(db: Db, organizationId: number, id: string) {
  return db.row<WebhookRow & { secret: Buffer }>(lock, [id, organizationId]);
}

// A null parameter keeps the column's value; only the description can be set to null.
const update = statement(
  'webhooks.update',
  `update webhooks set
     webhook_url = coalesce($2, webhook_url), url_hash = coalesce($3, url_hash),
     description = case when $4 then $5 else description end,
     enabled = coalesce($6, enabled),
     disabled_reason = case when $6 is null then disabled_reason end,
     failing_since = case when $6 then null else failing_since end,
     previous_secret = case when $7::bytea is null then previous_secret else secret end,
     previous_secret_until = case when $7::bytea is null then previous_secret_until else $8 end,
     secret = coalesce($7, secret)
   where id = $1 returning ${WEBHOOK}`,
);
type Changes = {
  url: string | null;
  urlHash: Buffer | null;
  /** Undefined keeps the current value. */
  description: string | null | undefined;
  enabled: boolean | null;
  secret: Buffer | null;
  previousSecretUntil: Date;
};
export function updateWebhook(db: Db, id: string, c: Changes): Promise<WebhookRow | null> {
  const values = [c.url, c.urlHash, c.description !== undefined, c.description ?? null, c.enabled, c.secret];
  return db.row<WebhookRow>(update, [id, ...values, c.previousSecretUntil]);
}

const list = statement(
  'webhooks.list',
  `select ${WEBHOOK} from webhooks where organization_id = $1 order by created_at desc, id`,
);
export function listWebhooks(db: Db, organizationId: number): Promise<WebhookRow[]> {
  return db.rows<WebhookRow>(list, [organizationId]);
}

const find = statement(
  'webhooks.find',
  `select ${WEBHOOK} from webhooks where id = $1 and organization_id = $2`,
);
export function findWebhook(db: Db, organizationId: number, id: string): Promise<WebhookRow | null> {
  return db.row<WebhookRow>(find, [id, organizationId]);
}

const remove = statement(
  'webhooks.delete',
  `delete from webhooks where id = $1 and organization_id = $2 returning ${WEBHOOK}`,
);
export function removeWebhook(db: Db, organizationId: number, id: string): Promise<WebhookRow | null> {
  return db.row<WebhookRow>(remove, [id, organizationId]);
}

/** The columns that delivery needs. */
export type Target = {
  id: string;
  /** Unique per webhook, so that deliveries are claimed fairly between webhooks. */
  fairness_key: number;
  organization_id: number;
  webhook_url: string;
  enabled: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  failing_since: Date | null;
};
const TARGET = `id, fairness_key, organization_id, webhook_url, enabled, secret, previous_secret,
  previous_secret_until, failing_since`;

const targets = statement(
  'webhooks.targets',
  `select ${TARGET} from webhooks where fairness_key = any($1::int[])`,
);
export function findTargets(db: Db, fairnessKeys: number[]): Promise<Target[]> {
  return db.rows<Target>(targets, [fairnessKeys]);
}

const target = statement(
  'webhooks.target',
  `select ${TARGET} from webhooks where organization_id = $1 and id = $2`,
);
export async function findTarget(db: Db, organizationId: number, id: string): Promise<Target> {
  const found = await db.row<Target>(target, [organizationId, id]);
  if (found === null) throw webhookNotFound();
  return found;
}

const enabledOf = statement(
  'webhooks.enabled',
  `select ${TARGET} from webhooks
    where organization_id = $1 and enabled and $2 = any(events) order by created_at, id`,
);
/** The webhooks that receive an event. */
export function enabledTargets(db: Db, organizationId: number, event: WebhookEvent): Promise<Target[]> {
  return db.rows<Target>(enabledOf, [organizationId, event]);
}

const eventsOf = statement(
  'webhooks.events',
  'select events from webhooks where id = $1 and organization_id = $2',
);
export async function findEvents(db: Db, organizationId: number, id: string): Promise<WebhookEvent[]> {
  const found = await db.row<{ events: WebhookEvent[] }>(eventsOf, [id, organizationId]);
  if (found === null) throw webhookNotFound();
  return found.events;
}

const setEvents = statement(
  'webhooks.set-events',
  'update webhooks set events = $3 where id = $1 and organization_id = $2 returning events',
);
export async function updateEvents(
  db: Db,
  organizationId: number,
  id: string,
  events: WebhookEvent[],
): Promise<WebhookEvent[]> {
  const found = await db.row<{ events: WebhookEvent[] }>(setEvents, [id, organizationId, events]);
  if (found === null) throw webhookNotFound();
  return found.events;
}
