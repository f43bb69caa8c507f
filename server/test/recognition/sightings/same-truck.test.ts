import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readFields } from '../../../src/domain/recognition/readings/read-fields.ts';
import { nothingRead, type Reading } from '../../../src/domain/recognition/readings/reading.ts';
import { groupViews } from '../../../src/domain/recognition/sighting/group-views.ts';
import { marksOf } from '../../../src/domain/recognition/sighting/image-marks.ts';
import { agreementOf } from '../../../src/domain/recognition/sighting/same-truck.ts';
import { storedReading, type View } from '../../../src/domain/recognition/sighting/view.ts';
import { isPlaceholderPlate } from '../../../src/lib/identifiers/placeholder-plate.ts';
import { seededRandom } from '../../support/random.ts';
import { readLines } from '../../support/recognition/read-lines.ts';

type Level = Reading['score'];
/** A value, or a value and its level; High unless given. */
type Given = string | [string, Level];
type Values = {
  plate?: Given;
  state?: string;
  usdot?: Given;
  /** Further USDOT numbers on the door. */
  others?: string[];
  isUsdotTyped?: true;
  mc?: Given;
  vin?: Given;
  cab?: Given;
  trailer?: Given;
};

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

const low = (value: string): Given => [value, 'Low'];
const medium = (value: string): Given => [value, 'Medium'];

