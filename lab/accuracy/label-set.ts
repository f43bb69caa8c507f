import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedLabel } from '../../server/src/domain/recognition/labels/labeled-images.ts';
import type { Box } from '../../server/src/domain/recognition/recognizer.ts';
import { textTable } from '../../server/src/lib/text-table.ts';
import type { FieldName, Sample, SampleSet } from './sample.ts';

type LabeledImage = { image: string; box: Box; labels: ExportedLabel[] };
type LabelSet = SampleSet & {
  /** By field, how many labels confirm what had been read, of those with a value. */
  before: Map<FieldName, { labels: number; right: number }>;
};

/** A folder that `milepost export labels` wrote. Only the labeled fields of an image count. */
export async function labelSet(folder: string): Promise<LabelSet> {
  const file = join(folder, 'labels.jsonl');
  if (!existsSync(file))
    throw new Error(`${file} does not exist. Run milepost export labels ${folder} first.`);
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const images = lines.map((line): LabeledImage => JSON.parse(line));
  const before: LabelSet['before'] = new Map();
  for (const { field, value, read_value } of images.flatMap(({ labels }) => labels)) {
    const counts = before.get(field) ?? { labels: 0, right: 0 };
    counts.labels++;
    if (read_value === (value ?? '')) counts.right++;
    before.set(field, counts);
  }
  return { title: 'labels', samples: images.map((image) => sampleOf(folder, image)), before };
}

function sampleOf(folder: string, { image, box, labels }: LabeledImage): Sample {
  const truth: Sample['truth'] = {};
  for (const { field, value } of labels) if (value !== null) truth[field] = value;
  return {
    name: image,
    open: () => readFile(join(folder, image)),
    box,
    truth,
    isComplete: false,
    absent: labels.filter(({ value }) => value === null).map(({ field }) => field),
  };
}

/** What had been read when the labels were stored, to compare with the table of the current readers. */
export function beforeTable({ before }: LabelSet): string {
  const rows = [...before].map(([field, { labels, right }]) => [field, labels, right]);
  return textTable(['field', 'labels', 'right when labeled'], rows);
}
