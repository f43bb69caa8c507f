import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sample, type SampleSet, sceneTruth } from './sample.ts';

type RealTruth = Record<string, { usdot_number?: string; mc_number?: string; cab_number?: string }>;
type DrawnTruth = { file: string; carrier?: string } & Record<string, string | undefined>;

/** The labeled photographs in a folder; none if the folder does not exist. */
export async function photoSets(folder: string): Promise<SampleSet[]> {
  if (!existsSync(folder)) return [];
  const real = join(folder, 'real');
  const drawn = join(folder, 'synthetic');
  const truths: RealTruth = JSON.parse(await readFile(join(real, 'truth.json'), 'utf8'));
  const list: DrawnTruth[] = JSON.parse(await readFile(join(drawn, 'truth.json'), 'utf8'));
  return [
    {
      title: 'real photographs',
      samples: Object.entries(truths).map(([file, truth]) => ({
        name: file,
        open: () => readFile(join(real, file)),
        truth,
        isComplete: false,
      })),
    },
    { title: 'synthetic photographs', samples: list.map((truth) => drawnSample(drawn, truth)) },
  ];
}

function drawnSample(folder: string, { file, carrier, ...truth }: DrawnTruth): Sample {
  return {
    name: file,
    open: () => readFile(join(folder, file)),
    truth: { ...sceneTruth(truth), placard: undefined },
    isComplete: true,
    ...(carrier === undefined ? {} : { carrier: { name: carrier, city: null, state: null } }),
  };
}
