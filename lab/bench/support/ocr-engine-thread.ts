/** Each engine has its own thread, because denormal handling is a thread setting that engines change. */
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { ocrEngine } from '../../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { openReaders } from '../../../server/src/adapters/ocr/models/models.ts';
import { type Engine, ourEngine, ppuPaddleOcr } from './ocr-engines.ts';

const engines = {
  both: async () => ourEngine(ocrEngine(await openReaders())),
  one: async () => ourEngine(ocrEngine({ ...(await openReaders()), reader: null })),
  english: () => ppuPaddleOcr(),
} satisfies Record<string, () => Promise<Engine>>;

export type EngineName = keyof typeof engines;
export const engineNames = Object.keys(engines) as EngineName[];

export async function engineThread(name: EngineName): Promise<Engine> {
  // Native code in the thread sees only what the main thread sets.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const worker = new Worker(new URL(import.meta.url), { workerData: { engine: name } });
  await once(worker, 'message');
  const ask = async (message: unknown) => {
    worker.postMessage(message);
    const [reply] = await once(worker, 'message');
    return reply;
  };
  return {
    texts: (image) => ask(image),
    close: async () => {
      await ask(null);
      await worker.terminate();
    },
  };
}

if (parentPort && workerData?.engine) {
  const port = parentPort;
  const engine = await engines[workerData.engine as EngineName]();
  port.on('message', async (image: Uint8Array | null) => {
    port.postMessage(image ? await engine.texts(Buffer.from(image)) : await engine.close());
  });
  port.postMessage('ready');
}
