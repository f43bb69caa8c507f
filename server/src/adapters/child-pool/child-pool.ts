import { ReadInterrupted } from '../../domain/recognition/recognizer.ts';
import { AppError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { LimitedProcess, type ProcessOptions } from './limited-process.ts';
import type { ChildResponse } from './serve-requests.ts';

type PoolOptions = ProcessOptions & { processes: number };

type Task<Request, Result> = {
  request: Request;
  resolve(result: Result): void;
  reject(error: Error): void;
};

const START_PAUSE_MS = 1_000;

/**
 * Works on untrusted images in child processes. A process is started when there is work for it, stays for the next image, and
 * is replaced when it dies or is killed for exceeding its limits. Its slot is free only after it has exited.
 */
export class ChildPool<Request, Result> {
  readonly #options: PoolOptions;
  readonly #log: Log;
  readonly #processes = new Map<LimitedProcess<Request, Result>, Task<Request, Result> | null>();
  readonly #waiting: Task<Request, Result>[] = [];
  #closed = false;
  #failedStartAt = Number.NEGATIVE_INFINITY;
  /** Why the last start failed; null after a process has started. */
  #failedStart: AppError | null = null;

  constructor(options: PoolOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  run(request: Request, signal?: AbortSignal): Promise<Result> {
    if (this.#closed) return Promise.reject(stopping());
    if (signal?.aborted) return Promise.reject(aborted());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const task: Task<Request, Result> = { request, resolve, reject };
    // If a process is already working on the image, it finishes, and its response is dropped.
    const onAbort = () => {
      const index = this.#waiting.indexOf(task);
      if (index >= 0) this.#waiting.splice(index, 1);
      reject(aborted());
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(task);
    this.#next();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Throws if no process could start. Processes start with the first image. */
  async check(): Promise<void> {
    if (this.#closed) throw stopping();
    if (this.#failedStart !== null) throw this.#failedStart;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(stopping());
    await Promise.all([...this.#processes.keys()].map((process) => process.kill(stopping())));
  }

  /** Process ids of the children, starting ones included. */
  get pids(): number[] {
    return [...this.#processes.keys()].map(({ pid }) => pid);
  }

  #next(): void {
    for (const [process, task] of this.#processes) {
      if (task !== null || !process.isReady) continue;
      const next = this.#waiting.shift();
      if (!next) return;
      this.#processes.set(process, next);
      process.run(next.request);
    }
    const running = [...this.#processes.keys()];
    const hasReady = running.some(({ isReady }) => isReady);
    if (hasReady && performance.now() - this.#failedStartAt < START_PAUSE_MS) return;
    let starting = running.filter(({ isReady }) => !isReady).length;
    while (starting < this.#waiting.length && this.#processes.size < this.#options.processes) {
      this.#start();
      starting++;
    }
  }

  #start(): void {
    const process = new LimitedProcess<Request, Result>(this.#options, {
      onReady: () => {
        this.#failedStart = null;
        this.#next();
      },
      onResponse: (response) => this.#settle(process, response),
      onExit: (reason, wasReady) => this.#exited(process, reason, wasReady),
    });
    this.#processes.set(process, null);
  }

  #settle(process: LimitedProcess<Request, Result>, response: ChildResponse<Result>): void {
    const task = this.#processes.get(process);
    if (!task) return;
    this.#processes.set(process, null);
    if ('result' in response) task.resolve(response.result);
    else
      task.reject(
        new AppError(response.error.kind, response.error.message, { detail: response.error.detail }),
      );
    this.#next();
  }

  #exited(process: LimitedProcess<Request, Result>, reason: AppError, wasReady: boolean): void {
    const task = this.#processes.get(process);
    this.#processes.delete(process);
    task?.reject(reason);
    if (this.#closed) return;
    this.#log.warn(
      { reason: reason.message, detail: reason.detail },
      `the ${this.#options.name} process ended and is replaced`,
    );
    if (!wasReady) {
      this.#failedStartAt = performance.now();
      this.#failedStart = reason;
      // Without a running process nobody would take these; their caller retries them later.
      if (this.#processes.size === 0) for (const one of this.#waiting.splice(0)) one.reject(reason);
    }
    this.#next();
  }
}

const stopping = () => new ReadInterrupted('The service is stopping.');
const aborted = () => new ReadInterrupted('Reading the image was canceled.');
