import type { ImageReading, ReadRequest, Recognizer } from '../../domain/recognition/recognizer.ts';
import type { Log } from '../../lib/log.ts';
import { ChildPool } from '../child-pool/child-pool.ts';
import type { OcrRequest } from './ocr-child.ts';

export type OcrPoolOptions = {
  processes: number;
  /** For one image. */
  timeoutMs: number;
  /** Resident memory of a process. */
  memoryMb: number;
  /** Replaces built-in models; null by default. */
  models?: string | null;
  /** Replaced by tests. */
  entry?: URL;
};

const ENTRY = new URL('./ocr-child.ts', import.meta.url);

/** The built-in engine, in child processes that start with the first image. */
export class OcrPool implements Recognizer {
  readonly #pool: ChildPool<OcrRequest, ImageReading>;

  constructor({ models = null, entry = ENTRY, ...limits }: OcrPoolOptions, log: Log) {
    const args = models === null ? [] : [models];
    this.#pool = new ChildPool({ ...limits, name: 'OCR', entry, args }, log);
  }

  read({ signal, ...request }: ReadRequest): Promise<ImageReading> {
    return this.#pool.run(request, signal);
  }

  /** A pool that has read nothing yet is usable. */
  check(): Promise<void> {
    return this.#pool.check();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  get pids(): number[] {
    return this.#pool.pids;
  }
}
