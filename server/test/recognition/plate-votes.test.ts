import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from '../../src/domain/recognition/readings/read-fields.ts';
import type { PlateReading } from '../../src/domain/recognition/readings/reading.ts';
import { mergeViews, storedReading, type View } from '../../src/domain/recognition/sighting/view.ts';
import { imageOf } from '../support/recognition/text-lines.ts';

type Given = Partial<PlateReading> & Pick<PlateReading, 'value' | 'score'>;

/** The plate of a sighting whose images show these plates. */
function merged(...plates: Given[]) {
  const views = plates.map((plate, i): View => {
    const image = imageOf([]);
    const fields = readFields(image, { logos: [] });
    const alpr_plate_number: PlateReading = {
      ...fields.alpr_plate_number,
      ...{ source: 'ocr', characters: [0.9], ...plate },
    };
    return {
      ...{
        source: 'camera',
        latitude: 0,
        longitude: 0,
        city: '',
        state: '',
        route: '',
        traffic_direction: '',
      },
      ...{ imageId: `image ${i}`, time_captured: new Date(i), receivedAt: new Date(i), ownId: i },
      read: storedReading(image, { ...fields, alpr_plate_number }),
    };
  });
  return mergeViews(views).alpr_plate_number;
}

test('below High, the plate that most images read is that of the sighting', () => {
  const { value, alternatives } = merged(
    { value: 'ABC1234', score: 'Low' },
    { value: 'A8C1234', score: 'Medium' },
    { value: 'ABC1234', score: 'Low' },
    { value: 'ABC1234', score: 'Low' },
  );
  assert.deepEqual([value, alternatives], ['ABC1234', ['A8C1234']]);
});

test('the second choice of an image counts a little', () => {
  const { value } = merged(
    { value: 'A8C1234', score: 'Low' },
    { value: 'ABC1234', score: 'Low' },
    { value: 'AEC1234', score: 'Low', alternatives: ['ABC1234'] },
  );
  assert.equal(value, 'ABC1234');
});

test('a plate that one image read with High is not outvoted, nor is the partner’s', () => {
  const low: Given = { value: 'A8C1234', score: 'Low' };
  assert.equal(merged(low, low, low, low, low, { value: 'ABC1234', score: 'High' }).value, 'ABC1234');
  assert.equal(merged(low, low, low, { value: 'ABC1234', score: 'Low', source: 'alpr' }).value, 'ABC1234');
});

test('the state is that of another image of the same plate if the chosen one shows none', () => {
  const { value, state, stateScore } = merged(
    { value: 'ABC1234', score: 'High', state: '' },
    { value: 'ABC1234', score: 'Medium', state: 'TX', stateScore: 'Medium' },
    { value: 'XYZ1234', score: 'Low', state: 'NY', stateScore: 'High' },
  );
  assert.deepEqual([value, state, stateScore], ['ABC1234', 'TX', 'Medium']);
});
