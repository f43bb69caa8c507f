import { withDeadline } from '../lib/async/deadline.ts';
import { sleep } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

/** A background task that runs repeatedly. */
export type Stage = {
  name: string;
  /** The pause after a round that found nothing to do. `onWake` can end it early. */
  everyMs: number;
  /** Runs one round; true if there may be more to do. It must end soon after `signal` aborts. */
  run(signal: AbortSignal): Promise<boolean>;
  onWake?: (wake: () => void) => void;
};

export type RunningStages = { stop(): Promise<void> };

const FINISH_MS = 10_000;
const AFTER_FAILURE_MS = 1_000;

export function runStages(stages: Stage[], log: Log): RunningStages {
  const stopping = new AbortController();
  const loops = stages.map((stage) => loop(stage, stopping.signal, log));
  return {
    async stop() {
      stopping.abort();
      await withDeadline(Promise.all(loops), FINISH_MS, 'Finishing a stage').catch((error) =>
        log.warn(messageOf(error)),
      );
    },
  };
}

async function loop(stage: Stage, signal: AbortSignal, log: Log): Promise<void> {
  let woken = new AbortController();
  stage.onWake?.(() => woken.abort());
  while (!signal.aborted) {
    try {
      if (await stage.run(signal)) continue;
      await sleep(stage.everyMs, AbortSignal.any([signal, woken.signal]));
    } catch (error) {
      log.error(
        { stage: stage.name, error: messageOf(error), stack: (error as Error).stack },
        'stage failed',
      );
      await sleep(AFTER_FAILURE_MS, signal);
    }
    if (woken.signal.aborted) woken = new AbortController();
  }
}
