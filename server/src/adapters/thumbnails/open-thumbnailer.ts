import type { Thumbnailer } from '../../domain/images/thumbnails.ts';
import type { Log } from '../../lib/log.ts';
import { ChildPool } from '../child-pool/child-pool.ts';

const OPTIONS = {
  name: 'thumbnail',
  entry: new URL('./thumbnail-child.ts', import.meta.url),
  /** Decoding runs in native code and is short, so that one process serves a page of images in a fraction of a second. */
  processes: 1,
  timeoutMs: 10_000,
  memoryMb: 512,
};

/** Makes thumbnails in a child process with limits, because images are untrusted. It starts with the first thumbnail. */
export function openThumbnailer(log: Log): Thumbnailer {
  const pool = new ChildPool<Uint8Array, Uint8Array>(OPTIONS, log);
  return {
    make: async (image) => Buffer.from(await pool.run(image)),
    close: () => pool.close(),
  };
}
