import { dayOf } from '../../server/src/demo/day-formats.ts';
import { pickCity, zipCode } from './cities.ts';
import { type Country, type CountryShape, FIRST_DOCKET, FIRST_USDOT, STREAM } from './country.ts';
import type { Planted } from './fraud/planted.ts';
import { type County, findCounty, pickState } from './places.ts';
import { Rng, weighted } from './rng.ts';
import { coinedName, companyName, phoneNumber, streetAddress, type Trade } from './words.ts';

type Fleet = {
  powerUnits: number;
  tractors: number;
  trucks: number;
  coaches: number;
  trailers: number;
};

export type Carrier = Fleet & {
  index: number;
  usdot: number;
  status: string;
  trade: Trade;
  /** A interstate, B intrastate hazmat, C intrastate. */
  operation: string;
  hazmat: boolean;
  broker: boolean;
  docket: number | null;
  legalName: string;
  dbaName: string;
  street: string;
  city: string;
  county: County;
  state: string;
  zip: string;
  phone: string;
  email: string;
  drivers: number;
  cdlDrivers: number;
  mileage: number;
  addDay: number;
  mcs150Day: number;
  rating: string;
  ratingDay: number;
  cargo: number[];
  /** Per year. */
  inspectionsPerUnit: number;
  crashesPerUnit: number;
  /** Records that replace the generated ones; see fraud/plan.ts. */
  planted?: Planted;
};

const FIRST_ADD_DAY = dayOf('1974-06-01');
const pickTrade = weighted<Trade>(['for-hire', 'private', 'passenger'], [42, 54, 4]);
const pickStatus = weighted(['A', 'I', 'P'], [970, 28, 2]);
const pickRating = weighted(['', 'S', 'C', 'U'], [964, 30, 5, 1]);
const LARGEST_FLEET = 20_000;
const PARETO_SHAPE = 1.3;

/** A Pareto distribution, as in the census: half of the carriers have one truck, a few have thousands. */
function fleetOf(rng: Rng, trade: Trade, shape: CountryShape | undefined, index: number): Fleet {
  const largest = shape?.largestFleet ?? LARGEST_FLEET;
  const size = Math.min(largest, Math.floor((1 - rng.next()) ** (-1 / PARETO_SHAPE)));
  const powerUnits = shape?.largeFleets[index] ?? (rng.chance(0.03) ? 0 : size);
  if (trade === 'passenger') {
    return { powerUnits, tractors: 0, trucks: 0, coaches: powerUnits, trailers: 0 };
  }
  const isStraight = trade !== 'for-hire' || (index in (shape?.largeFleets ?? []) && index % 5 === 4);
  const share = isStraight ? 0.25 : 0.85;
  const tractors = Math.round(powerUnits * Math.min(1, share + (rng.next() - 0.5) * 0.3));
  const trailers = Math.round(tractors * (1 + rng.next() * 1.5));
  return { powerUnits, tractors, trucks: powerUnits - tractors, coaches: 0, trailers };
}

function cargoOf(rng: Rng, trade: Trade, hazmat: boolean): number[] {
  if (trade === 'passenger') return [13];
  const classes = new Set<number>(trade === 'for-hire' ? [1] : [7]);
  for (let n = rng.below(5); n > 0; n--) classes.add(rng.between(2, 30));
  classes.delete(13);
  if (hazmat) classes.add(21);
  return [...classes].sort((a, b) => a - b);
}

function ratesOf(rng: Rng, trade: Trade, status: string, powerUnits: number, shape?: CountryShape) {
  const isLarge = shape !== undefined && powerUnits > shape.largestFleet;
  const busy = status === 'A' && (rng.chance(shape?.inspectedShare ?? 0.5) || isLarge);
  const spread = Math.exp(rng.normal() * 0.5 - 0.125);
  const oneTruck = shape ? shape.inspectionsOfOneTruck * Math.max(1, powerUnits) ** -0.35 : 1;
  const yearly = oneTruck * (trade === 'for-hire' ? 1.2 : trade === 'passenger' ? 0.8 : 0.42);
  const crashes = trade === 'for-hire' ? 0.032 : 0.014;
  return {
    inspectionsPerUnit: busy ? yearly * spread : 0,
    crashesPerUnit: status === 'A' ? crashes * Math.exp(rng.normal() * 0.5 - 0.125) : 0,
  };
}

function namesOf(rng: Rng, trade: Trade) {
  const legalName = companyName(rng, trade);
  const dbaName = rng.chance(0.2) ? coinedName(rng) : '';
  const email = rng.chance(0.7) ? `OFFICE${rng.digits(5)}@${coinedName(rng)}.EXAMPLE` : '';
  return { legalName, dbaName, email };
}

export function makeAddress(rng: Rng) {
  const state = pickState(rng);
  const city = pickCity(rng, state);
  return {
    state,
    county: findCounty(state, city.county),
    city: city.name.toUpperCase(),
    street: streetAddress(rng),
    zip: zipCode(rng, city),
    phone: phoneNumber(rng),
  };
}

export function makeCarrier({ seed, carriers, asOfDay, shape }: Country, index: number): Carrier {
  const rng = new Rng(seed, index, STREAM.profile);
  const isLarge = shape?.largeFleets[index] !== undefined;
  const trade = isLarge ? 'for-hire' : pickTrade(rng);
  const status = isLarge ? 'A' : pickStatus(rng);
  const hazmat = rng.chance(trade === 'for-hire' ? 0.06 : 0.03);
  const broker = trade === 'for-hire' && rng.chance(0.04);
  const interstate = rng.chance(trade === 'private' ? 0.45 : trade === 'passenger' ? 0.8 : 1);
  const operation = interstate ? 'A' : hazmat ? 'B' : 'C';
  const fleet = fleetOf(rng, trade, shape, index);
  // USDOT numbers ascend with time, and more are issued every year.
  const addDay = Math.floor(
    FIRST_ADD_DAY + (asOfDay - 20 - FIRST_ADD_DAY) * ((index + rng.next()) / carriers) ** 0.35,
  );
  const rating = fleet.powerUnits > 2 ? pickRating(rng) : '';
  const drivers = Math.round(fleet.powerUnits * (0.9 + rng.next() * 0.4)) + (fleet.powerUnits === 0 ? 1 : 0);
  return {
    index,
    usdot: FIRST_USDOT + index,
    trade,
    status,
    hazmat,
    broker,
    operation,
    rating,
    addDay,
    drivers,
    docket:
      trade !== 'private' && operation === 'A' && (rng.chance(0.95) || isLarge) ? FIRST_DOCKET + index : null,
    ...fleet,
    ...namesOf(rng, trade),
    ...makeAddress(rng),
    cdlDrivers: Math.round(drivers * (trade === 'private' ? 0.5 : 0.95)),
    mileage: fleet.powerUnits * rng.between(8_000, 110_000),
    mcs150Day: Math.max(addDay, asOfDay - rng.between(5, rng.chance(0.85) ? 730 : 4_000)),
    ratingDay: Math.max(addDay, asOfDay - rng.between(100, 7_000)),
    cargo: cargoOf(rng, trade, hazmat),
    ...ratesOf(rng, trade, status, fleet.powerUnits, shape),
  };
}
