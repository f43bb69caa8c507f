import type { Db } from '../../../db/database.ts';
import {
  type DoorLine,
  isNamedOnDoor,
  isOperatedForAnother,
  linesBesideNumber,
  namesIn,
} from '../../../lib/identifiers/names-beside-number.ts';
import { findNameHolders, MAX_HOLDERS } from '../../federal/name-holders.ts';
import type { MatchedUsdot } from './match-carrier.ts';

/** A name on a door, and the carriers that have it. */
export type NameOfOthers = { name: string; usdot_numbers: string[] };

/**
 * Names of other carriers beside a number that was read with High, while nothing on the door names its own carrier. The
 * number may be that of the owner of a leased truck, or a stolen one. Nothing is looked up for any other number.
 */
export async function findOtherNames(
  db: Db,
  usdot: MatchedUsdot,
  readings: readonly { lines: readonly DoorLine[] }[],
): Promise<NameOfOthers[]> {
  const { value, score, outcome, carrier, witnesses } = usdot;
  if (score !== 'High' || outcome === 'corrected' || carrier === null) return [];
  if (witnesses.includes('name') || witnesses.includes('docket')) return [];
  const texts = readings.flatMap(({ lines }) => lines.map(({ text }) => text));
  const own = [carrier.legal_name, carrier.dba_name].flatMap((name) => name ?? []);
  if (own.length === 0 || isNamedOnDoor(own, texts) || isOperatedForAnother(texts)) return [];
  const names = readings.flatMap(({ lines }) => namesIn(linesBesideNumber(lines, Number(value))));
  if (names.length === 0) return [];
  const holders = Map.groupBy(await findNameHolders(db, [...new Set(names)].sort()), ({ name }) => name);
  return [...holders].flatMap(([name, held]) => {
    const usdot_numbers = [...new Set(held.map(({ usdot_number }) => String(usdot_number)))].sort();
    const isOther = held.length <= MAX_HOLDERS && !usdot_numbers.includes(value);
    return isOther ? [{ name: name.toUpperCase(), usdot_numbers }] : [];
  });
}
