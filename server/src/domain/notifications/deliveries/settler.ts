import type { WorkQueue } from '../../../db/claim.ts';
import { sleep } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { NotificationService } from '../notification-service.ts';
import { ATTEMPT_DEADLINE_MS } from './attempt.ts';
import type { QueuedDelivery } from './delivery-queue.ts';
import { Pause } from './pause.ts';
import { type Settled, settle } from './settle.ts';

const BATCH = 1_000;
/** Results wait this long for those of other running requests, and are then written in one transaction. */
const GATHER_MS = 20;

type Listener = {
  /** The results of a batch are written. `dead` are the ids of the deliveries that have failed for good. */
  onBatch(batch: Settled[], dead: Set<string>): void;
  /** All results so far are written. */
  onIdle(): void;
};

/** Gathers the results of attempts and writes them, one transaction at a time. */
export class Settler {
  readonly #service: NotificationService;
  readonly #queue: WorkQueue<QueuedDelivery>;
  readonly #log: Log;
  readonly #listener: Listener;
  readonly #gathering = new Pause();
  #results: Settled[] = [];
  #writing: Promise<void> | null = null;

  constructor(service: NotificationService, queue: WorkQueue<QueuedDelivery>, log: Log, listener: Listener) {
    this.#service = service;
    this.#queue = queue;
    this.#log = log;
    this.#listener = listener;
  }

  get isIdle(): boolean {
    return this.#writing === null;
  }

  add(result: Settled): void {
    this.#results.push(result);
    this.#writing ??= this.#writeAll();
  }

  /** No request runs, so no further results come soon. */
  readonly flush = (): void => {
    this.#gathering.end();
  };

  /** Resolves when all results are written. */
  async finish(): Promise<void> {
    this.flush();
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    do {
      if (this.#results.length < BATCH) await this.#gathering.wait(GATHER_MS);
      await this.#write(this.#results.splice(0, BATCH));
    } while (this.#results.length > 0);
    this.#writing = null;
    this.#listener.onIdle();
  }

  /** Retries while the database is unavailable, until the leases end and the rows are due again. */
  async #write(batch: Settled[]): Promise<void> {
    const untilMs = performance.now() + ATTEMPT_DEADLINE_MS;
    for (let pauseMs = 100; ; pauseMs *= 2) {
      try {
        return this.#listener.onBatch(batch, await settle(this.#service, this.#queue, batch));
      } catch (error) {
        const about = { error: messageOf(error), deliveries: batch.length };
        this.#log.warn(about, 'could not write delivery results');
        if (performance.now() > untilMs) return;
        await sleep(pauseMs);
      }
    }
  }
}
