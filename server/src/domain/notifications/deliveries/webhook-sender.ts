import { setMaxListeners } from 'node:events';
import type { WorkQueue } from '../../../db/claim.ts';
import { withDeadline } from '../../../lib/async/deadline.ts';
import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { NotificationService } from '../notification-service.ts';
import { ATTEMPT_DEADLINE_MS, type Attempt, attemptPost } from './attempt.ts';
import { type Claimed, claimDeliveries } from './claim-deliveries.ts';
import { HostLanes } from './host-limits.ts';
import { deliveryQueue, type WaitingDelivery } from './queue.ts';
import { type Settled, settle } from './settle.ts';
import { findBody } from './store.ts';
import { WaitingRoom } from './pending-deliveries.ts';

const BATCH = 1_000;
/** More are claimed when fewer than this wait here for a place. */
const LOW_WATER = 600;
const LOOK_EVERY_MS = 1_000;
const FINISH_MS = 4_000;
const SETTLE_AT_ONCE = 1_000;
/** More at once would only make connections, not speed. */
const MOST_YOUNG = 64;
const YOUNG_MS = 250;

/**
 * Claims, sends and settles side by side: what a slow host holds up is only its own. What waits here for a place
 * at a host that is stuck goes back to the queue, and the host's webhooks are not claimed until it moves again.
 */
export class WebhookSender {
  readonly #service: NotificationService;
  readonly #log: Log;
  readonly #queue: WorkQueue<WaitingDelivery> = deliveryQueue();
  readonly #lanes = new HostLanes();
  readonly #room = new WaitingRoom();
  readonly #cancel = new AbortController();
  #running = new Set<Promise<void>>();
  #settled: Settled[] = [];
  #settling: Promise<void> | null = null;
  #lastWasFull = false;
  #young = 0;
  #news = Promise.withResolvers<void>();

  constructor(service: NotificationService, log: Log) {
    this.#service = service;
    this.#log = log;
    // Each request under way listens to it.
    setMaxListeners(0, this.#cancel.signal);
  }

  /** Ends a pause early: there is something new to send. */
  readonly wake = (): void => {
    this.#news.resolve();
  };

  /** Sends until nothing is due and everything is settled, or until it is told to stop. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', this.wake, { once: true });
    try {
      while (!signal.aborted) {
        this.#news = Promise.withResolvers();
        await this.#giveBackStuck();
        const claimed = await this.#claim();
        if (claimed === 0 && this.#running.size === 0 && this.#settling === null) return;
        if (!this.#lastWasFull || this.#room.size >= LOW_WATER) await this.#pause();
      }
      await this.#finish();
    } finally {
      signal.removeEventListener('abort', this.wake);
    }
  }

  async #claim(): Promise<number> {
    const except = this.#room.lanesAt((host, organizationId) => !this.#wantsMore(host, organizationId));
    const { rows, held } = await claimDeliveries(this.#service, this.#queue, BATCH, except);
    this.#lastWasFull = rows.length + held >= BATCH / 2;
    for (const row of rows) this.#room.add(row);
    this.#fill();
    return rows.length + held;
  }

  #wantsMore(host: string, organizationId: number): boolean {
    return (
      !this.#lanes.isStuck(host) &&
      !this.#lanes.isFull(organizationId) &&
      this.#room.waitingAt(host) < LOW_WATER
    );
  }

  /** Starts what may start, the hosts in turn. */
  #fill(): void {
    while (this.#young < MOST_YOUNG) {
      const next = this.#room.next((row) => this.#lanes.take(row.host, row.organizationId));
      if (!next) return;
      const sending = this.#send(next).finally(() => this.#running.delete(sending));
      this.#running.add(sending);
    }
  }

  async #send(claimed: Claimed): Promise<void> {
    const { host, organizationId } = claimed;
    const growUp = this.#countYoung();
    const attempt = await this.#attempt(claimed);
    growUp();
    // Without an attempt nothing was asked of the host.
    this.#lanes.giveBack(host, organizationId, attempt?.status !== null, attempt?.durationMs ?? 0);
    if (attempt) {
      this.#settled.push({ ...claimed, attempt });
      this.#settling ??= this.#settle();
    }
    this.#room.leave(claimed);
    this.#fill();
    if (this.#room.size < LOW_WATER && this.#lastWasFull) this.wake();
  }

  /** Null when it cannot be sent under this lease: when that ends, the row is due again. */
  async #attempt({ id, url, secrets, body: small, leaseEndsMs }: Claimed): Promise<Attempt | null> {
    const { db, signatureHeader } = this.#service;
    const body = small ?? (await findBody(db, id).catch(() => null));
    if (body === null || leaseEndsMs - performance.now() < ATTEMPT_DEADLINE_MS + FINISH_MS) return null;
    return attemptPost(this.#service, {
      id,
      url,
      body,
      secrets,
      signatureHeader,
      signal: this.#cancel.signal,
    });
  }

  /** Those that have just begun take our own time; older ones only wait for their hosts and need no place. */
  #countYoung(): () => void {
    this.#young++;
    let young = true;
    const growUp = () => {
      if (young) this.#young--;
      young = false;
    };
    const timer = setTimeout(() => {
      growUp();
      this.#fill();
    }, YOUNG_MS);
    return () => {
      clearTimeout(timer);
      growUp();
    };
  }

  /** One transaction at a time; whatever comes in meanwhile goes with the next. */
  async #settle(): Promise<void> {
    // What else ended in this turn of the loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#settled.length > 0) {
      const batch = this.#settled.splice(0, SETTLE_AT_ONCE);
      await this.#settleBatch(batch);
    }
    this.#settling = null;
    this.wake();
  }

  /** While the database is away the outcomes are kept, as long as the leases last; then the rows are due again. */
  async #settleBatch(batch: Settled[]): Promise<void> {
    const untilMs = performance.now() + ATTEMPT_DEADLINE_MS;
    for (let pauseMs = 100; ; pauseMs *= 2) {
      try {
        return await settle(this.#service, this.#queue, batch);
      } catch (error) {
        this.#log.warn(
          { error: messageOf(error), deliveries: batch.length },
          'outcomes could not be written',
        );
        if (performance.now() > untilMs) return;
        await sleep(pauseMs);
      }
    }
  }

  async #giveBackStuck(): Promise<void> {
    const stuck = this.#room.takeAt((host) => this.#lanes.isStuck(host));
    await this.#giveBack(stuck);
  }

  async #giveBack(rows: Claimed[]): Promise<void> {
    for (const [leaseId, group] of Map.groupBy(rows, (row) => row.leaseId)) {
      await this.#queue.release(
        this.#service.db,
        leaseId,
        group.map((row) => row.id),
      );
    }
  }

  #pause(): Promise<unknown> {
    return Promise.race([this.#news.promise, sleep(LOOK_EVERY_MS)]);
  }

  /** What has not begun goes back at once; what runs may end, or is broken off and goes back too. */
  async #finish(): Promise<void> {
    await this.#giveBack(this.#room.takeAt(() => true));
    const ended = Promise.all(this.#running).then(() => undefined);
    await withDeadline(ended, FINISH_MS, 'Finishing deliveries').catch(() => this.#cancel.abort());
    await ended;
    await this.#settling;
  }
}
