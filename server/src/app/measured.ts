import type { BlobStore } from '../domain/images/blob-store.ts';
import type { Recognizer } from '../domain/recognition/recognizer.ts';
import type { BLOB_OPERATIONS, Metrics } from '../lib/telemetry/metrics.ts';

type Observe = (outcome: 'ok' | 'error', seconds: number) => void;

async function timed<T>(work: () => Promise<T>, observe: Observe): Promise<T> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  try {
    const result = await work();
    observe('ok', seconds());
    return result;
  } catch (error) {
    observe('error', seconds());
    throw error;
  }
}

/** The same store, with the duration, errors and bytes of its operations in the metrics. */
export function measuredBlobs(store: BlobStore, { blobSeconds, blobBytes }: Metrics): BlobStore {
  const measure = <T>(operation: (typeof BLOB_OPERATIONS)[number], work: () => Promise<T>) =>
    timed(work, (outcome, seconds) => blobSeconds.observe({ operation, outcome }, seconds));
  return {
    ...store,
    async put(key, file, info) {
      const { size } = file;
      await measure('put', () => store.put(key, file, info));
      blobBytes.inc({ direction: 'written' }, size);
    },
    async open(key) {
      const blob = await measure('open', () => store.open(key));
      if (blob) blobBytes.inc({ direction: 'read' }, blob.size);
      return blob;
    },
    delete: (key) => measure('delete', () => store.delete(key)),
  };
}

/** The same recognizer, with its time in the metrics. */
export function measuredRecognizer(recognizer: Recognizer, { recognition }: Metrics): Recognizer {
  return {
    read: (request) =>
      timed(
        () => recognizer.read(request),
        (outcome, seconds) => recognition.observe({ outcome }, seconds),
      ),
    check: () => recognizer.check(),
    close: () => recognizer.close(),
  };
}
