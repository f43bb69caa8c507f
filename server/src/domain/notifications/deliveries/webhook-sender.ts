import { withDeadline } from '../../../lib/async/deadline.ts';
import type { Log } from '../../../lib/log.ts';
import type { NotificationService } from '../notification-service.ts';
import { ATTEMPT_DEADLINE_MS, type Attempt, attemptPost } from './attempt.ts';
import { type Claimed, claimDeliveries, type DeliveryFacts } from './claim-deliveries.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { findBody } from './delivery-store.ts';
import { Pause } from './pause.ts';
import { PendingDeliveries } from './pending-deliveries.ts';
import { RequestLimits, type RequestSlot } from './request-limits.ts';
import { Settler } from './settler.ts';

const CLAIM_SIZE = 1_000;
/** The first claim is small, so that the first requests start early. */
const FIRST_CLAIM_SIZE = 200;
/** More deliveries are claimed when fewer than this are pending. */
const LOW_WATER = 600;
const POLL_MS = 1_000;
const FINISH_MS = 4_000;

/** The end of one attempt. `attempt` is null if nothing was sent. */
export type DeliveryResult = {
  about: DeliveryFacts;
  attempt: Attempt | null;
  attempts: number;
  isDead: boolean;
  /** Null after a success. */
  reason: string | null;
};

/**
 * Claims, sends and settles deliveries concurrently, so that a slow host delays only its own deliveries, and only those of
 * the same organization. Pending deliveries to a stuck host are released, and the organization's webhooks on that host are not
 * claimed until it responds again.
 */
export class WebhookSender {
  readonly #service: NotificationService;
  readonly #onResult: (result: DeliveryResult) => void;
  readonly #queue = deliveryQueue();
  readonly #pending = new PendingDeliveries();
  readonly #limits = new RequestLimits(() => this.#startPending());
  readonly #settler: Settler;
  readonly #running = new Set<Promise<void>>();
  readonly #cancel = new AbortController();
  readonly #pause = new Pause();
  /** Whether there may be more to claim: the last claim was full, or left out webhooks that had no room. */
  #lastClaim = { wasFull: false, hadExcluded: false };

