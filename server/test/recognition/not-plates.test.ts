import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  type DecoyKind,
  decoyKinds,
  drawDecoyScene,
  drawPlateScene,
} from '../../../lab/scenes/plate-scene.ts';
import { type OcrEngine, openOcrEngine } from '../../src/adapters/ocr/engine/ocr-engine.ts';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';

let read: OcrEngine;
before(async () => {
  read = await openOcrEngine();
});

const plateIn = async (image: Buffer) => readFields(await read(image, null), { logos: [] }).alpr_plate_number;

/** `npm run accuracy -- --plates` has many of each. */
for (const kind of decoyKinds satisfies readonly DecoyKind[])
  test(`a ${kind} is not a plate with High`, async () => {
    for (let index = 0; index < 3; index++) {
      const { image } = await drawDecoyScene(905, index, kind);
      const { value, score } = await plateIn(image);
      assert.notEqual(score, 'High', `${value} in image ${index}`);
    }
  });

test('plates are located by their look and read by two kinds of readers', async () => {
  const { image, plate } = await drawPlateScene(905, 0);
  const reading = await read(image, null);
  const [located] = reading.plates ?? [];
  assert.deepEqual([located?.candidates[0]?.text, located?.isConfirmed], [plate, true]);
  assert.equal(readFields(reading, { logos: [] }).alpr_plate_number.value, plate);
});
