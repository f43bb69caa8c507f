import { withDeadline } from '../async/deadline.ts';
import { AppError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** A condition of readiness. `run` throws while it does not hold. An AppError's message is public. */
export type Check = {
  name: string;
  /** The public message when `run` throws another error, or takes too long. */
  problem: string;
  run(): Promise<unknown>;
  cacheMs?: number;
  /** Most routes work while it does not hold. */
  isPartial?: boolean;
};

type CheckResult = { name: string; problem: string | null; isPartial: boolean };

const CACHE_MS = 1_000;
const DEADLINE_MS = 2_000;

/** What `/livez` and `/readyz` report. Results are cached, so that frequent probes do not become load. */
export class Health {
  readonly #log: Log;
  readonly #checks: CachedCheck[] = [];
  readonly #liveness: (() => string | null)[] = [];
  #wasStuck = false;

  constructor(log: Log) {
    this.#log = log;
  }

  addCheck(check: Check): void {
    this.#checks.push(new CachedCheck(check, this.#log));
  }

  /** `problem` returns why the process must be restarted, or null. */
  addLiveness(problem: () => string | null): void {
    this.#liveness.push(problem);
  }

  /** Why the process must be restarted; null while it is alive. */
  stuck(): string | null {
    const problems = this.#liveness.map((problem) => problem()).filter((problem) => problem !== null);
    const isStuck = problems.length > 0;
    if (isStuck && !this.#wasStuck) this.#log.error({ problems }, 'stuck');
    this.#wasStuck = isStuck;
    return isStuck ? problems.join(' ') : null;
  }

  readiness(): Promise<CheckResult[]> {
    return Promise.all(this.#checks.map((check) => check.result()));
  }
}

/** Probes that arrive during a check share its result. */
class CachedCheck {
  readonly #check: Check;
  readonly #log: Log;
  #last: CheckResult | null = null;
  #validUntil = 0;
  #running: Promise<CheckResult> | null = null;

  constructor(check: Check, log: Log) {
    this.#check = check;
    this.#log = log;
  }

  async result(): Promise<CheckResult> {
    if (this.#last !== null && performance.now() < this.#validUntil) return this.#last;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<CheckResult> {
    const { name, run, cacheMs = CACHE_MS, isPartial = false } = this.#check;
    const problem = await withDeadline(run(), DEADLINE_MS, name).then(
      () => null,
      (error: unknown) => this.#describe(error),
    );
    this.#last = { name, problem, isPartial };
    this.#validUntil = performance.now() + cacheMs;
    return this.#last;
  }

  /** Logged when the result changes, and not by every probe. */
  #describe(error: unknown): string {
    const { name, problem } = this.#check;
    if (!this.#last?.problem) this.#log.warn({ check: name, error: messageOf(error) }, 'not ready');
    return error instanceof AppError && error.kind === 'operator' ? error.message : problem;
  }
}
