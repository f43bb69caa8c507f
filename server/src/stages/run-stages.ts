import { withDeadline } from '../lib/async/deadline.ts';
import { sleep } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

/** A background task that runs repeatedly. */
export type Stage = {
  name: string;
  /** The pause after a round that found nothing to do. `onWake` can end it early. */
  everyMs: number;
  /** A round that reports no progress for this long is stuck. */
  stuckAfterMs?: number;
  /** Runs one round; true if there may be more to do. It must end soon after `signal` aborts. */
  run(signal: AbortSignal, progress?: () => void): Promise<boolean>;
  onWake?: (wake: () => void) => void;
  /**
   * The longest wait between a wake-up and its round, so that rows that arrive one by one are claimed together. Each wait is
   * random, so that one of several woken processes finds them all.
   */
  gatherMs?: number;
};

export type RunningStages = {
  stop(): Promise<void>;
  /** The stages whose current round makes no progress, in one sentence; null if there are none. */
  stuck(): string | null;
};

type Options = { onFailure?: (stage: string) => void };

const FINISH_MS = 10_000;
const AFTER_FAILURE_MS = 1_000;
const STUCK_AFTER_MS = 5 * 60_000;

export function runStages(stages: Stage[], log: Log, { onFailure }: Options = {}): RunningStages {
  const stopping = new AbortController();
  const running = stages.map((stage) => new Loop(stage, log, onFailure));
  const loops = running.map((loop) => loop.run(stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await withDeadline(Promise.all(loops), FINISH_MS, 'Finishing a stage').catch((error) =>
        log.warn(messageOf(error)),
      );
    },
    stuck() {
      const sentences = running.flatMap((loop) => loop.stuck() ?? []);
      return sentences.length === 0 ? null : sentences.join(' ');
    },
  };
}

class Loop {
  readonly #stage: Stage;
  readonly #log: Log;
  readonly #onFailure: Options['onFailure'];
  /** Null between rounds. */
  #progressAt: number | null = null;

  constructor(stage: Stage, log: Log, onFailure: Options['onFailure']) {
    this.#stage = stage;
    this.#log = log;
    this.#onFailure = onFailure;
  }

  stuck(): string | null {
    const { name, stuckAfterMs = STUCK_AFTER_MS } = this.#stage;
    if (this.#progressAt === null) return null;
    const silentMs = performance.now() - this.#progressAt;
    if (silentMs <= stuckAfterMs) return null;
    return `The stage ${name} has made no progress for ${Math.round(silentMs / 1_000)} s.`;
  }

  async run(signal: AbortSignal): Promise<void> {
    const stage = this.#stage;
    let woken = new AbortController();
    stage.onWake?.(() => woken.abort());
    while (!signal.aborted) {
      try {
        if (await this.#round(signal)) continue;
        await sleep(stage.everyMs, AbortSignal.any([signal, woken.signal]));
        if (stage.gatherMs && woken.signal.aborted)
          await sleep((stage.gatherMs * (1 + Math.random())) / 2, signal);
      } catch (error) {
        this.#onFailure?.(stage.name);
        this.#log.error(
          { stage: stage.name, error: messageOf(error), stack: (error as Error).stack },
          'stage failed',
        );
        await sleep(AFTER_FAILURE_MS, signal);
      }
      if (woken.signal.aborted) woken = new AbortController();
    }
  }

  async #round(signal: AbortSignal): Promise<boolean> {
    const progress = () => {
      this.#progressAt = performance.now();
    };
    progress();
    try {
      return await this.#stage.run(signal, progress);
    } finally {
      this.#progressAt = null;
    }
  }
}
