import type { Database } from '../../../src/db/database.ts';
import { WebhookSender } from '../../../src/domain/notifications/deliveries/webhook-sender.ts';
import type { Firing } from '../../../src/domain/notifications/firing.ts';
import { mailQueue } from '../../../src/domain/notifications/mail/mail-queue.ts';
import { MailSender } from '../../../src/domain/notifications/mail/mail-sender.ts';
import { createWebhook } from '../../../src/domain/notifications/manage-webhooks.ts';
import { recordFirings } from '../../../src/domain/notifications/record-firing.ts';
import type { TestApi } from '../api.ts';
import { silent } from '../cluster.ts';
import { SECRET } from './start-receiver.ts';

/** Helpers for tests of deliveries. */
export function webhookWorld({ services, db }: Pick<TestApi, 'services'> & { db: Database }) {
  const service = services.notifications;
  const notify = recordFirings(service);
  return {
    service,
    fire: (one: Firing) => db.transaction((tx) => notify(tx, one)),
    webhook: (organizationId: number, url: string, secret = SECRET) =>
      createWebhook(service, organizationId, { webhook_url: url, secret }),
    /** Sends everything that is due and waits for the results. */
    send: () => new WebhookSender(service, silent).run(new AbortController().signal),
    /** Sends every email that is due. */
    async sendMails(by = service) {
      const sender = new MailSender(by, mailQueue());
      while (await sender.run(new AbortController().signal));
    },
    /** Skips the delay before the next attempt. */
    async makeDue(webhookId: string) {
      await db.pool.query(
        `update delivery_queue set due_at = now()
          where due_at is not null and delivery_id in (select id from webhook_deliveries where webhook_id = $1)`,
        [webhookId],
      );
    },
    async deliveries(webhookId: string) {
      const { rows } = await db.pool.query(
        `select d.id, q.due_at, extract(epoch from q.due_at - now())::float8 as wait_seconds,
                extract(epoch from q.due_at - (select max(started_at) from webhook_attempts
                  where delivery_id = d.id))::float8 as since_attempt_seconds, q.lease_id, q.failure, q.died_at, d.body,
                d.total_matches, q.attempts
           from webhook_deliveries d left join delivery_queue q on q.delivery_id = d.id
          where d.webhook_id = $1 order by d.created_at, d.id`,
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
