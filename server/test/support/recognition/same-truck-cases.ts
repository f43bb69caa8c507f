import type { Reading } from '../../../src/domain/recognition/readings/reading.ts';
import type { Agreement } from '../../../src/domain/recognition/sighting/same-truck.ts';

type Level = Reading['score'];
/** A value, or a value and its level; High unless given. */
export type Given = string | [string, Level];
export type Values = {
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

export const low = (value: string): Given => [value, 'Low'];
export const medium = (value: string): Given => [value, 'Medium'];

/** What two images show, and whether they show the same truck. */
export const sameTruckCases: [name: string, a: Values, b: Values, agreement: Agreement][] = [
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
    'same plate and cab number, similar USDOT numbers, both High',
    { plate: 'A1B2', usdot: '5000060', cab: '4511' },
    { plate: 'A1B2', usdot: '5000068', cab: '4511' },
    'strong',
  ],
  [
    'same cab and trailer number, similar MC numbers, both High',
    { mc: '135790', cab: '4511', trailer: 'T13551' },
    { mc: '135798', cab: '4511', trailer: 'T13551' },
    'strong',
  ],
  [
    'same plate and cab number, different USDOT numbers',
    { plate: 'A1B2', usdot: '5000060', cab: '4511' },
    { plate: 'A1B2', usdot: '5000308', cab: '4511' },
    null,
  ],
  [
    'same plate and cab number, similar USDOT numbers that people typed',
    { plate: 'A1B2', usdot: '5000060', cab: '4511', isUsdotTyped: true },
    { plate: 'A1B2', usdot: '5000068', cab: '4511', isUsdotTyped: true },
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
  ['same USDOT number, different cab numbers', { usdot: '5', cab: '101' }, { usdot: '5', cab: '102' }, null],
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
