import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readFields } from '../../../src/domain/recognition/readings/read-fields.ts';
import { nothingRead } from '../../../src/domain/recognition/readings/reading.ts';
import { groupViews } from '../../../src/domain/recognition/sighting/group-views.ts';
import { marksOf } from '../../../src/domain/recognition/sighting/image-marks.ts';
import { agreementOf } from '../../../src/domain/recognition/sighting/same-truck.ts';
import { storedReading, type View } from '../../../src/domain/recognition/sighting/view.ts';
import { isPlaceholderPlate } from '../../../src/lib/identifiers/placeholder-plate.ts';
import { seededRandom } from '../../support/random.ts';
import { readLines } from '../../support/recognition/read-lines.ts';
import {
  type Given,
  low,
  medium,
  sameTruckCases,
  type Values,
} from '../../support/recognition/same-truck-cases.ts';

const empty = storedReading(readLines([]), readFields(readLines([]), { logos: [] }));
const PASSAGE_MS = 6_000;
let count = 0;

function view(given: Values, seconds = 0): View {
  const field = (value: Given = '') => {
    const [text, score] = typeof value === 'string' ? [value, 'High' as const] : value;
    return text === '' ? nothingRead : { ...nothingRead, value: text, raw: text, score };
  };
  const { fields } = empty;
  const isWhole = typeof given.vin === 'string' && given.vin.length === 17;
  return {
    ...{ source: 'camera', time_captured: new Date(1_800_000_000_000 + seconds * 1_000) },
    ...{ latitude: 0, longitude: 0, city: '', state: '', route: '', traffic_direction: '' },
    imageId: String(++count).padStart(6, '0'),
    ownId: count,
    receivedAt: new Date(),
    read: {
      ...empty,
      fields: {
        ...fields,
        alpr_plate_number: { ...fields.alpr_plate_number, ...field(given.plate), state: given.state ?? 'OK' },
        usdot_number: {
          ...field(given.usdot),
          ...(given.others && { others: given.others }),
          ...(given.isUsdotTyped && { isCorrected: true }),
        },
        mc_number: { ...fields.mc_number, ...field(given.mc) },
        vin: { ...fields.vin, ...field(given.vin), isWhole },
        cab_number: field(given.cab),
        equipment_number: field(given.trailer),
      },
    },
  };
}

suite('two images of the same camera and time', () => {
  for (const [name, a, b, expected] of sameTruckCases) {
    test(`${name}: ${expected ?? 'not known to be the same truck'}`, () => {
      const [first, second] = [marksOf(view(a)), marksOf(view(b))];
      assert.equal(agreementOf(first, second), expected);
      assert.equal(agreementOf(second, first), expected);
    });
  }
});

test('knows the words that stand for no plate', () => {
  for (const plate of ['UNKNOWN', 'NOPLATE', 'NONE', 'NA', 'NULL', '0000000', 'XXXXXX', '1234567']) {
    assert.ok(isPlaceholderPlate(plate), plate);
  }
  for (const plate of ['ABC123', '7ABC123', 'P123456', 'NONE1', 'T1', '00AB00']) {
    assert.ok(!isPlaceholderPlate(plate), plate);
  }
});

suite('trucks', () => {
  const groupsOf = (...given: [Values, number][]) => {
    const views = given.map(([values, seconds]) => view(values, seconds));
    const at = new Map(views.map(({ imageId }, i) => [imageId, i]));
    return groupViews(views, PASSAGE_MS).map((group) => group.map(({ imageId }) => at.get(imageId)));
  };

  test('of a convoy with one USDOT number are told apart after the time of one passage', () => {
    const usdot = '1234567';
    assert.deepEqual(groupsOf([{ usdot }, 0], [{ usdot }, 6]), [[0, 1]]);
    assert.deepEqual(groupsOf([{ usdot }, 0], [{ usdot }, 7]), [[0], [1]]);
    const convoy = [0, 5, 10, 15].map((seconds): [Values, number] => [{ usdot }, seconds]);
    assert.deepEqual(
      groupsOf(...convoy),
      [
        [0, 1],
        [2, 3],
      ],
      'one does not lead on to the next',
    );
  });

  test('are joined by an image that links two others', () => {
    const linked: [Values, number][] = [
      [{ usdot: '1234567' }, 0],
      [{ plate: 'ABC123', usdot: '1234567' }, 4],
      [{ plate: 'ABC123' }, 100],
    ];
    assert.deepEqual(groupsOf(...linked), [[0, 1, 2]]);
  });

  test('are not joined by an image that agrees with two trucks that contradict each other', () => {
    const groups = groupsOf(
      [{ plate: 'ABC123', usdot: '5000060' }, 0],
      [{ plate: 'ABC123', usdot: '5000308' }, 10],
      [{ plate: 'ABC123' }, 2],
    );
    assert.deepEqual(groups, [[0, 2], [1]]);
  });

  test('do not depend on the order of their images', () => {
    const random = seededRandom(11);
    const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T;
    for (let round = 0; round < 300; round++) {
      const views = Array.from({ length: 12 }, () =>
        view(
          {
            plate: pick<Given>(['', 'AB1234', medium('AB1234'), 'AB1Z34', 'XY777', 'UNKNOWN', low('AB1234')]),
            state: pick(['OK', 'OK', 'TX', '']),
            usdot: pick<Given>(['', '5000060', medium('5000068'), '5000308', low('5000060')]),
            cab: pick<Given>(['', '', '101', medium('107')]),
            trailer: pick<Given>(['', '', 'T13551', 'T13552']),
          },
          random() * pick([10, 100, 400]),
        ),
      );
      const texts = (given: View[]) =>
        groupViews(given, PASSAGE_MS)
          .map((group) => group.map(({ imageId }) => imageId).join())
          .sort();
      const expected = texts(views);
      for (let n = 0; n < 3; n++) {
        assert.deepEqual(texts(views.toSorted(() => random() - 0.5)), expected);
      }
    }
  });

  test('that stand before the camera are cut at fixed times', () => {
    const standing = [300, 0, 180, 60, 240, 120].map((seconds): [Values, number] => [
      { plate: 'ABC123' },
      seconds,
    ]);
    assert.deepEqual(groupsOf(...standing), [
      [1, 3],
      [5, 2],
      [4, 0],
    ]);
  });
});
