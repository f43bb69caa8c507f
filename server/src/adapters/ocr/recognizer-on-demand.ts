import { ReadInterrupted, type Recognizer } from '../../domain/recognition/recognizer.ts';

/** A recognizer that is opened with the first image, and closed after a time without images. */
export function recognizerOnDemand(open: () => Recognizer, idleMs: number): Recognizer {
  let opened: Recognizer | null = null;
  let isClosed = false;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  async function closeOpened(): Promise<void> {
    clearTimeout(timer);
    const closing = opened;
    opened = null;
    await closing?.close();
  }

  return {
    async read(request) {
      if (isClosed) throw new ReadInterrupted('The service is stopping.');
      clearTimeout(timer);
      opened ??= open();
      running++;
      try {
        return await opened.read(request);
      } finally {
        running--;
        if (running === 0 && !isClosed) timer = setTimeout(closeOpened, idleMs).unref();
      }
    },
    async check() {
      await opened?.check();
    },
    async close() {
      isClosed = true;
      await closeOpened();
    },
  };
}
