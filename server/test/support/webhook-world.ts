import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { WebhookSender } from '../../src/domain/notifications/deliveries/webhook-sender.ts';
import type { FiredAlert, FiredSighting, Firing } from '../../src/domain/notifications/firing.ts';
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
export async function startReceiver(secret = SECRET): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'receiver.ts'), [secret]);
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

let sightings = 0;

export function sighting(over: Partial<FiredSighting> = {}): FiredSighting {
  return {
    id: ++sightings,
    usdot_number: 1234567,
    time_captured: new Date('2026-03-01T12:00:00.500Z'),
    source: 'camera-7',
    alpr_plate_number: 'ABC123',
    plate_state: 'OK',
    mc_number: '',
    vin: '',
    cab_number: '812',
    equipment_type: 'dry van',
    equipment_number: '',
    equipment_logo: 'acme freight',
    location_state: 'TX',
    location_city: 'Amarillo',
    latitude: 35,
    longitude: -101.83,
    route: 'I-40 Westbound',
    is_usdot_imputed: false,
    is_cab_imputed: true,
    is_mc_imputed: false,
    is_trailer_logo_imputed: false,
    is_vin_imputed: false,
    usdot_number_ocr_score: 'High',
    mc_number_ocr_score: 'N/A',
    vin_ocr_score: 'N/A',
    cab_number_ocr_score: 'N/A',
    trailer_number_ocr_score: 'N/A',
    trailer_logo_ocr_score: 'Medium',
    image_id: '0190b3a0-0000-7000-8000-000000000000',
    view_image_ids: null,
    ...over,
  };
}

export function firing(
  organizationId: number,
  over: Partial<FiredAlert> = {},
  sightings: FiredSighting[] = [sighting()],
): Firing {
  const matched_at = new Date('2026-03-01T12:00:03Z');
  return {
    id: randomUUID(),
    firedAt: new Date(),
    alert: {
      id: 7,
      organizationId,
      alert_name: 'Stolen trailers',
      email: 'dispatch@customer.example',
      cc_emails: [],
      alert_type: 'hot',
      notification_channels: ['webhook'],
      usdot_number: '1234567',
      mc_number: null,
      license_plate: null,
      vin: null,
      cab_number: null,
      equipment_type: null,
      trailer_logo: 'acme freight',
      trailer_number: null,
      deep_search: null,
      location_state: null,
      location_city: null,
      ...over,
    },
    matches: sightings.map((sighting) => ({ sighting, matched_at })),
  };
}

/** The parts that a test of deliveries needs, over a real database. */
export function webhookWorld({ services, db }: TestApi) {
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
