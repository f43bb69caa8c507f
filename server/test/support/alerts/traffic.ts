import { type Criteria, NO_CRITERIA } from '../../../src/contract/criteria.ts';
import type { SightingFields } from '../../../src/domain/alerts/match/sighting-view.ts';
import { seededRandom } from '../random.ts';

export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function seeded(seed: number): Random {
  const next = seededRandom(seed);
  return (below) => Math.floor(next() * below);
}

const STATES = ['TX', 'OH', 'CA', 'PA', 'IL', 'GA', 'FL', 'NM', 'TN', 'IN', 'MO', 'OK', 'AR', 'KY', 'NC'];
const CITIES = [
  'Amarillo',
  'El Paso',
  'Toledo',
  'Barstow',
  'Breezewood',
  'Joliet',
  'Macon',
  'Ocala',
  'Gallup',
];
const LOGOS = [
  'swift',
  'werner',
  'schneider',
  'j.b. hunt',
  'knight',
  'landstar',
  'estes',
  'saia',
  'xpo',
  'ups',
];
const WORDS = 'EAGLE PRAIRIE BLUE RIDGE KEYSTONE STAR SUMMIT DELTA PIONEER LIBERTY CANYON HARBOR'.split(' ');
const ENDS = ['FREIGHT LINES', 'TRANSPORT', 'LOGISTICS LLC', 'TRUCKING INC', 'CARRIERS', 'EXPRESS'];
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const pick = <T>(random: Random, values: readonly T[]) => values[random(values.length)] as T;
/** Few carriers have many trucks. */
const carrier = (random: Random, carriers: number) => {
  const share = random(1_000_000) / 1_000_000;
  return 100_000 + Math.floor(carriers * share * share) * 7;
};
const letters = (n: number, count: number) =>
  Array.from({ length: count }, (_, i) => LETTERS[Math.floor(n / 24 ** i) % 24]).join('');
const plateOf = (truck: number) => `${letters(truck, 3)}${1_000 + ((truck * 37) % 9_000)}`;
const vinOf = (truck: number) => `1XKYDP9X3GJ${String((truck * 7_919) % 1_000_000).padStart(6, '0')}`;
const trailerOf = (trailer: number) => `${letters(trailer * 13, 2)}${String((trailer * 31) % 1_000_000)}`;
const nameOf = (usdot: number) =>
  `${WORDS[usdot % 12]} ${WORDS[(usdot >> 4) % 12]} ${ENDS[(usdot >> 8) % 6]}`;

export type World = { carriers: number; trucks: number };

/** A truck as cameras see it: much is known of it, rarely everything. */
export function sightingOf(random: Random, { carriers, trucks }: World, time: Date): SightingFields {
  const usdot = carrier(random, carriers);
  const truck = random(trucks);
  const seen = (percent: number, text: string) => (random(100) < percent ? text : '');
  const lines = [
    nameOf(usdot),
    `US DOT ${usdot}`,
    `MC ${usdot % 900_000}`,
    pick(random, CITIES),
    trailerOf(truck),
  ];
  lines.push(`UNIT ${truck % 10_000}`, letters(random(330_000), 4 + random(5)));
  return {
    usdot_number: random(100) < 70 ? usdot : 0,
    time_captured: time,
    source: `camera-${random(400)}`,
    alpr_plate_number: seen(80, plateOf(truck)),
    plate_state: pick(random, STATES),
    mc_number: seen(40, String(usdot % 900_000)),
    vin: seen(10, vinOf(truck)),
    cab_number: seen(50, String(truck % 10_000)),
    equipment_type: seen(60, pick(random, ['dry van', 'reefer', 'flatbed', 'tanker'])),
    equipment_number: seen(70, trailerOf(truck)),
    equipment_logo: seen(40, pick(random, LOGOS)),
    location_state: pick(random, STATES),
    location_city: pick(random, CITIES),
    route: `I-${10 + random(80)} W`,
    lines: lines.slice(0, 4 + random(4)),
  };
}

/** What customers look for: mostly a carrier or a truck, sometimes a part of a number or a word, with more conditions. */
export function criteriaOf(random: Random, { carriers, trucks }: World): Criteria {
  const truck = random(trucks);
  const usdot = String(carrier(random, carriers));
  const wanted: Partial<Criteria> = {};
  const kind = random(100);
  if (kind < 34) wanted.usdot_number = usdot;
  else if (kind < 52) wanted.license_plate = plateOf(truck);
  else if (kind < 60) wanted.vin = vinOf(truck).slice(-6);
  else if (kind < 66) wanted.mc_number = `MC-${Number(usdot) % 900_000}`;
  else if (kind < 74) Object.assign(wanted, { usdot_number: usdot, cab_number: String(truck % 10_000) });
  else if (kind < 80)
    Object.assign(wanted, { trailer_number: trailerOf(truck), exact_match_trailer_number: true });
  else if (kind < 85) wanted.trailer_number = trailerOf(truck).slice(0, 4 + random(4));
  else if (kind < 91) wanted.deep_search = `${letters(random(330_000), 4 + random(4))}`;
  else if (kind < 94) wanted.deep_search = `UNIT ${truck % 10_000}`;
  else if (kind < 97)
    Object.assign(wanted, { deep_search: nameOf(Number(usdot)), location_city: pick(random, CITIES) });
  else
    Object.assign(wanted, {
      trailer_logo: pick(random, LOGOS),
      location_state: pick(random, STATES),
      cab_number: String(truck % 10_000),
    });
  if (random(10) === 0) wanted.location_state = pick(random, STATES);
  if (random(10) === 0) wanted.tolerance = true;
  if (wanted.deep_search && random(2) === 0) wanted.exact_match_deep_search = true;
  return { ...NO_CRITERIA, ...wanted };
}