suite('two images of the same camera and time', () => {
  const cases: [string, Values, Values, ReturnType<typeof agreementOf>][] = [
    ['nothing read', {}, {}, null],
    ['same plate and state', { plate: 'ABC123' }, { plate: 'ABC123' }, 'strong'],
    ['same plate with Medium', { plate: medium('ABC123') }, { plate: medium('ABC123') }, 'strong'],
    ['same plate with Low', { plate: low('ABC123') }, { plate: low('ABC123') }, null],
    ['same plate, another state', { plate: 'ABC123' }, { plate: 'ABC123', state: 'TX' }, null],
    ['same plate, one state unknown', { plate: 'ABC123' }, { plate: 'ABC123', state: '' }, 'weak'],
    ['same plate, both states unknown', { plate: 'AB1', state: '' }, { plate: 'AB1', state: '' }, 'weak'],
    ['plates that are placeholders', { plate: 'UNKNOWN' }, { plate: 'UNKNOWN' }, null],
    ['plates of one repeated character', { plate: '0000000' }, { plate: '0000000' }, null],
    ['same cab number, nothing else read', { cab: '4511' }, { cab: '4511', plate: 'ABC123' }, 'weak'],
    ['same short cab number', { cab: '51' }, { cab: '51' }, null],
    [
      'similar plates, same cab number of one carrier',
      { plate: 'PKC3213', usdot: '2935628', cab: '3112' },
      { plate: 'PKC3713', usdot: '2935628', cab: '3112' },
      'weak',
    ],
    [
      'similar plates of one carrier, nothing else read',
      { plate: 'PKC3213', usdot: '2935628' },
      { plate: 'PKC3713', usdot: '2935628' },
      null,
    ],
    [
      'a number taken for the cab’s in one image and for the trailer’s in the other',
      { plate: 'ABC123', cab: medium('T300889') },
      { plate: 'ABC123', cab: '2126', trailer: 'T300889' },
      'strong',
    ],
    ['different plates', { plate: 'ABC123' }, { plate: 'XYZ999' }, null],
    [
      'same plate, different USDOT numbers',
      { plate: 'A1B2', usdot: '5000060' },
      { plate: 'A1B2', usdot: '5000308' },
      null,
    ],
    [
      'same plate, a misread USDOT number',
      { plate: 'A1B2', usdot: '5000060' },
      { plate: 'A1B2', usdot: medium('5000068') },
      'strong',
    ],
    [
      'same plate, similar USDOT numbers, both High',
      { plate: 'A1B2', usdot: '5000060' },
      { plate: 'A1B2', usdot: '5000068' },
      null,
    ],
    [
      'same plate, a Low USDOT number that differs',
      { plate: 'A1B2', usdot: '5000060' },
      { plate: 'A1B2', usdot: low('5111308') },
      'strong',
    ],
    [
      'same plate, different MC numbers',
      { plate: 'A1B2', mc: '135797' },
      { plate: 'A1B2', mc: '529015' },
      null,
    ],
    [
      'same plate, different cab numbers',
      { plate: 'A1B2', cab: '4511' },
      { plate: 'A1B2', cab: medium('88') },
      null,
    ],
    [
      'same plate, a misread cab number',
      { plate: 'A1B2', cab: '4511' },
      { plate: 'A1B2', cab: medium('4517') },
      'strong',
    ],
    [
      'same plate, different trailers',
      { plate: 'A1B2', trailer: 'T300234' },
      { plate: 'A1B2', trailer: 'T399871' },
      null,
    ],
    [
      'same plate, container and chassis',
      { plate: 'A1B2', trailer: 'CSQU3054383' },
      { plate: 'A1B2', trailer: 'T399871' },
      'strong',
    ],
    ['same USDOT number', { usdot: '5' }, { usdot: '5' }, 'weak'],
    ['same USDOT number with Low', { usdot: low('5000060') }, { usdot: low('5000060') }, 'weak'],
    ['a misread USDOT number', { usdot: '5000060' }, { usdot: medium('5000068') }, 'weak'],
    ['different USDOT numbers', { usdot: '5000060' }, { usdot: '5000308' }, null],
    ['same USDOT number, one plate', { usdot: '5', plate: 'ABC123' }, { usdot: '5' }, 'weak'],
    [
      'same USDOT number, different plates',
      { usdot: '5', plate: 'ABC123' },
      { usdot: '5', plate: 'ABC124' },
      null,
    ],
    [
      'same USDOT number, a misread plate',
      { usdot: '5', plate: 'ABC120' },
      { usdot: '5', plate: 'ABC12O' },
      'weak',
    ],
    [
      'same USDOT number, different cab numbers',
      { usdot: '5', cab: '101' },
      { usdot: '5', cab: '102' },
      null,
    ],
    [
      'same USDOT number, similar cab numbers',
      { usdot: '5', cab: '4515' },
      { usdot: '5', cab: medium('4516') },
      null,
    ],
    [
      'same USDOT number, different trailers',
      { usdot: '5', trailer: 'T300234' },
      { usdot: '5', trailer: 'T399871' },
      null,
    ],
    ['full and partial VIN', { vin: '1XKYDP9X3GJ473982' }, { vin: 'GJ473982' }, 'strong'],
    [
      'different VINs, same plate',
      { plate: 'A1B2', vin: 'GJ473982' },
      { plate: 'A1B2', vin: 'GJ473999' },
      null,
    ],
    ['same trailer number', { trailer: 'T13551' }, { trailer: 'T13551' }, 'strong'],
    [
      'same trailer, different USDOT numbers',
      { trailer: 'T13551', usdot: '5000060' },
      { trailer: 'T13551', usdot: '5000308' },
      null,
    ],
    ['a short trailer number', { trailer: '53' }, { trailer: '53' }, null],
    ['same trailer number, once with Low', { trailer: 'T13551' }, { trailer: low('T13551') }, 'weak'],
    ['same trailer number, twice with Low', { trailer: low('80000') }, { trailer: low('80000') }, null],
    ['same cab number, once with Low', { cab: medium('4511') }, { cab: low('4511') }, 'weak'],
    ['same cab number, twice with Low', { cab: low('2021') }, { cab: low('2021') }, null],
    ['same short cab number, once with Low', { cab: '102' }, { cab: low('102') }, null],
    [
      'same plate, a cab number with Low that differs',
      { plate: 'A1B2', cab: '4511' },
      { plate: 'A1B2', cab: low('8827') },
      'strong',
    ],
    [
      'same USDOT number, a cab number with Low that differs',
      { usdot: '5', cab: '4511' },
      { usdot: '5', cab: low('8827') },
      null,
    ],
    [
      'same USDOT number, a trailer number with Low that differs',
      { usdot: '5', trailer: 'T300234' },
      { usdot: '5', trailer: low('T399871') },
      null,
    ],
    [
      'same USDOT number, a misread cab number with Low',
      { usdot: '5', cab: '4511' },
      { usdot: '5', cab: low('4517') },
      'weak',
    ],
    [
      'same plate, each image with another of two numbers on the door',
      { plate: 'A1B2', usdot: medium('5000060'), others: ['5000308'] },
      { plate: 'A1B2', usdot: '5000308' },
      'strong',
    ],
    [
      'the same door with two numbers, nothing else read',
      { usdot: medium('5000060'), others: ['5000308'] },
      { usdot: '5000308' },
      'weak',
    ],
    [
      'same plate, a typed number that takes the place of those on the door',
      { plate: 'A1B2', usdot: '5111777', others: ['5000308'], isUsdotTyped: true },
      { plate: 'A1B2', usdot: '5000308' },
      null,
    ],
    [
      'similar plates, same cab number, no carrier read',
      { plate: 'PKC3213', cab: '3112' },
      { plate: 'PKC3713', cab: '3112' },
      'weak',
    ],
    [
      'similar plates, same trailer number, once with Low',
      { plate: 'PKC3213', trailer: 'T13551' },
      { plate: 'PKC3713', trailer: low('T13551') },
      'weak',
    ],
    [
      'similar plates of a convoy, different cab numbers',
      { plate: 'PKC3215', usdot: '5', cab: '3112' },
      { plate: medium('PKC3216'), usdot: '5', cab: '3113' },
      null,
    ],
  ];
  for (const [name, a, b, expected] of cases) {
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
