import { randomUUID } from 'node:crypto';
import { mailQueue } from '../../server/src/domain/notifications/mail/mail-queue.ts';
import { MailSender } from '../../server/src/domain/notifications/mail/mail-sender.ts';
import type { NotificationService } from '../../server/src/domain/notifications/notification-service.ts';
import { recordFirings } from '../../server/src/domain/notifications/record-firing.ts';
import { firing, sighting } from '../../server/test/support/notifications/firings.ts';
import { absolute, type Bench, median } from './support/bench.ts';
import { startChild } from './support/child.ts';
import { benchNotifications } from './support/service.ts';

const MATCHES = 5;

export const bench: Bench = {
  about: `email digests of ${MATCHES} sightings with a map, from queued rows to an SMTP server in its own process: composed, sent over pooled connections, and their results stored`,
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    const server = await startChild<number>(cleanup, 'smtp-sink.ts');
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${server.ready}` };
    const { service, organizationId } = await benchNotifications(cleanup, smtp);
    const count = quick ? 400 : 2_000;
    await deliver(service, organizationId, 50);
    await server.ask<number>();
    const rates: number[] = [];
    for (let round = 0; round < (quick ? 3 : 7); round++) {
      rates.push(await deliver(service, organizationId, count));
      const received = await server.ask<number>();
      if (received !== count) throw new Error(`Received ${received} of ${count} emails`);
    }
    return [absolute('emails to a local server', median(rates), 'emails/s', 150, 'higher')];
  },
};

/** Emails per second. Queuing them is not measured. */
async function deliver(service: NotificationService, organizationId: number, count: number): Promise<number> {
  const notify = recordFirings(service);
  await service.db.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const sightings = Array.from({ length: MATCHES }, () =>
        sighting({ latitude: 30 + Math.random() * 15 }),
      );
      const alert = { notification_channels: ['email' as const], email: `${randomUUID()}@customer.example` };
      await notify(tx, firing(organizationId, alert, sightings));
    }
  });
  const queue = mailQueue();
  const startedAt = performance.now();
  const sender = new MailSender(service, queue);
  while (await sender.run(new AbortController().signal));
  return (count / (performance.now() - startedAt)) * 1_000;
}
