import type { WorkQueue } from '../../../db/claim.ts';
import { withDeadline } from '../../../lib/async/deadline.ts';
import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { NotificationService } from '../notification-service.ts';
import { ATTEMPT_DEADLINE_MS, type Attempt } from './attempt.ts';
import { type Claimed, claimDeliveries, type DeliveryFacts } from './claim-deliveries.ts';
import { HostLimits } from './host-limits.ts';
import { PendingDeliveries } from './pending-deliveries.ts';
import { adoptDeliveries, deliveryQueue, type QueuedDelivery } from './queue.ts';
import { type Settled, settle } from './settle.ts';
import { findBody } from './store.ts';
import { tracedPost } from './traced-post.ts';

const CLAIM_SIZE = 1_000;
/** The first claim is small, so that the first requests start early. */
const FIRST_CLAIM_SIZE = 200;
/** More deliveries are claimed when fewer than this are pending. */
const LOW_WATER = 600;
const POLL_MS = 1_000;
const ADOPT_MS = 30_000;
const FINISH_MS = 4_000;
const SETTLE_SIZE = 1_000;
/** Results wait this long for those of other running requests, and are then written in one transaction. */
const GATHER_MS = 20;
/** Requests younger than STARTING_MS use this process's CPU; older ones only wait for their host. */
const MOST_STARTING = 64;
const STARTING_MS = 250;

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
 * Claims, sends and settles deliveries concurrently, so that a slow host delays only its own deliveries. Pending
 * deliveries to a stuck host are released, and the host's webhooks are not claimed until it responds again.
 */
export class WebhookSender {
  readonly #service: NotificationService;
  readonly #log: Log;
  readonly #onResult: (result: DeliveryResult) => void;
  readonly #queue: WorkQueue<QueuedDelivery> = deliveryQueue();
  readonly #limits = new HostLimits();
  readonly #pending = new PendingDeliveries();
  readonly #cancel = new AbortController();
  #running = new Set<Promise<void>>();
  #settled: Settled[] = [];
  #settling: Promise<void> | null = null;
  #gathered = Promise.withResolvers<void>();
  #lastClaimWasFull = false;
  #hasExcluded = false;
  #starting = 0;
  #adoptsAtMs = 0;
  #woken = Promise.withResolvers<void>();

  constructor(service: NotificationService, log: Log, onResult: (result: DeliveryResult) => void = () => {}) {
    this.#service = service;
    this.#log = log;
    this.#onResult = onResult;
  }

  /** Ends the current pause, because there is something to send or to claim. */
  readonly wake = (): void => {
    this.#woken.resolve();
  };

