import type { Thumbnailer } from '../../domain/images/thumbnails.ts';
import type { Log } from '../../lib/log.ts';
import { OcrPool } from '../ocr/pool/ocr-pool.ts';

const ENTRY = new URL('./thumbnail-child.ts', import.meta.url);
/** Decoding runs in native code and is short, so that one process serves a page of images in a fraction of a second. */
const PROCESSES = 1;
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;

/** Makes thumbnails in a child process with limits, because images are untrusted. It starts with the first thumbnail. */
export function openThumbnailer(log: Log): Thumbnailer {
  const pool = new OcrPool<Uint8Array>(
    { processes: PROCESSES, timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB, entry: ENTRY },
    log,
  );
  return {
    make: async (image) => Buffer.from(await pool.read({ image, box: null })),
    close: () => pool.close(),
  };
}
