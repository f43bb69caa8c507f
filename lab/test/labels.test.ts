import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { readLines } from '../../server/test/support/recognition/read-lines.ts';
import { beforeTable, labelSet } from '../accuracy/label-set.ts';
import { Tally } from '../accuracy/tally.ts';

const folder = await mkdtemp(join(tmpdir(), 'milepost-labels-'));
after(() => rm(folder, { recursive: true, force: true }));

const label = (field: string, value: string | null, read_value: string) => ({
  ...{ field, value, read_value, plate_state: '', read_score: 'High', quads: [] },
});
const box = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
const lines = [
  {
    image: 'images/a.jpeg',
    box,
    labels: [label('usdot_number', '1234567', '1234561'), label('mc_number', null, '55555')],
  },
  { image: 'images/b.jpeg', box, labels: [label('usdot_number', '7654321', '7654321')] },
];

test('counts the labeled fields only, also those that an image does not show', async () => {
  await writeFile(join(folder, 'labels.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const set = await labelSet(folder);
  const tally = new Tally();
  const read = readFields(readLines(['USDOT 1234567', 'MC 55555', 'VIN 1XKYDP9X3GJ473958']), { logos: [] });
  for (const sample of set.samples) tally.add(sample, read);
  const { of, exact, wrong } = tally.of('usdot_number');
  assert.deepEqual([of, exact, wrong], [2, 1, 1]);
  assert.deepEqual(
    [tally.of('mc_number').of, tally.of('mc_number').wrong],
    [0, 1],
    'a value in place of none is wrong',
  );
  assert.doesNotMatch(tally.table(), /vin/, 'a field without a label does not count');
  assert.match(beforeTable(set), /usdot_number +2 +1/);
  assert.deepEqual(set.samples[0]?.box, box);
});

test('names the command that writes the labels when the folder has none', async () => {
  await assert.rejects(labelSet(join(folder, 'none')), /Run milepost export labels/);
});