  /** Sends until nothing is due and all results are written, or until `signal` aborts. */
  async run(signal: AbortSignal, progress: () => void = () => {}): Promise<void> {
    signal.addEventListener('abort', this.wake, { once: true });
    try {
      while (!signal.aborted) {
        progress();
        this.#woken = Promise.withResolvers();
        await this.#adopt();
        await this.#release(this.#pending.takeAll((host) => this.#limits.isStuck(host)));
        const hasMore = await this.#claim();
        if (!hasMore && this.#running.size === 0 && this.#settling === null) return;
        if (!this.#lastClaimWasFull || this.#pending.size >= LOW_WATER) {
          await Promise.race([this.#woken.promise, sleep(POLL_MS)]);
        }
      }
      await this.#finish();
    } finally {
      signal.removeEventListener('abort', this.wake);
    }
  }

  async #adopt(): Promise<void> {
    if (performance.now() < this.#adoptsAtMs) return;
    while ((await adoptDeliveries(this.#service.db)) > 0);
    this.#adoptsAtMs = performance.now() + ADOPT_MS;
  }

  /** False if nothing is due. Rows of excluded webhooks may have become claimable in the meantime. */
  async #claim(): Promise<boolean> {
    const except = this.#pending.fairnessKeys((host, organizationId) => !this.#hasRoom(host, organizationId));
    const isIdle = this.#pending.size === 0 && this.#running.size === 0;
    const size = isIdle ? FIRST_CLAIM_SIZE : CLAIM_SIZE;
    const { rows, held, unsent } = await claimDeliveries(this.#service, this.#queue, size, except);
    for (const one of unsent) this.#onResult({ ...one, attempts: 0, attempt: null });
    this.#lastClaimWasFull = rows.length + held >= size / 2;
    this.#hasExcluded = except.length > 0;
    for (const row of rows) this.#pending.add(row);
    this.#startPending();
    return rows.length + held + except.length > 0;
  }

  #hasRoom(host: string, organizationId: number): boolean {
    return (
      !this.#limits.isStuck(host) &&
      !this.#limits.isFull(organizationId) &&
      this.#pending.waitingFor(host) < LOW_WATER
    );
  }

  #startPending(): void {
    while (this.#starting < MOST_STARTING) {
      const next = this.#pending.next((row) => this.#limits.acquire(row.host, row.organizationId));
      if (!next) return;
      const sending = this.#send(next).finally(() => {
        this.#running.delete(sending);
        if (this.#running.size === 0) this.#gathered.resolve();
      });
      this.#running.add(sending);
    }
  }

  async #send(claimed: Claimed): Promise<void> {
    const { host, organizationId } = claimed;
    const started = this.#countStarting();
    const attempt = await this.#attempt(claimed);
    started();
    // If no attempt was made, the host did not fail.
    this.#limits.release(host, organizationId, attempt?.status !== null, attempt?.durationMs ?? 0);
    if (attempt) {
      this.#settled.push({ ...claimed, attempt });
      this.#settling ??= this.#settle();
    }
    this.#pending.done(claimed);
    this.#startPending();
    if (this.#pending.size < LOW_WATER && this.#lastClaimWasFull) this.wake();
  }

  /** Null if the lease ends too soon or the body cannot be read: the row is due again when the lease ends. */
  async #attempt(claimed: Claimed): Promise<Attempt | null> {
    const { id, url, secrets, body: small, leaseEndsMs } = claimed;
    const { db, signatureHeader } = this.#service;
    const body = small === null ? await findBody(db, id).catch(() => null) : Buffer.from(small);
    if (body === null || leaseEndsMs - performance.now() < ATTEMPT_DEADLINE_MS + FINISH_MS) return null;
    const { signal } = this.#cancel;
    return tracedPost(this.#service, claimed, { id, url, body, secrets, signatureHeader, signal });
  }

  #countStarting(): () => void {
    this.#starting++;
    let isStarting = true;
    const started = () => {
      if (isStarting) this.#starting--;
      isStarting = false;
    };
    const timer = setTimeout(() => {
      started();
      this.#startPending();
    }, STARTING_MS);
    return () => {
      clearTimeout(timer);
      started();
    };
  }

  /** Runs one transaction at a time; results that arrive in the meantime go into the next one. */
  async #settle(): Promise<void> {
    do {
      await this.#gather();
      await this.#settleBatch(this.#settled.splice(0, SETTLE_SIZE));
    } while (this.#settled.length > 0);
    this.#settling = null;
    // Without running requests, `run` may end. Excluded webhooks may have room now.
    if (this.#running.size === 0 || this.#hasExcluded) this.wake();
  }

  /** Waits for further results, but not if no request runs. */
  async #gather(): Promise<void> {
    this.#gathered = Promise.withResolvers();
    // Requests that end in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#running.size === 0 || this.#settled.length >= SETTLE_SIZE) return;
    await Promise.race([this.#gathered.promise, sleep(GATHER_MS)]);
  }

  /** Retries while the database is unavailable, until the leases end and the rows are due again. */
  async #settleBatch(batch: Settled[]): Promise<void> {
    const untilMs = performance.now() + ATTEMPT_DEADLINE_MS;
    for (let pauseMs = 100; ; pauseMs *= 2) {
      try {
        const dead = await settle(this.#service, this.#queue, batch);
        for (const { id, made, about, attempt } of batch) {
          if (attempt.verdict === 'cancelled') continue;
          this.#onResult({ about, attempt, attempts: made + 1, isDead: dead.has(id), reason: attempt.error });
        }
        return;
      } catch (error) {
        const about = { error: messageOf(error), deliveries: batch.length };
        this.#log.warn(about, 'could not write delivery results');
        if (performance.now() > untilMs) return;
        await sleep(pauseMs);
      }
    }
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
    await this.#settling;
  }
}
