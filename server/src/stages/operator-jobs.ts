import type { Database } from '../db/database.ts';
import {
  type CommandRunner,
  claimJob,
  commandOf,
  finishJob,
  type JobKind,
  keepJob,
  type StartedJob,
} from '../domain/operator-jobs/operator-jobs.ts';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Stage } from './run-stages.ts';

const POLL_MS = 2_000;
const KEEP_MS = 2_000;
const HOUR_MS = 3_600_000;
const DEADLINE_HOURS: Record<JobKind, number> = { import: 6, backup: 12, verify: 12 };
/** Of what a command printed. */
const [MOST_LINES, LONGEST_LINE] = [40, 500];

type Options = { run: CommandRunner; deadlineMs?: number };

/** Runs the jobs that operators start, one at a time. */
export function operatorJobs(
  database: Database,
  clock: Clock,
  log: Log,
  { run: runCommand, deadlineMs }: Options,
): Stage {
  async function work(job: StartedJob, signal: AbortSignal, progress?: () => void): Promise<void> {
    const startedAt = performance.now();
    const lines: string[] = [];
    const say = (line: string) => {
      lines.push(line.trimEnd().slice(0, LONGEST_LINE));
      if (lines.length > MOST_LINES) lines.shift();
    };
    const limitMs = deadlineMs ?? DEADLINE_HOURS[job.kind] * HOUR_MS;
    const lost = new AbortController();
    const late = AbortSignal.timeout(limitMs);
    const keeping = setInterval(() => {
      progress?.();
      // A database that fails for a moment is asked again.
      keepJob(database, job, lines.join('\n')).then(
        (isHeld) => isHeld || lost.abort(),
        () => undefined,
      );
    }, KEEP_MS);
    let hasSucceeded = false;
    try {
      hasSucceeded = await runCommand(commandOf(job), say, AbortSignal.any([signal, lost.signal, late]));
      if (late.aborted) say(`It was stopped after ${limitMs / HOUR_MS} hours.`);
      else if (signal.aborted) say('The worker was stopped. Start it again.');
    } catch (error) {
      say(`It could not be started: ${messageOf(error)}`);
    } finally {
      clearInterval(keeping);
    }
    await finishJob(database, job, lines.join('\n'), hasSucceeded, clock.now());
    const duration_ms = Math.round(performance.now() - startedAt);
    const line = { job_id: job.id, kind: job.kind, outcome: hasSucceeded ? 'done' : 'failed', duration_ms };
    if (hasSucceeded) log.info(line, 'operator job');
    else log.warn({ ...line, reason: lines.at(-1) }, 'operator job');
  }

  return {
    name: 'operator-jobs',
    everyMs: POLL_MS,
    async run(signal, progress) {
      const job = await claimJob(database, clock.now());
      if (job) await work(job, signal, progress);
      return job !== null;
    },
  };
}
