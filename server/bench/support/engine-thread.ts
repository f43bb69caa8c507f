/** One engine in a thread of its own: how a thread treats tiny numbers is a state of the thread, and would be shared. */
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { ocrEngine } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import { openReaders } from '../../src/adapters/ocr/models/models.ts';
import { type Engine, ourEngine, ppuPaddleOcr, tesseractJs } from './text-engines.ts';

const engines = {
  both: async () => ourEngine(ocrEngine(await openReaders())),
  one: async () => ourEngine(ocrEngine({ ...(await openReaders()), second: null })),
  english: () => ppuPaddleOcr('english'),
  same: () => ppuPaddleOcr('ours'),
  tesseract: () => tesseractJs(),
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
    const [answer] = await once(worker, 'message');
    return answer;
  };
  return {
    texts: (picture) => ask(picture),
    close: async () => {
      await ask(null);
      await worker.terminate();
    },
  };
}

if (parentPort && workerData?.engine) {
  const port = parentPort;
  const engine = await engines[workerData.engine as EngineName]();
  port.on('message', async (picture: Uint8Array | null) => {
    port.postMessage(picture ? await engine.texts(Buffer.from(picture)) : await engine.close());
  });
  port.postMessage('ready');
}
