import { createHash } from 'node:crypto';
import type { StagedFile } from './blob-store.ts';
import type { ImageFacts } from './image-format.ts';
import { ImageProbe } from './probes/probe-image.ts';

/** Where the bytes go: a file, or memory. */
export type Sink = Pick<StagedFile, 'append'>;

export type Received = { sha256: Buffer; facts: ImageFacts };

/** Hashes, checks and writes the bytes as they arrive. Fails at the first byte that cannot belong to an image. */
export async function receiveBytes(bytes: AsyncIterable<Buffer>, file: Sink): Promise<Received> {
  const hash = createHash('sha256');
  const probe = new ImageProbe();
  for await (const chunk of bytes) {
    probe.push(chunk);
    hash.update(chunk);
    await file.append(chunk);
  }
  return { sha256: hash.digest(), facts: probe.end() };
}
