import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServices } from '../../src/app.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { createOrganization } from '../../src/domain/identity/organizations.ts';
import { insertDeliveries } from '../../src/domain/notifications/deliveries/store.ts';
import { createWebhook } from '../../src/domain/notifications/manage-webhooks.ts';
import { alertDetails, payloadMatch } from '../../src/domain/notifications/webhooks/payload.ts';
import { payloadParts } from '../../src/domain/notifications/webhooks/payload-bodies.ts';
import { findTargets, type Target } from '../../src/domain/notifications/webhooks/store.ts';
import { silent } from '../../test/support/cluster.ts';
import { firing, sighting } from '../../test/support/notifications/firings.ts';
import { type BenchDatabase, benchDatabase } from './bench-database.ts';

export type Received = { count: number; latencies: number[] };

/** A receiver in a process of its own; `received` tells what came since the last call. */
export async function startReceiver(ports: number, dead: number, stops: (() => unknown)[]) {
  const args = [String(ports), String(dead)];
  const child: ChildProcess = fork(join(import.meta.dirname, 'webhook-receiver.ts'), args);
  stops.push(() => child.kill());
  const answer = <T>() => new Promise<T>((resolve) => child.once('message', (value) => resolve(value as T)));
  const open = await answer<number[]>();
  return {
    urls: open.map((port, i) => `http://127.0.0.1:${port}/hook/${i}`),
    received(): Promise<Received> {
      const told = answer<Received>();
      child.send('tell');
      return told;
    },
  };
}

export type Ground = Awaited<ReturnType<typeof webhookGround>>;

/** The real service over a database of its own that waits for its disk. */
export async function webhookGround(stops: (() => unknown)[]) {
  const db: BenchDatabase = await benchDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'milepost-bench-'));
  const settings = decideSettings(readEnv({ DATA_DIR: dataDir, DATABASE_URL: db.url }));
  const { services, close } = await buildServices(settings, db.database, silent);
  stops.push(
    () => db.stop(),
    () => rm(dataDir, { recursive: true, force: true }),
    close,
  );
  const service = services.notifications;
  const organization = await createOrganization(db.database, { name: 'Bench', kind: 'broker' });
  const organizationId = organization.organization_id;

  return {
    db,
    service,
    async targets(urls: string[]): Promise<Target[]> {
      const ids: string[] = [];
      for (const webhook_url of urls)
        ids.push((await createWebhook(service, organizationId, { webhook_url })).id);
      return findTargets(db.database, ids);
    },
    /** Deliveries of one match each, shared out among the targets, each in a body of its own. */
    deliveries(targets: Target[], count: number, stamp: () => string | null = () => null) {
      const { alert } = firing(organizationId);
      const match = payloadMatch(
        alert,
        { sighting: sighting(), matched_at: new Date() },
        () => 'https://milepost.example/x',
      );
      const about = {
        event: 'alert.matches_found',
        customerId: organizationId,
        timestamp: new Date(),
      } as const;
      const [part] = payloadParts({ ...about, details: [alertDetails(alert)] }, [match]);
      return Array.from({ length: count }, (_, i) => {
        const target = targets[i % targets.length] as Target;
        const text = part?.bodyFor(target.id).toString() ?? '';
        const moment = stamp();
        return {
          id: randomUUID(),
          webhookId: target.id,
          fairnessKey: target.fairness_key,
          organizationId,
          firingId: randomUUID(),
          alertId: alert.id,
          alertName: alert.alert_name,
          totalMatches: 1,
          body: Buffer.from(moment === null ? text : `{"sent_at":${moment},${text.slice(1)}`),
        };
      });
    },
    insert: (rows: Parameters<typeof insertDeliveries>[1]) => insertDeliveries(db.database, rows),
  };
}
