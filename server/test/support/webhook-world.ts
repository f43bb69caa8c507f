import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Database } from '../../src/db/database.ts';
import { WebhookSender } from '../../src/domain/notifications/deliveries/webhook-sender.ts';
import type { Firing } from '../../src/domain/notifications/firing.ts';
import { recordFirings } from '../../src/domain/notifications/record-firing.ts';
import { createWebhook } from '../../src/domain/notifications/webhooks/create-webhook.ts';
import type { TestApi } from './api.ts';
import { closing } from './closing.ts';
import { silent } from './cluster.ts';

export const SECRET = 'a secret of a customer';

/** What the receiver saw of one request. */
export type Seen = {
  path: string;
  headers: [name: string, value: string][];
  body: string;
  /** Which of its checks held, over the raw bytes. */
  verified: { compatible: boolean; standard: boolean };
};

export type Receiver = {
  origin: string;
  /** All that came since the last call. */
  seen(): Promise<Seen[]>;
  stop(): Promise<void>;
};

/** A process of its own that checks every signature as a customer would. */
export async function startReceiver(secret = SECRET, slownessMs = 0): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'receiver.ts'), [secret, String(slownessMs)]);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(Number(value))),
  );
  const stop = async () => {
    child.kill();
  };
  closing(stop);
  return {
    origin: `http://127.0.0.1:${port}`,
    seen: () =>
      new Promise((resolve) => {
        child.once('message', (value) => resolve(value as Seen[]));
        child.send('seen');
      }),
    stop,
  };
}

/** The parts that a test of deliveries needs, over a real database. */
export function webhookWorld({ services, db }: Pick<TestApi, 'services'> & { db: Database }) {
  const service = services.notifications;
  const notify = recordFirings(service);
  return {
    service,
    fire: (one: Firing) => db.transaction((tx) => notify(tx, one)),
    webhook: (organizationId: number, url: string, secret = SECRET) =>
      createWebhook(service, organizationId, { webhook_url: url, secret }),
    /** Sends whatever is due, to the end. */
    send: () => new WebhookSender(service, silent).run(new AbortController().signal),
    /** As if the pause were over. */
    async makeDue(webhookId: string) {
      await db.pool.query(
        `update webhook_deliveries set due_at = now() where webhook_id = $1 and due_at is not null`,
        [webhookId],
      );
    },
    async deliveries(webhookId: string) {
      const { rows } = await db.pool.query(
        `select id, due_at, extract(epoch from due_at - now())::float8 as wait_seconds, lease_id, failure, died_at, body,
                total_matches, attempts
           from webhook_deliveries where webhook_id = $1 order by created_at, id`,
        [webhookId],
      );
      return rows;
    },
    async attempts(webhookId: string) {
      const { rows } = await db.pool.query(
        `select a.status, a.error, a.duration_ms, a.answer from webhook_attempts a
           join webhook_deliveries d on d.id = a.delivery_id where d.webhook_id = $1 order by a.started_at`,
        [webhookId],
      );
      return rows;
    },
  };
}

/** Throws unless the payload is one that the OpenAPI document allows. */
export const assertDocumented = (() => {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'));
  const ajv = formats.default(new Ajv({ strict: false, allErrors: true }));
  const checks = new Map<string, ReturnType<typeof ajv.compile>>();
  for (const event of Object.keys(document.webhooks)) {
    const { schema } = document.webhooks[event].post.requestBody.content['application/json'];
    checks.set(event, ajv.compile(schema));
  }
  return (body: string): { event: string; total_matches: number; matches: Record<string, unknown>[] } => {
    const payload = JSON.parse(body);
    const check = checks.get(payload.event);
    if (!check?.(payload)) throw new Error(`not as documented: ${JSON.stringify(check?.errors)} ${body}`);
    return payload;
  };
})();
