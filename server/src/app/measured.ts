import type { BlobStore } from '../domain/images/blob-store.ts';
import type { Recognizer } from '../domain/recognition/recognizer.ts';
import type { BLOB_OPERATIONS, Metrics } from '../lib/telemetry/metrics.ts';

/** The same store, with the duration, errors and bytes of its operations in the metrics. */
export function measuredBlobs(store: BlobStore, { blobSeconds, blobBytes }: Metrics): BlobStore {
  async function timed<T>(operation: (typeof BLOB_OPERATIONS)[number], work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const observe = (outcome: string) =>
      blobSeconds.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000);
    try {
      const result = await work;
      observe('ok');
      return result;
    } catch (error) {
      observe('error');
      throw error;
    }
  }
  return {
    ...store,
    async put(key, file, info) {
      const { size } = file;
      await timed('put', store.put(key, file, info));
      blobBytes.inc({ direction: 'written' }, size);
    },
    async open(key) {
      const blob = await timed('open', store.open(key));
      if (blob) blobBytes.inc({ direction: 'read' }, blob.size);
      return blob;
    },
    delete: (key) => timed('delete', store.delete(key)),
  };
}

/** The same recognizer, with its time in the metrics. */
export function measuredRecognizer(recognizer: Recognizer, { recognition }: Metrics): Recognizer {
  return {
    async read(request) {
      const startedAt = performance.now();
      const observe = (outcome: string) =>
        recognition.observe({ outcome }, (performance.now() - startedAt) / 1_000);
      try {
        const reading = await recognizer.read(request);
        observe('ok');
        return reading;
      } catch (error) {
        observe('error');
        throw error;
      }
    },
    check: () => recognizer.check(),
    close: () => recognizer.close(),
  };
}