  constructor(service: NotificationService, log: Log, onResult: (result: DeliveryResult) => void = () => {}) {
    this.#service = service;
    this.#onResult = onResult;
    this.#settler = new Settler(service, this.#queue, log, {
      onBatch(batch, dead) {
        for (const { id, made, about, attempt } of batch) {
          if (attempt.verdict === 'cancelled') continue;
          onResult({ about, attempt, attempts: made + 1, isDead: dead.has(id), reason: attempt.error });
        }
      },
      onIdle: () => {
        // Without running requests, `run` may end. Excluded webhooks may have room now.
        if (this.#running.size === 0 || this.#lastClaim.hadExcluded) this.wake();
      },
    });
  }

  /** Ends the current pause, because there is something to claim. */
  readonly wake = (): void => {
    this.#pause.end();
  };

  /** Sends until nothing is due and all results are written, or until `signal` aborts. */
  async run(signal: AbortSignal, progress: () => void = () => {}): Promise<void> {
    signal.addEventListener('abort', this.wake, { once: true });
    try {
      while (!signal.aborted) {
        progress();
        await this.#release(
          this.#pending.takeAll((host, organizationId) => this.#limits.isStuck(host, organizationId)),
        );
        const isAnyDue = await this.#claim();
        this.#startPending();
        if (!isAnyDue && this.#running.size === 0 && this.#settler.isIdle) return;
        if (!this.#lastClaim.wasFull || this.#pending.size >= LOW_WATER) await this.#pause.wait(POLL_MS);
      }
      await this.#finish();
    } finally {
      signal.removeEventListener('abort', this.wake);
    }
  }

  /** False if nothing is due. Rows of excluded webhooks may have become claimable in the meantime. */
  async #claim(): Promise<boolean> {
    const except = this.#pending.fairnessKeys((host, organizationId) => !this.#hasRoom(host, organizationId));
    const isIdle = this.#pending.size === 0 && this.#running.size === 0;
    const size = isIdle ? FIRST_CLAIM_SIZE : CLAIM_SIZE;
    const { rows, held, unsent } = await claimDeliveries(this.#service, this.#queue, size, except);
    for (const one of unsent) this.#onResult({ ...one, attempts: 0, attempt: null });
    for (const row of rows) this.#pending.add(row);
    this.#lastClaim = { wasFull: rows.length + held >= size / 2, hadExcluded: except.length > 0 };
    return rows.length + held + except.length > 0;
  }

  #hasRoom(host: string, organizationId: number): boolean {
    return (
      !this.#limits.isStuck(host, organizationId) &&
      !this.#limits.isFull(organizationId) &&
      this.#pending.waitingFor(host, organizationId) < LOW_WATER
    );
  }

  /** Starts as many requests as the limits allow. */
  #startPending(): void {
    const tryStart = (row: Claimed) => this.#limits.acquire(row.host, row.organizationId);
    while (this.#limits.canStart) {
      const next = this.#pending.next(tryStart);
      if (!next) return;
      const sending = this.#send(next.row, next.started).finally(() => {
        this.#running.delete(sending);
        if (this.#running.size === 0) this.#settler.flush();
      });
      this.#running.add(sending);
    }
  }

  async #send(claimed: Claimed, slot: RequestSlot): Promise<void> {
    const attempt = await this.#attempt(claimed);
    // If no attempt was made, the host did not fail.
    slot.end(attempt?.status !== null, attempt?.durationMs ?? 0);
    if (attempt) this.#settler.add({ ...claimed, attempt });
    this.#pending.done(claimed);
    this.#startPending();
    if (this.#pending.size < LOW_WATER && this.#lastClaim.wasFull) this.wake();
  }

  /** Null if the lease ends too soon or the body cannot be read: the row is due again when the lease ends. */
  async #attempt(claimed: Claimed): Promise<Attempt | null> {
    const { id, body: small, leaseEndsMs } = claimed;
    const body = small === null ? await findBody(this.#service.db, id).catch(() => null) : Buffer.from(small);
    if (body === null || leaseEndsMs - performance.now() < ATTEMPT_DEADLINE_MS + FINISH_MS) return null;
    return this.#post(claimed, body);
  }

  /** Sends a delivery in a span of its own, which the receiver can continue. */
  async #post({ id, url, secrets, about }: Claimed, body: Buffer): Promise<Attempt> {
    const { tracing, webhooks } = this.#service;
    const span = tracing.start({
      name: 'deliver webhook',
      parent: about.traceparent,
      kind: 'client',
      attributes: { 'milepost.delivery_id': id, 'milepost.organization_id': about.organization_id },
    });
    const traceparent = span?.traceparent ?? about.traceparent;
    const { signal } = this.#cancel;
    const { signatureHeader } = webhooks;
    const post = { id, url, body, secrets, signatureHeader, signal, traceparent };
    const attempt = await attemptPost(this.#service, post);
    span?.end({
      ...(attempt.verdict !== 'delivered' && { error: attempt.verdict }),
      ...(attempt.status !== null && { attributes: { 'http.response.status_code': attempt.status } }),
    });
    return attempt;
  }

  async #release(rows: Claimed[]): Promise<void> {
    for (const [leaseId, group] of Map.groupBy(rows, (row) => row.leaseId)) {
      const ids = group.map((row) => row.id);
      await this.#queue.release(this.#service.db, leaseId, ids);
    }
  }

  /** Releases pending deliveries at once. Running requests may finish; after FINISH_MS they are cancelled and released. */
  async #finish(): Promise<void> {
    await this.#release(this.#pending.takeAll(() => true));
    const ended = Promise.all(this.#running).then(() => undefined);
    await withDeadline(ended, FINISH_MS, 'Finishing deliveries').catch(() => this.#cancel.abort());
    await ended;
    await this.#settler.finish();
  }
}
