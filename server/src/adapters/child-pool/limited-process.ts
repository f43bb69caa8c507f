import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemVariables } from '../../config/env.ts';
import { ReadInterrupted } from '../../domain/recognition/recognizer.ts';
import { AppError, OutsideFault } from '../../lib/errors.ts';
import type { ChildResponse } from './serve-requests.ts';

export type ProcessOptions = {
  /** What messages call the process. */
  name: string;
  /** The module that the process runs. It calls `serveRequests`. */
  entry: URL;
  args?: string[];
  /** For one image. */
  timeoutMs: number;
  /** Resident memory. */
  memoryMb: number;
};

type ProcessEvents<Result> = {
  onReady(): void;
  onResponse(response: ChildResponse<Result>): void;
  /** Called once, after the process has exited. `wasReady` is false when it never became ready. */
  onExit(reason: AppError, wasReady: boolean): void;
};

const START_TIMEOUT_MS = 60_000;
const MEMORY_CHECK_MS = process.platform === 'linux' ? 100 : 1_000;
const JS_HEAP_MB = 128;
/** For new objects, of which an image has few. The default of 16 MB raised the peak of the process by 12 MB. */
const JS_SEMI_SPACE_MB = 2;
/** As a share of the memory limit, after an image has been read. */
const MOST_MEMORY_KEPT = 0.6;
/** The child parses untrusted images, so the secrets in the environment are not passed to it. */
const INHERITED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];
/**
 * For glibc. By default it returns the memory of each tensor above 128 KB to the kernel, and the next tensor has to fault it
 * in again, which took 12 % of the CPU time. One arena keeps less freed memory than several. With a threshold of 32 MB a
 * process used 5 MB more.
 */
const ALLOCATOR_VARIABLES = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024 * 1024),
};
/** Sent by an operator, a container or the kernel's OOM killer. Other signals are crashes caused by the image. */
const OUTSIDE_SIGNALS: unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/** A child process that works on one image at a time and is killed when it exceeds its time or memory limit. */
export class LimitedProcess<Request, Result> {
  readonly #options: ProcessOptions;
  readonly #child: ChildProcess;
  #isReady = false;
  #isBusy = false;
  #killedFor: AppError | null = null;
  #timer: NodeJS.Timeout;
  #memoryTimer: NodeJS.Timeout | undefined;

  constructor(options: ProcessOptions, events: ProcessEvents<Result>) {
    this.#options = options;
    this.#child = fork(options.entry, options.args ?? [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [`--max-old-space-size=${JS_HEAP_MB}`, `--max-semi-space-size=${JS_SEMI_SPACE_MB}`],
      env: {
        ...systemVariables(INHERITED_VARIABLES),
        ...ALLOCATOR_VARIABLES,
      },
    });
    this.#timer = setTimeout(() => this.kill(this.#interrupted('took too long to start')), START_TIMEOUT_MS);
    this.#child.on('message', (message: 'ready' | ChildResponse<Result>) => {
      if (this.#killedFor) return;
      this.#stopTimers();
      this.#isBusy = false;
      if (message === 'ready') {
        this.#isReady = true;
        events.onReady();
        return;
      }
      // Memory that one image leaves behind must not count against the next.
      if (message.residentMb > options.memoryMb * MOST_MEMORY_KEPT)
        void this.kill(this.#interrupted('did not release its memory'));
      events.onResponse(message);
    });
    let hasEnded = false;
    const end = (reason: AppError) => {
      if (hasEnded) return;
      hasEnded = true;
      this.#stopTimers();
      events.onExit(this.#killedFor ?? reason, this.#isReady);
    };
    this.#child.on('exit', (code, signal) => end(this.#exitReason(code, signal)));
    this.#child.on('error', (error) => {
      // Without a pid it was never started, and no `exit` follows.
      if (this.#child.pid === undefined) end(this.#interrupted('did not start', error));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isReady(): boolean {
    return this.#isReady && this.#killedFor === null;
  }

  run(request: Request): void {
    const { timeoutMs, memoryMb } = this.#options;
    this.#isBusy = true;
    this.#timer = setTimeout(
      () => this.kill(limit(`Reading the image took longer than ${timeoutMs / 1_000} seconds.`)),
      timeoutMs,
    );
    this.#memoryTimer = setInterval(async () => {
      if ((await residentMb(this.pid)) <= memoryMb || !this.#isBusy) return;
      this.kill(limit(`Reading the image took more than ${memoryMb} MB of memory.`));
    }, MEMORY_CHECK_MS);
    // If the child is gone, `exit` reports it.
    this.#child.send(request as object, () => undefined);
  }

  /** Resolves after the process has exited. */
  async kill(reason: AppError): Promise<void> {
    this.#killedFor ??= reason;
    this.#stopTimers();
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null)
      return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#memoryTimer);
  }

  /** Before it is ready, the process has not seen an image. */
  #interrupted(what: string, detail?: unknown): AppError {
    const Fault = this.#isReady ? ReadInterrupted : OutsideFault;
    return new Fault(`The ${this.#options.name} process ${what}.`, detail);
  }

  #exitReason(code: number | null, signal: NodeJS.Signals | null): AppError {
    const detail = signal ?? `exit code ${code}`;
    if (OUTSIDE_SIGNALS.includes(signal) || !this.#isReady) return this.#interrupted('was stopped', detail);
    return new AppError('unavailable', `The ${this.#options.name} process crashed.`, { detail });
  }
}

const limit = (message: string) => new AppError('unavailable', message);

const run = promisify(execFile);

/** 0 when the process is gone, and on Windows, where only the time limit applies. */
async function residentMb(pid: number): Promise<number> {
  try {
    if (process.platform === 'win32') return 0;
    if (process.platform !== 'linux')
      return Number((await run('ps', ['-o', 'rss=', '-p', `${pid}`])).stdout) / 1_024;
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
