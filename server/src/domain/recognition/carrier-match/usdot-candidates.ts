import { type Db, statement } from '../../../db/database.ts';
import { CONFUSABLE_DIGITS } from '../../../lib/identifiers/confusable.ts';
import type { CarrierNumber } from '../readings/reading.ts';

/** How a candidate differs from the number as read; the smallest difference first. */
type Difference = 'none' | 'other-reader' | 'confusion' | 'seam' | 'edit';
export type Candidate = { usdotNumber: number; difference: Difference };

/** A carrier of the registry. */
export type KnownCarrier = {
  usdot_number: number;
  legal_name: string | null;
  dba_name: string | null;
  city: string | null;
  state: string | null;
};

type ReadNumber = Pick<CarrierNumber, 'value' | 'alternatives' | 'others' | 'isOperator'>;

const MAX_DIGITS = 8;
const DIGITS = '0123456789';

/**
 * Every number that the reading may stand for: as read, the other reader's, and all that differ by one digit. On a door with
 * two numbers, also those that the other one may stand for, unless words say whose number it is.
 */
export function* usdotCandidates(reading: ReadNumber): Generator<Candidate> {
  const seen = new Set<number>();
  for (const [text, difference] of variants(reading)) {
    const usdotNumber = Number(text);
    if (!isUsdotNumber(text) || seen.has(usdotNumber)) continue;
    seen.add(usdotNumber);
    yield { usdotNumber, difference };
  }
}

const isUsdotNumber = (text: string) => /^[1-9]\d*$/.test(text) && text.length <= MAX_DIGITS;

function* variants({
  value,
  alternatives,
  others = [],
  isOperator,
}: ReadNumber): Generator<[string, Difference]> {
  const replaced = (at: number, text: string) => value.slice(0, at) + text + value.slice(at + 1);
  if (value === '') return;
  yield [value, 'none'];
  for (const other of alternatives) yield [other, 'other-reader'];
  for (const number of [value, ...(isOperator ? [] : others)]) {
    for (const confused of withOneConfusion(number)) yield [confused, 'confusion'];
  }
  // A panel seam or an edge is read as a digit, or hides one.
  yield [value.slice(1), 'seam'];
  yield [value.slice(0, -1), 'seam'];
  for (const digit of DIGITS) {
    yield [digit + value, 'seam'];
    yield [value + digit, 'seam'];
  }
  // A digit is added, one of two equal digits is lost, or a digit is misread.
  for (const [at, own] of [...value].entries()) {
    yield [replaced(at, ''), 'edit'];
    yield [replaced(at, own + own), 'edit'];
    for (const digit of DIGITS) yield [replaced(at, digit), 'edit'];
  }
}

function withOneConfusion(number: string): string[] {
  return [...number].flatMap((own, at) =>
    [...(CONFUSABLE_DIGITS[own] ?? '')].map((digit) => number.slice(0, at) + digit + number.slice(at + 1)),
  );
}

/** Carriers that are too new for the census, or were removed from it, are in the licensing files. */
const registered = statement(
  'carrier-match.registered',
  `select usdot_number, legal_name, dba_name, phy_city as city, phy_state as state
     from company_census where usdot_number = any($1::int[])
   union all
   select usdot_number, legal_name, dba_name, null, null from motus_carriers where usdot_number = any($1::int[])
   union all
   select usdot_number, legal_name, dba_name, null, null from legacy_carriers where usdot_number = any($1::int[])`,
);

/**
 * The registered carriers among all numbers that the reading may stand for: about a hundred primary-key probes per table, 1 ms in
 * total.
 */
export function findCarriers(db: Db, usdot: ReadNumber): Promise<KnownCarrier[]> {
  return carriersWith(
    db,
    Array.from(usdotCandidates(usdot), ({ usdotNumber }) => usdotNumber),
  );
}

/** Those whose numbers were read. They are enough when the door confirms the number (`isSettled`). */
export function findReadCarriers(db: Db, { value, others = [] }: ReadNumber): Promise<KnownCarrier[]> {
  return carriersWith(db, [value, ...others].filter(isUsdotNumber).map(Number));
}

async function carriersWith(db: Db, numbers: number[]): Promise<KnownCarrier[]> {
  if (numbers.length === 0) return [];
  const rows = await db.rows<KnownCarrier>(registered, [numbers]);
  // The first row of a number takes precedence: that of the census.
  return [...new Map(rows.reverse().map((carrier) => [carrier.usdot_number, carrier])).values()];
}
