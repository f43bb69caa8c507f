import type { Rng } from './rng.ts';

/** Company names consist of meaningless syllables, and each contains the word SYNTHETIC. */
const FIRST =
  'BAL BRO CAR DAL DOR FEN GAR HOL KEL KOR LAN LOR MAR MOR NAL NOR OST PEL QUI RAN ROL SAL SEL TAN TOR VAL VEN WAL YOR ZEL'.split(
    ' ',
  );
const MIDDLE = 'A ADI AMO ANA ARI EDO ELA ERI ESTI IDA ILO IMA INE IRO ODA OLI ONE ORA UDI ULA UMO URE'.split(
  ' ',
);
const LAST =
  'BEK CORE DEN DRIN FELL GATE HAM KIN LEK LING MAR MONT NEX NIK PORT QUIN RAN RICK SEN SHAW TEK TON VAN VERE WICK ZEN'.split(
    ' ',
  );
const TRADES =
  'TRUCKING TRANSPORT FREIGHT LOGISTICS HAULING EXPRESS CARRIERS TRANSIT CARTAGE DELIVERY LINES'.split(' ');
const PRIVATE_TRADES =
  'CONSTRUCTION FARMS LANDSCAPING PLUMBING ROOFING SUPPLY EXCAVATING FOODS PAVING DAIRY LUMBER ELECTRIC'.split(
    ' ',
  );
const BUS_TRADES = 'TOURS COACH CHARTER SHUTTLE BUS'.split(' ');
const FORMS = ['LLC', 'LLC', 'LLC', 'INC', 'INC', 'CORP', 'CO', 'LTD'];
const STREETS = 'SYNTHETIC SAMPLE SPECIMEN TEST EXAMPLE MOCKUP PLACEHOLDER INVENTED'.split(' ');
const WAYS = ['ST', 'AVE', 'RD', 'BLVD', 'LN', 'DR', 'HWY', 'CT'];

export function inventedWord(rng: Rng): string {
  return rng.pick(FIRST) + rng.pick(MIDDLE) + rng.pick(LAST);
}

export type Trade = 'for-hire' | 'private' | 'passenger';

/** Some names contain commas, quotes, ampersands or non-ASCII letters, to test parsers. */
export function companyName(rng: Rng, trade: Trade): string {
  const words = trade === 'for-hire' ? TRADES : trade === 'private' ? PRIVATE_TRADES : BUS_TRADES;
  const form = rng.pick(FORMS);
  const word = inventedWord(rng);
  const kind = rng.next();
  if (kind < 0.03) return `${word} & ${inventedWord(rng)} ${rng.pick(words)} SYNTHETIC, ${form}`;
  if (kind < 0.035) return `"${word}" ${rng.pick(words)} SYNTHETIC ${form}`;
  if (kind < 0.04) return `${word}'S ${rng.pick(words)} SYNTHETIC ${form}`;
  if (kind < 0.042) return `PEÑA ${word} ${rng.pick(words)} SYNTHETIC ${form}`;
  if (kind < 0.2) return `${word} ${inventedWord(rng)} ${rng.pick(words)} SYNTHETIC ${form}`;
  return `${word} ${rng.pick(words)} SYNTHETIC ${form}`;
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

export const insurers = Array.from({ length: 40 }, (_, i) => {
  const word = FIRST[(i * 7) % FIRST.length] as string;
  const end = LAST[(i * 11) % LAST.length] as string;
  return `${word}${MIDDLE[i % MIDDLE.length]}${end} SYNTHETIC ${i % 3 === 0 ? 'MUTUAL' : 'INSURANCE'} CO`;
});

export const processAgents = ['ALLSTATES', 'NATIONWIDE', 'PRAIRIE', 'COASTAL', 'HARBOR', 'SUMMIT'].map(
  (word) => `SYNTHETIC ${word} PROCESS AGENTS INC`,
);
