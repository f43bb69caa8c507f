import { Worker } from 'node:worker_threads';
import type { PictureReading, ReadRequest, Recognizer } from '../../../domain/recognition/recognizer.ts';
import { AppError, messageOf } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import { NativeGate } from './native-gate.ts';
import type { ThreadAnswer, ThreadRequest } from './ocr-child.ts';

export type PoolOptions = {
  threads: number;
  /** For one picture, the loading of the models included. */
  timeoutMs: number;
  /** What runs in each thread; tests hand in one that hangs or dies. */
  entry?: URL;
};

type Task = {
  request: ReadRequest;
  resolve(reading: PictureReading): void;
  reject(error: Error): void;
  /** Rejects at once; a thread that reads it already finishes and its answer is dropped. */
  onAbort(): void;
};

type Thread = {
  worker: Worker;
  gate: NativeGate;
  task: Task | null;
  id: number;
  timer: NodeJS.Timeout | undefined;
};

const ENTRY = new URL('./ocr-child.ts', import.meta.url);
const JS_HEAP_MB = 128;

/** Threads that read pictures. Each starts when there is work for it, and is replaced when it dies or hangs. */
export class OcrPool implements Recognizer {
  readonly #options: PoolOptions;
  readonly #log: Log;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Task[] = [];
  #closed = false;
  #lastId = 0;

  constructor(options: PoolOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  read(request: ReadRequest): Promise<PictureReading> {
    const { promise, resolve, reject } = Promise.withResolvers<PictureReading>();
    if (this.#closed) return Promise.reject(stopping());
    if (request.signal?.aborted) return Promise.reject(aborted());
    const onAbort = () => {
      const waiting = this.#waiting.indexOf(task);
      if (waiting >= 0) this.#waiting.splice(waiting, 1);
      reject(aborted());
    };
    const task: Task = { request, resolve, reject, onAbort };
    request.signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(task);
    this.#next();
    return promise.finally(() => request.signal?.removeEventListener('abort', onAbort));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(stopping());
    await Promise.all([...this.#threads].map((thread) => this.#retire(thread, stopping())));
  }

  /** Pids of nothing, but threads can be counted: how many have their models loaded or are loading them. */
  get size(): number {
    return this.#threads.size;
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const idle = [...this.#threads].find(({ task }) => task === null);
      if (!idle && this.#threads.size >= this.#options.threads) return;
      const task = this.#waiting.shift();
      if (task) this.#give(idle ?? this.#start(), task);
    }
  }

  #start(): Thread {
    const gate = new NativeGate();
    const worker = new Worker(this.#options.entry ?? ENTRY, {
      name: 'ocr',
      workerData: gate.shared,
      resourceLimits: { maxOldGenerationSizeMb: JS_HEAP_MB },
    });
    const thread: Thread = { worker, gate, task: null, id: 0, timer: undefined };
    worker.on('message', (answer: ThreadAnswer) => this.#answered(thread, answer));
    worker.on('error', (error) => this.#lost(thread, messageOf(error)));
    worker.on('exit', (code) => this.#lost(thread, `exit code ${code}`));
    this.#threads.add(thread);
    return thread;
  }

  #give(thread: Thread, task: Task): void {
    thread.task = task;
    thread.id = ++this.#lastId;
    const { timeoutMs } = this.#options;
    thread.timer = setTimeout(() => {
      this.#log.warn({ timeoutMs }, 'a reading thread hangs and is replaced');
      this.#retire(
        thread,
        new AppError('unavailable', `Reading the picture took longer than ${timeoutMs} ms.`),
      );
      this.#next();
    }, timeoutMs);
    // The caller keeps its bytes; the copy is handed over, not cloned a second time.
    const picture = new Uint8Array(task.request.picture);
    const message: ThreadRequest = { id: thread.id, picture, box: task.request.box };
    thread.worker.postMessage(message, [picture.buffer]);
  }

  #answered(thread: Thread, answer: ThreadAnswer): void {
    const { task } = thread;
    if (!task || answer.id !== thread.id) return;
    clearTimeout(thread.timer);
    thread.task = null;
    if ('reading' in answer) task.resolve(answer.reading);
    else {
      const { kind, message, detail } = answer.error;
      task.reject(new AppError(kind, message, { detail }));
    }
    this.#next();
  }

  #lost(thread: Thread, reason: string): void {
    if (!this.#threads.has(thread)) return;
    this.#log.warn({ reason }, 'a reading thread died and is replaced');
    this.#retire(
      thread,
      new AppError('unavailable', 'The thread that read the picture died.', { detail: reason }),
    );
    this.#next();
  }

  /** Its place is free at once; the thread itself ends when it is out of native code. */
  async #retire(thread: Thread, reason: AppError): Promise<void> {
    this.#threads.delete(thread);
    clearTimeout(thread.timer);
    thread.task?.reject(reason);
    thread.task = null;
    await thread.gate.close();
    await thread.worker.terminate();
  }
}

const stopping = () => new AppError('unavailable', 'The service is stopping.');
const aborted = () => new AppError('unavailable', 'Reading the picture was given up.');
