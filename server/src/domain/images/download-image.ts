import { createHash } from 'node:crypto';
import { AppError } from '../../lib/errors.ts';
import { type Outbound, outboundReason } from '../../lib/outbound.ts';
import type { StagedFile } from './blob-store.ts';
import { type ImageFacts, MAX_IMAGE_BYTES } from './image-format.ts';
import { ImageProbe, refused } from './probes/probe-image.ts';

const DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 3;

export type Downloaded = { sha256: Buffer; facts: ImageFacts; file: StagedFile };

/** Hashes, checks and writes the bytes as they come; stops at the first that cannot belong to a picture. */
export async function downloadImage(
  outbound: Outbound,
  url: string,
  opening: Promise<StagedFile>,
): Promise<Downloaded> {
  const hash = createHash('sha256');
  const probe = new ImageProbe();
  try {
    const answer = await outbound.send({
      url,
      headers: { accept: 'image/jpeg, image/png, image/webp' },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_IMAGE_BYTES,
      maxRedirects: MAX_REDIRECTS,
      keepAlive: true,
    });
    if (answer.status !== 200) {
      answer.cancel();
      throw refused(`Its host answered with status ${answer.status}.`);
    }
    const file = await opening;
    for await (const chunk of answer.body) {
      probe.push(chunk);
      hash.update(chunk);
      await file.append(chunk);
    }
    return { sha256: hash.digest(), facts: probe.end(), file };
  } catch (error) {
    throw await opening.then(
      () => explained(error),
      (own: unknown) => own,
    );
  }
}

function explained(error: unknown): AppError {
  const known = error instanceof AppError && error.kind === 'failed' ? error : null;
  const sentence = known?.message ?? 'Something went wrong on our side.';
  const reason = outboundReason(error);
  const message = `The image could not be downloaded. ${sentence}`;
  return new AppError('failed', message, {
    detail: { reason, because: known?.detail ?? String(error) },
    cause: error,
  });
}
