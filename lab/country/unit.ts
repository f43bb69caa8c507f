import { vinCheckDigit } from '../../server/src/lib/identifiers/vin-check-digit.ts';
import type { Carrier } from './carrier.ts';
import { type Country, STREAM } from './country.ts';
import type { Unit, UnitKind } from './record-types.ts';
import { Rng } from './rng.ts';

/** The ID in the daily files and the description in the SMS files. */
export const unitTypes: Record<UnitKind, { id: number; words: string }> = {
  tractor: { id: 11, words: 'TRUCK TRACTOR' },
  truck: { id: 10, words: 'STRAIGHT TRUCK' },
  coach: { id: 5, words: 'MOTOR COACH' },
  trailer: { id: 9, words: 'SEMI-TRAILER' },
};

/** VIN prefixes, and the makes as abbreviated in roadside reports. */
const MAKERS: Record<UnitKind, string[]> = {
  tractor: ['1FU FRHT', '3AK FRHT', '1XK KW', '1XP PTRB', '4V4 VOLV', '1M1 MACK', '3HS INTL'],
  truck: ['1FV FRHT', '2NK KW', '1FD FORD'],
  coach: ['1BA BLUE', '15G GILL'],
  trailer: ['1UY UTIL', '1JJ WABA', '1GR GDAN', '3H3 HYTR', '1DW STOU'],
};
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY0123456789';
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789';

const letter = (rng: Rng, letters: string) => letters[rng.below(letters.length)] as string;

function vinOf(rng: Rng, maker: string): string {
  let attributes = '';
  while (attributes.length < 5) attributes += letter(rng, VIN_LETTERS);
  // The codes of model years repeat every 30 years.
  const year = YEARS[(rng.between(2005, 2026) - 1980) % 30] as string;
  const draft = `${maker}${attributes}0${year}${letter(rng, LETTERS.slice(0, 8))}${rng.digits(6)}`;
  return `${draft.slice(0, 8)}${vinCheckDigit(draft)}${draft.slice(9)}`;
}

/** The nth vehicle of a carrier is the same in every file. Trailers are numbered separately. */
export function makeUnit({ seed }: Country, carrier: Carrier, kind: UnitKind, n: number): Unit {
  const rng = new Rng(seed, carrier.index, STREAM.unit, kind === 'trailer' ? -1 - n : n);
  const [maker = '', make = ''] = rng.pick(MAKERS[kind]).split(' ');
  const vin = vinOf(rng, maker);
  const plate = `${letter(rng, LETTERS)}${letter(rng, LETTERS)}${letter(rng, LETTERS)}${rng.digits(4)}`;
  const number = kind === 'trailer' ? `T${1000 + n}` : String(100 + n);
  return { kind, vin, make, plate, plateState: carrier.state, number };
}

export function powerUnitKind({ tractors, coaches }: Carrier, n: number): UnitKind {
  if (n < tractors) return 'tractor';
  return coaches > 0 ? 'coach' : 'truck';
}
