import fc from 'fast-check';
import { type Criteria, NO_CRITERIA } from '../../../src/contract/criteria.ts';
import type { SightingFields } from '../../../src/domain/alerts/match/sighting-view.ts';

/** Small pools, so that values meet, near misses among them. */
const dots = ['', '1234567', 'USDOT 01234567', '77', 'dot-77', '8'];
const mcs = ['', 'MC 123', '00123', '9', 'mc-9'];
const plates = ['', 'ABC 123', 'abc-123', 'A8C123', 'OI5', '015', 'Ö-12', 'X'];
const vins = ['', '1XKYDP9X3GJ473982', '473982', 'gj473982', '73982'];
const vinEnds = ['473982', 'ab12cd', '0GJ473'];
const cabs = ['', '12', '1 2', 'I2', 'Z2', 'L-2', '4711'];
const trailers = ['', '53299190', '5329-9190', 'S3299190', '9190', '1', 'T 13551', 'é5', '貨物5329'];
const logos = ['', 'swift', 'j.b. hunt', 'estes'];
const equipment = ['', 'Dry Van', 'dry-van', 'reefer'];
const states = ['', 'TX', 'OH'];
const cities = ['', 'Amarillo', 'EL PASO', 'el  paso'];
const words = [
  '',
  'SWIFT',
  'swift transport',
  'A',
  '貨',
  '貨物',
  'ß',
  'straße',
  'MC 123',
  '-',
  'a b',
  '🚚',
  'LLC',
];
const lines = [
  'Swift Transportation LLC',
  'a',
  'KEEP  BACK 貨物',
  '🚚🚚',
  'Straße 5',
  'US DOT 1234567',
  'x-swift',
  'CSQU 305438 3',
  'CSQU 305438-3 22G1',
  'XCSQU3054383',
  'TSXZ 402 113',
];
const containers = ['CSQU3054383', 'csqu 305438-3', '3054383', 'MSKU'];
const chassis = ['TSXZ402113', 'TSXZ', '402.113'];

const from = <T>(values: T[]) => fc.constantFrom(...values);
const maybe = (values: string[]) => fc.option(from(values.filter(Boolean)), { freq: 3 });
/** `freq` in fast-check is how rarely null comes; here most criteria are absent. */
const rarely = (values: string[]) => fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, maybe(values));
const flag = fc.boolean();

export const anyCriteria: fc.Arbitrary<Criteria> = fc
  .record({
    usdot_number: rarely(dots),
    mc_number: rarely(mcs),
    license_plate: rarely(plates),
    license_plate_state: rarely(states),
    vin: rarely(vinEnds),
    cab_number: rarely(cabs),
    equipment_type: rarely(equipment),
    trailer_logo: rarely(logos),
    trailer_number: rarely(trailers),
    exact_match_trailer_number: flag,
    chassis_number: rarely(chassis),
    exact_match_chassis_number: flag,
    container_number: rarely(containers),
    exact_match_container_number: flag,
    deep_search: rarely(words),
    exact_match_deep_search: flag,
    location_state: rarely(states),
    location_city: rarely(cities),
    tolerance: flag,
  })
  .map((given) => ({
    ...NO_CRITERIA,
    ...given,
    usdot_number: given.usdot_number ?? '',
    mc_number: given.mc_number ?? '',
  }));

export const anySighting: fc.Arbitrary<SightingFields> = fc.record({
  usdot_number: from([0, 1234567, 77, 8]),
  time_captured: fc.integer({ min: 0, max: 9 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day))),
  source: from(['camera-7', 'swift']),
  alpr_plate_number: from(plates),
  plate_state: from(states),
  mc_number: from(mcs),
  vin: from(vins),
  cab_number: from(cabs),
  equipment_type: from(equipment),
  equipment_number: from(trailers),
  equipment_logo: from(logos),
  location_state: from(states),
  location_city: from(cities),
  route: from(['I-40 W', 'a b', '']),
  lines: fc.array(from(lines), { maxLength: 3 }),
});
