import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf, FAR_PARTS, isIn } from '../src/parts/map/view.ts';

const DALLAS = { longitude: -96.8, latitude: 32.8 };
const DENVER = { longitude: -105, latitude: 39.7 };
const ANCHORAGE = { longitude: -149.9, latitude: 61.2 };
const HONOLULU = { longitude: -157.9, latitude: 21.3 };
const SAN_JUAN = { longitude: -66.1, latitude: 18.4 };

test('the view of a map fits its points, and those of Alaska, Hawaii and Puerto Rico do not widen it', () => {
  assert.deepEqual(boundsOf([DALLAS, ANCHORAGE, DENVER, HONOLULU, SAN_JUAN]), [-105, 32.8, -96.8, 39.7]);
});

test('the view of a carrier that runs only in Alaska and Hawaii fits both', () => {
  assert.deepEqual(boundsOf([ANCHORAGE, HONOLULU]), [-157.9, 21.3, -149.9, 61.2]);
  assert.equal(boundsOf([]), null);
});

test('each far part has its points, and no other part has them', () => {
  const partsOf = (place: typeof DALLAS) =>
    FAR_PARTS.filter((part) => isIn(part, place)).map(({ name }) => name);
  assert.deepEqual([ANCHORAGE, HONOLULU, SAN_JUAN, DALLAS].map(partsOf), [
    ['Alaska'],
    ['Hawaii'],
    ['Puerto Rico'],
    [],
  ]);
});
