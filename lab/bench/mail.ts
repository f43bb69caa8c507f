import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServices } from '../../server/src/app.ts';
import { readEnv } from '../../server/src/config/env.ts';
import { decideSettings } from '../../server/src/config/settings.ts';
import { createOrganization } from '../../server/src/domain/identity/organizations.ts';
import { deliverMails } from '../../server/src/domain/notifications/mail/deliver-mails.ts';
import { mailQueue } from '../../server/src/domain/notifications/mail/queue.ts';
import type { NotificationService } from '../../server/src/domain/notifications/notification-service.ts';
import { recordFirings } from '../../server/src/domain/notifications/record-firing.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { firing, sighting } from '../../server/test/support/notifications/firings.ts';
import { type Bench, median } from './support/bench.ts';
import { benchDatabase } from './support/bench-database.ts';

const MATCHES = 5;

export const bench: Bench = {
  about: `digests of ${MATCHES} sightings with their map, from waiting rows to a mail server in a process of its own: written, composed, sent over kept connections, and their outcome durable`,
  async run({ quick }) {
    const stops: (() => unknown)[] = [];
    try {
      const rate = await measure(quick ? 3 : 7, quick ? 400 : 2_000, stops);
      const figures = { ours: rate, peer: null, measuredIn: 'mails/s', value: rate };
      return [{ name: 'mails to a local server', ...figures, goal: 400, unit: 'mails/s', better: 'higher' }];
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  },
};

async function measure(rounds: number, count: number, stops: (() => unknown)[]): Promise<number> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'support/smtp-sink.ts'));
  stops.push(() => child.kill());
  const answer = () =>
    new Promise<number>((resolve) => child.once('message', (value) => resolve(Number(value))));
  const port = await answer();
  const taken = () => {
    const told = answer();
    child.send('tell');
    return told;
  };
  const service = await serviceWith(`smtp://127.0.0.1:${port}`, stops);
  const { organization_id } = await createOrganization(service.db, { name: 'Bench', kind: 'broker' });
  await deliver(service, organization_id, 50);
  await taken();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    rates.push(await deliver(service, organization_id, count));
    const came = await taken();
    if (came !== count) throw new Error(`${came} of ${count} came`);
  }
  return median(rates);
}

/** What waits is there before the clock runs. */
async function deliver(service: NotificationService, organizationId: number, count: number): Promise<number> {
  const notify = recordFirings(service);
  await service.db.transaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const seen = Array.from({ length: MATCHES }, () => sighting({ latitude: 30 + Math.random() * 15 }));
      const about = { notification_channels: ['email' as const], email: `${randomUUID()}@customer.example` };
      await notify(tx, firing(organizationId, about, seen));
    }
  });
  const queue = mailQueue();
  const begun = performance.now();
  while (await deliverMails(service, queue, new AbortController().signal));
  return (count / (performance.now() - begun)) * 1_000;
}

async function serviceWith(smtpUrl: string, stops: (() => unknown)[]): Promise<NotificationService> {
  const db = await benchDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, DATABASE_URL: db.url, SMTP_URL: smtpUrl }));
  const { services, close } = await buildServices(settings, db.database, silent);
  stops.push(
    () => db.stop(),
    () => rm(dataDir, { recursive: true, force: true }),
    close,
  );
  return services.notifications;
}
