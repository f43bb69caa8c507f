import { CONFUSABLE_DIGITS } from '../../server/src/lib/identifiers/confusable.ts';
import { vinCheckDigit } from '../../server/src/lib/identifiers/vin-check-digit.ts';
import { Rng } from '../country/rng.ts';
import { companyName } from '../country/words.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import type { Mix } from './mix.ts';

export type SimulatedCarrier = { usdot: string; name: string; mc: string | null };
export type Plate = { number: string; state: string };
/** `owner`: the carrier to which it belongs. Others pull it too. */
export type Trailer = { number: string; wordmark: string; plate: Plate; owner: SimulatedCarrier };

/** What a truck shows, from a moment on. */
export type Livery = {
  /** The operating carrier: the truth of every sighting. */
  carrier: SimulatedCarrier;
  plate: Plate;
  cab: string;
  /** The owner of a leased truck, whose number is on the door too. */
  lessor: SimulatedCarrier | null;
};
export type Truck = {
  id: number;
  /** Its place in the fleet. */
  number: number;
  vin: string;
  showsVin: boolean;
  home: number;
  liveries: [Livery, ...TimedLivery[]];
};
type TimedLivery = Livery & { from: number };

export type Camera = { source: string; organization: number; shows: 'door' | 'rear' | 'front'; city: string };

export type World = {
  carriers: SimulatedCarrier[];
  /** Registered carriers that are never seen, with numbers that a misreading gives. */
  neighbors: SimulatedCarrier[];
  trucks: Truck[];
  trailers: Trailer[];
  /** Trailers that carriers lend to others, one for each truck. */
  pool: Trailer[];
  cameras: Camera[];
};

const STATES: [code: string, pattern: string][] = [
  ['IL', 'P######'],
  ['TX', 'R######'],
  ['OH', 'PAA####'],
  ['IN', 'AAA###'],
  ['OK', 'AAA###'],
  ['GA', 'AAA####'],
];
const TRAILER_STATES: [code: string, pattern: string][] = [
  ['ME', '#####AA'],
  ['IN', 'TR#####'],
  ['TN', '#AA###'],
];
const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const VIN_STARTS = ['1FUJGLDR', '4V4NC9EH', '1XKYDP9X', '3AKJHHDR', '1XPBDP9X', '3HSDJAPR'];
const CITIES = ['Amarillo', 'Joliet', 'Toledo', 'Macon', 'Tulsa', 'Fresno'];

/** The fleets, trailers and cameras of a simulation. The same seed gives the same world. */
export function makeWorld(seed: number, trucks: number, from: number, until: number, mix: Mix): World {
  const rng = new Rng(seed, 1);
  const used = new Set<string>();
  const world: World = { carriers: [], neighbors: [], trucks: [], trailers: [], pool: [], cameras: [] };
  while (world.trucks.length < trucks) addFleet(world, rng, used);
  addNeighbors(world, rng, used);
  for (let n = 0; n < world.trucks.length; n++)
    world.pool.push(makeTrailer(rng, 100_000 + n, rng.pick(world.carriers), rng.pick(inventedWordmarks)));
  for (let n = 0; n < Math.max(8, trucks / 60); n++) world.cameras.push(makeCamera(n));
  changeLiveries(world, rng, from, until, mix);
  return world;
}

export function liveryAt({ liveries }: Truck, time: number): Livery {
  return liveries.findLast((livery) => !('from' in livery) || livery.from <= time) as Livery;
}

function addFleet(world: World, rng: Rng, used: Set<string>): void {
  const carrier = makeCarrier(rng, used);
  const kind = rng.next();
  const size = kind < 0.6 ? rng.between(1, 3) : kind < 0.9 ? rng.between(4, 15) : rng.between(20, 80);
  const [state, pattern] = rng.pick(STATES);
  const first = rng.below(9_000);
  const start = fill(pattern, rng).slice(0, -4);
  world.carriers.push(carrier);
  const home = rng.below(1_000);
  const wordmark = rng.pick(inventedWordmarks);
  for (let n = 0; n < size * 1.2; n++)
    world.trailers.push(makeTrailer(rng, world.trailers.length, carrier, wordmark));
  for (let n = 0; n < size; n++) {
    // A fleet registers its trucks together: their plates differ in the last digits.
    const plate = { number: start + String(first + n).padStart(4, '0'), state };
    const cab = String(100 + n * rng.between(1, 3) + rng.below(8) * 1_000);
    const isLeased = size > 5 && rng.chance(0.05);
    const lessor = isLeased ? makeCarrier(rng, used) : null;
    if (lessor) world.neighbors.push(lessor);
    const livery = { carrier, plate, cab, lessor };
    world.trucks.push({
      id: world.trucks.length,
      number: n,
      vin: makeVin(rng),
      showsVin: rng.chance(0.3),
      home,
      liveries: [livery],
    });
  }
}

