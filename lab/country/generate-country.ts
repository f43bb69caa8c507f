import { Worker } from 'node:worker_threads';
import { DEFAULT_AS_OF } from './country.ts';
import { dayOf } from './days.ts';
import { type Group, groups, type Written, writeFiles } from './write-files.ts';

export type GenerateOptions = {
  carriers: number;
  seed: number;
  folder: string;
  /** The day the files speak of, ISO; fixed by default, so that the same seed gives the same bytes on any day. */
  asOf?: string | undefined;
  only?: readonly Group[] | undefined;
  /** Carriers written so far, summed over the groups, of how many. */
  onProgress?: (done: number, of: number) => void;
};

const SMALL = 5_000;

/** Writes a synthetic country in the formats of the federal files; large ones with a thread for each group. */
export async function generateCountry(options: GenerateOptions): Promise<Written[]> {
  const { carriers, seed, folder, onProgress = () => undefined } = options;
  const country = { seed, carriers, asOfDay: dayOf(options.asOf ?? DEFAULT_AS_OF) };
  const wanted = options.only ?? groups;
  if (carriers <= SMALL) return wanted.flatMap((group) => writeFiles(country, group, folder));
  const done = new Map<Group, number>();
  const write = (group: Group) =>
    inThread({ country, group, folder }, (count) => {
      done.set(group, count);
      onProgress(
        [...done.values()].reduce((sum, n) => sum + n, 0),
        carriers * wanted.length,
      );
    });
  return (await Promise.all(wanted.map(write))).flat();
}

function inThread(workerData: object, onCarriers: (count: number) => void): Promise<Written[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./write-files-worker.ts', import.meta.url), { workerData });
    worker.on('message', (message: { carriers?: number; written?: Written[] }) => {
      if (message.carriers) onCarriers(message.carriers);
      if (message.written) resolve(message.written);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the thread ended early with code ${code}`)));
  });
}
