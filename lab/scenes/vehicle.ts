import { vinCheckDigit } from '../../server/src/lib/identifiers/vin-check-digit.ts';
import { makeCarrier } from '../country/carrier.ts';
import { type Country, FIRST_DOCKET, FIRST_USDOT } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { makeUnit } from '../country/unit.ts';
import { inventedWord } from './invented-word.ts';

/** The lettering and numbers of a truck. All are invented or belong to a synthetic country. */
export type Vehicle = {
  carrier: string;
  city: string;
  state: string;
  usdot: string;
  mc: string | null;
  kyu: string | null;
  vin: string;
  cabNumber: string;
  trailerNumber: string;
  wordmark: string;
  plate: string;
  plateState: string;
};

/** Wordmarks that no real fleet uses. The demo adds them to its logo list. */
export const inventedWordmarks = (
  'NORTHLINE,BLUE MESA,TRI-PEAK,OKAWA,CORDELL FREIGHT,PALISADE,REDFERN,HALYARD LOGISTICS,' +
  'VANTORA,STILLWATER,KESTREL LINES,OXBOW,MERIDIAN WEST,TALLGRASS,SUNDIAL EXPRESS,IRONGATE'
).split(',');

const TRADES = ['TRUCKING', 'TRANSPORT', 'FREIGHT LINES', 'LOGISTICS', 'EXPRESS', 'CARRIERS', 'HAULING'];
const FORMS = ['', '', ' LLC', ' INC', ' CO'];
const CITIES = 'TOLEDO OH,MACON GA,FRESNO CA,AMARILLO TX,JOLIET IL,SPOKANE WA,TULSA OK,LEXINGTON KY'.split(
  ',',
);
const PLATE_STATES = ['ILLINOIS', 'TEXAS', 'OHIO', 'INDIANA', 'MAINE', 'TENNESSEE', 'OKLAHOMA', 'GEORGIA'];
const VIN_STARTS = ['1FUJGLDR', '4V4NC9EH', '1XKYDP9X', '3AKJHHDR', '1XPBDP9X', '3HSDJAPR'];

export function inventedVehicle(rng: Rng): Vehicle {
  const [city = '', state = ''] = rng.pick(CITIES).split(' ');
  const number = (fewest: number, most: number) =>
    `${rng.between(1, 9)}${rng.digits(rng.between(fewest, most) - 1)}`;
  return {
    carrier: `${inventedWord(rng)} ${rng.pick(TRADES)}${rng.pick(FORMS)}`,
    city,
    state,
    usdot: String(rng.between(FIRST_USDOT, 9_999_999)),
    mc: rng.chance(0.8) ? String(rng.between(FIRST_DOCKET, 9_999_999)) : null,
    kyu: rng.chance(0.3) ? number(5, 6) : null,
    vin: inventedVin(rng),
    cabNumber: rng.chance(0.15) ? `${rng.pick(['A', 'K', 'T', 'R'])}${number(3, 4)}` : number(3, 5),
    trailerNumber: rng.chance(0.3) ? `${rng.pick(['T', 'U', 'R', 'HT'])}${number(5, 6)}` : number(5, 8),
    wordmark: rng.pick(inventedWordmarks),
    plate: rng.chance(0.6) ? `P${number(6, 6)}` : `${letters(rng, 3)}${number(4, 4)}`,
    plateState: rng.pick(PLATE_STATES),
  };
}

/** A vehicle that is listed in the federal files of the country. */
export function countryVehicle(country: Country, index: number): Vehicle {
  const rng = new Rng(country.seed, index, 77);
  const carrier = makeCarrier(country, index);
  const tractor = makeUnit(country, carrier, 'tractor', rng.below(Math.max(1, carrier.tractors)));
  const trailer = makeUnit(country, carrier, 'trailer', rng.below(Math.max(1, carrier.trailers)));
  return {
    ...inventedVehicle(rng),
    carrier: carrier.legalName,
    city: carrier.city,
    state: carrier.state,
    usdot: String(carrier.usdot),
    mc: carrier.docket === null ? null : String(carrier.docket),
    vin: tractor.vin,
    cabNumber: tractor.number,
    trailerNumber: trailer.number,
    plate: trailer.plate,
    plateState: carrier.state,
  };
}

function inventedVin(rng: Rng): string {
  const draft = `${rng.pick(VIN_STARTS)}0${rng.pick([...'HJKLMNPRST'])}${letters(rng, 1)}${rng.digits(6)}`;
  return draft.slice(0, 8) + vinCheckDigit(draft) + draft.slice(9);
}

function letters(rng: Rng, count: number): string {
  return Array.from({ length: count }, () => rng.pick([...'ABCDEFGHJKLMNPRSTVWXYZ'])).join('');
}