function makeCarrier(rng: Rng, used: Set<string>): SimulatedCarrier {
  let usdot = '';
  while (usdot === '' || used.has(usdot)) usdot = String(rng.between(1_000_000, 4_299_999));
  used.add(usdot);
  const name = companyName(rng, 'for-hire').replace(/,? \w+$/, '');
  return { usdot, name, mc: rng.chance(0.7) ? String(rng.between(200_000, 1_699_999)) : null };
}

/** Nearly all USDOT numbers are assigned, so a misread number is often that of another carrier. */
function addNeighbors({ carriers, neighbors }: World, rng: Rng, used: Set<string>): void {
  for (const { usdot } of carriers) {
    for (const [at, digit] of [...usdot].entries()) {
      for (const other of CONFUSABLE_DIGITS[digit] ?? '') {
        const number = usdot.slice(0, at) + other + usdot.slice(at + 1);
        if (used.has(number) || number.startsWith('0') || !rng.chance(0.5)) continue;
        used.add(number);
        const name = companyName(rng, 'for-hire').replace(/,? \w+$/, '');
        neighbors.push({ usdot: number, name, mc: null });
      }
    }
  }
}

/** Sold trucks, plates that move, cloned plates, and the same plate of another state. */
function changeLiveries({ trucks, carriers }: World, rng: Rng, from: number, until: number, mix: Mix): void {
  const middle = () => from + (0.3 + 0.4 * rng.next()) * (until - from);
  for (const truck of trucks) {
    const [livery] = truck.liveries;
    const other = rng.pick(trucks);
    if (other === truck || truck.liveries.length > 1 || other.liveries.length > 1) continue;
    const [state, pattern] = rng.pick(STATES);
    const fresh = { number: fill(pattern, rng), state };
    const kind = rng.next();
    if (kind < mix.sold) {
      const plate = rng.chance(0.5) ? fresh : livery.plate;
      const cab = String(rng.between(100, 9_999));
      truck.liveries.push({ carrier: rng.pick(carriers), plate, cab, lessor: null, from: middle() });
    } else if (kind < mix.sold + mix.swapped) {
      const at = middle();
      other.liveries.push({ ...other.liveries[0], plate: livery.plate, from: at });
      truck.liveries.push({ ...livery, plate: fresh, from: at });
    } else if (kind < mix.sold + mix.swapped + mix.cloned) {
      other.liveries[0].plate = livery.plate;
    } else if (kind < mix.sold + mix.swapped + mix.cloned + mix.sameText) {
      const elsewhere = STATES.find(([code]) => code !== livery.plate.state)?.[0] ?? 'CA';
      other.liveries[0].plate = { number: livery.plate.number, state: elsewhere };
    }
  }
}

function makeTrailer(rng: Rng, n: number, owner: SimulatedCarrier, wordmark: string): Trailer {
  const [state, pattern] = rng.pick(TRAILER_STATES);
  const number = rng.chance(0.5)
    ? `${rng.pick(['T', 'U', 'HT'])}${300_000 + n * 7}`
    : String(530_000 + n * 3);
  return { number, wordmark, plate: { number: fill(pattern, rng), state }, owner };
}

function makeCamera(n: number): Camera {
  const shows = n % 4 === 3 ? 'rear' : n % 8 === 5 ? 'front' : 'door';
  return { source: `camera-${n}`, organization: n % 2, shows, city: CITIES[n % CITIES.length] as string };
}

function makeVin(rng: Rng): string {
  let end = rng.pick([...'HJKLMNPR']);
  while (end.length < 4) end += rng.pick([...VIN_LETTERS]);
  const draft = `${rng.pick(VIN_STARTS)}0${end}${rng.digits(4)}`;
  return `${draft.slice(0, 8)}${vinCheckDigit(draft)}${draft.slice(9)}`;
}

function fill(pattern: string, rng: Rng): string {
  return pattern.replace(/[A#]/g, (one) =>
    one === '#' ? String(rng.below(10)) : rng.pick([...PLATE_LETTERS]),
  );
}
