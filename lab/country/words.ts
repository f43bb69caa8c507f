import type { Rng } from './rng.ts';

/** Names are coined from these parts, so that they look like names of companies but belong to no real one. */
const FIRST = (
  'BRACK CALV CORD DARR DELM ELD FARR GARR GREND HALV HARL KELL KEND LARK MARR MERR NORV ORR PELL QUILL ' +
  'RAND ROSK SELW STANN TALL TARR VENN WEND WEST YARR'
).split(' ');
const MIDDLE = 'A AN AR E EL EN ENS ER ERS ES ET ELS EY I IN ING INS IS O ON OR OW'.split(' ');
const LAST = (
  'BECK BRIDGE BROOK BURN BURY BY CREST DALE FIELD FORD GATE HAM HAVEN HURST LAND LEY MERE MONT MOOR RIDGE ' +
  'SHAW STEAD STONE TON WELL WICK'
).split(' ');
const SECOND = 'VALLEY,CREEK,BROTHERS,& SONS,PRAIRIE,FAMILY,HIGHLAND,INTERSTATE,CREST,REGIONAL'.split(',');
const TRADES =
  'TRUCKING TRANSPORT FREIGHT LOGISTICS HAULING EXPRESS CARRIERS TRANSIT CARTAGE DELIVERY LINES'.split(' ');
const PRIVATE_TRADES =
  'CONSTRUCTION FARMS LANDSCAPING PLUMBING ROOFING SUPPLY EXCAVATING FOODS PAVING DAIRY LUMBER ELECTRIC'.split(
    ' ',
  );
const BUS_TRADES = 'TOURS COACH CHARTER SHUTTLE BUS'.split(' ');
const FORMS = ['LLC', 'LLC', 'LLC', 'INC', 'INC', 'CORP', 'CO', 'LTD'];
const GIVEN =
  'ALAN ANITA CARLOS DANA ELENA FRANK GRACE HENRY IRENE JAMES KAREN LUIS MARIA NADIA OSCAR RUTH'.split(' ');
const STREETS =
  'FARROWMERE KELLINGSTEAD ORRINGATE PELLOMOOR QUILLOWBY SELWINHURST TARRENCREST VENNISHAW'.split(' ');
const WAYS = ['ST', 'AVE', 'RD', 'BLVD', 'LN', 'DR', 'HWY', 'CT'];

/** Coined words that are names of places in the United States. */
const PLACES = new Set(
  'BRACKENRIDGE CALVERTON DARRINGTON ELDERTON HARLETON HARLOWTON KELLERTON MERRIFIELD ORRINGTON WESTENFIELD'.split(
    ' ',
  ),
);

export function coinedName(rng: Rng): string {
  const start = rng.pick(FIRST) + rng.pick(MIDDLE);
  const end = rng.pick(LAST);
  return start + (PLACES.has(start + end) ? 'MERE' : end);
}

/** Officers that carriers share are evidence, so no two carriers of a large country share one by chance. */
export const personName = (rng: Rng) => `${rng.pick(GIVEN)} ${coinedName(rng)}-${coinedName(rng)}`;

export type Trade = 'for-hire' | 'private' | 'passenger';

/** Some names contain commas, quotes, ampersands or non-ASCII letters, to test parsers. */
export function companyName(rng: Rng, trade: Trade): string {
  const words = trade === 'for-hire' ? TRADES : trade === 'private' ? PRIVATE_TRADES : BUS_TRADES;
  const form = rng.pick(FORMS);
  const word = coinedName(rng);
  const kind = rng.next();
  if (kind < 0.03) return `${word} & ${coinedName(rng)} ${rng.pick(words)}, ${form}`;
  if (kind < 0.035) return `"${word}" ${rng.pick(words)} ${form}`;
  if (kind < 0.04) return `${word}'S ${rng.pick(words)} ${form}`;
  if (kind < 0.042) return `PEÑA ${word} ${rng.pick(words)} ${form}`;
  if (kind < 0.2) return `${word} ${rng.pick(SECOND)} ${rng.pick(words)} ${form}`;
  return `${word} ${rng.pick(words)} ${form}`;
}

export function streetAddress(rng: Rng): string {
  const street = `${rng.between(1, 9999)} ${rng.pick(STREETS)} ${rng.pick(WAYS)}`;
  if (rng.chance(0.06)) return `${street}, SUITE ${rng.between(1, 400)}`;
  return rng.chance(0.08) ? `PO BOX ${rng.between(1, 9999)}` : street;
}

/** In the range reserved for fiction. */
export function phoneNumber(rng: Rng): string {
  return `(${rng.between(201, 989)}) 555-01${rng.digits(2)}`;
}

const AREA_CODES = 790;

/** Contacts that carriers share are evidence, so no two share one by chance while the reserved numbers suffice. */
export function uniquePhone(index: number, rng: Rng): string {
  const area = 200 + Math.floor(index / 100);
  if (area < 200 + AREA_CODES) return `(${area}) 555-01${String(index % 100).padStart(2, '0')}`;
  return `(${rng.between(201, 989)}) 55${rng.digits(1)}-${rng.digits(4)}`;
}

const coinedAt = (i: number) =>
  `${FIRST[(i * 7) % FIRST.length]}${MIDDLE[i % MIDDLE.length]}${LAST[(i * 11) % LAST.length]}`;

export const insurers = Array.from(
  { length: 40 },
  (_, i) => `${coinedAt(i)} ${i % 3 === 0 ? 'MUTUAL' : 'INSURANCE'} CO`,
);

export const processAgents = Array.from({ length: 6 }, (_, i) => `${coinedAt(i + 60)} PROCESS AGENTS INC`);
