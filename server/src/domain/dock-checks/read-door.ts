import type { Db } from '../../db/database.ts';
import { doorText, wordsOf } from '../../lib/identifiers/name-on-door.ts';
import { isOperatedForAnother } from '../../lib/identifiers/names-beside-number.ts';
import { findNameHolders, MAX_HOLDERS } from '../federal/name-holders.ts';
import { matchUsdot } from '../recognition/carrier-match/match-carrier.ts';
import { findCarriers } from '../recognition/carrier-match/usdot-candidates.ts';
import { findVehicle } from '../recognition/imputation/find-evidence.ts';
import { carrierByHistory } from '../recognition/imputation/impute.ts';
import { frameOf, gapBeside, isInside } from '../recognition/readings/frame.ts';
import { doorLines, framesOf } from '../recognition/readings/layout.ts';
import { readFields } from '../recognition/readings/read-fields.ts';
import type { CarrierNumber, Fields } from '../recognition/readings/reading.ts';
import type { ImageReading, TextLine } from '../recognition/recognizer.ts';
import { identifiersOf } from '../recognition/sighting/truck-identifiers.ts';
import type { BookedCarrier, DoorFacts, Holder } from './dock-check.ts';
import { type NameOnDoor, namesOnDoor } from './door-names.ts';
import type { DoorReading } from './see-door.ts';

export type DoorQuery = {
  organizationId: number;
  now: Date;
  /** Whether readings of other organizations count as history of the vehicle. */
  isShared: boolean;
};

/** The reading of a door with the facts that the register and earlier sightings add. Two round trips. */
export async function readDoor(
  db: Db,
  seen: DoorReading,
  booked: BookedCarrier,
  { organizationId, now, isShared }: DoorQuery,
): Promise<{ fields: Fields; facts: DoorFacts }> {
  const fields = readFields(seen, { logos: [] });
  const { usdot_number: read, mc_number: mc } = fields;
  const names = namesOnDoor(seen.lines, doorOf(seen, fields), booked.names, isPlaceOf(booked));
  const [vehicle, carriers, nameHolders] = await Promise.all([
    findVehicle(db, identifiersOf(fields), { organizationId, when: now, except: [], isShared }),
    findCarriers(db, read),
    holdersOf(db, [...names.others, ...names.similar], booked),
  ]);
  const docketHolders = vehicle.docketHolders.map(({ usdot_number }) => Number(usdot_number));
  const usdot = matchUsdot(read, { carriers, docketHolders, vehicleCarriers: [] }, fields.texts);
  const holder = carriers.find(({ usdot_number }) => String(usdot_number) === read.value);
  const history = carrierByHistory(vehicle, now, true);
  const isByPlate =
    history !== null && vehicle.byPlate.some(({ usdot_number }) => usdot_number === history.value);
  const field = isByPlate ? 'alpr_plate_number' : 'vin';
  const facts: DoorFacts = {
    ...{ booked, read, usdot, mc, docketHolders, names, nameHolders },
    ownName: names.own.map((index) => seen.lines[index]?.text ?? '').join(' '),
    hasText: seen.lines.length > 0,
    holder: holder ? { usdot_number: holder.usdot_number, legal_name: holder.legal_name ?? '' } : null,
    beside: besideNumber([...seen.lines, ...(seen.strip ?? [])], read),
    hasStrokesBeside: hasStrokesBeside(seen, read),
    isLeased: isOperatedForAnother(fields.texts),
    vehicle: history && { field, value: fields[field].value, usdot_number: Number(history.value) },
  };
  return { fields, facts };
}

/** The lettering around the numbers; all lines if no number was read. */
function doorOf({ lines }: ImageReading, { usdot_number, mc_number, vin, permits }: Fields): Set<number> {
  const named = [usdot_number, mc_number, vin, ...permits].flatMap((reading) => reading.lines);
  return named.length === 0 ? new Set(lines.keys()) : doorLines(framesOf(lines), named);
}

/** `TOLEDO, OH` is the place of the carrier, also if the comma or the state was not read. */
function isPlaceOf({ city, state }: BookedCarrier): (text: string) => boolean {
  const places = [wordsOf(city ?? '').join(''), wordsOf(`${city ?? ''} ${state ?? ''}`).join('')];
  return (text) => places.some((place) => place.length >= 4 && doorText([text]).joined[0] === place);
}

async function holdersOf(
  db: Db,
  names: readonly NameOnDoor[],
  { usdot_number: own }: BookedCarrier,
): Promise<DoorFacts['nameHolders']> {
  if (names.length === 0) return [];
  const rows = await findNameHolders(db, [...new Set(names.map(({ text }) => text.toLowerCase()))]);
  return names.flatMap((name) => {
    const found = rows.filter((row) => row.name === name.text.toLowerCase());
    const holders = new Map(
      found.map(({ usdot_number, legal_name }): [number, Holder] => [
        usdot_number,
        { usdot_number, legal_name },
      ]),
    );
    // A name that many carriers have, or that the booked one has too, does not identify another one.
    const isTelling = holders.size > 0 && found.length <= MAX_HOLDERS && !holders.has(own);
    return isTelling ? [{ name, holders: [...holders.values()] }] : [];
  });
}

/** Gaps in heights of the lettering, and how different the heights may be. A sign has an edge of up to 1.7 heights. */
const NEAR = { few: { characters: 3, gap: 1.75, ratio: 2.2 }, many: { gap: 0.6, ratio: 1.5 } };

/** Digits, or a few characters, directly before or after the number. A label such as `MC 123456` has more letters. */
function besideNumber(lines: readonly TextLine[], read: CarrierNumber): string | null {
  const at = read.lines.at(-1);
  const number = at === undefined ? undefined : lines[at];
  if (number === undefined) return null;
  const after = [number.text, number.second?.text ?? ''].flatMap(
    (text) => digitsAfter(text, read.value) ?? [],
  );
  if (after[0] !== undefined) return after[0];
  const own = frameOf(number.quad);
  const found = lines.find((line, index) => {
    if (read.lines.includes(index)) return false;
    const text = line.text.replace(/[^A-Za-z0-9]/g, '');
    const isFew = text.length <= NEAR.few.characters;
    if (text === '' || (/[A-Za-z]/.test(text) && !isFew)) return false;
    const frame = frameOf(line.quad);
    const limit = isFew ? NEAR.few : NEAR.many;
    const ratio = Math.max(own.height / frame.height, frame.height / own.height);
    // A sign is higher than its lettering: what it leaves of a number can be half a line higher or lower.
    const lowest = isFew ? (own.height + frame.height) / 2 : undefined;
    const gap = Math.min(gapBeside(own, frame, lowest), gapBeside(frame, own, lowest));
    return ratio < limit.ratio && gap < limit.gap;
  });
  return found?.text ?? null;
}

/** Strokes that belong to no lettering that was read, except for a few characters, which may be part of a number. */
function hasStrokesBeside({ lines, strip = [], strokes = [] }: DoorReading, read: CarrierNumber): boolean {
  const labels = [...lines, ...strip].filter(
    ({ text }, index) =>
      read.lines.includes(index) || text.replace(/[^A-Za-z0-9]/g, '').length > NEAR.few.characters,
  );
  const frames = labels.map(({ quad }) => frameOf(quad));
  return strokes.some((quad) => !frames.some((frame) => isInside(frame, frameOf(quad))));
}

/** `USDOT 1234567 83`, `USDOT 1234567 L9`: digits without a label behind the number, of which one can be cut. */
function digitsAfter(text: string, value: string): string | null {
  const at = text.indexOf(value);
  if (at < 0) return null;
  const [, found] =
    /^[^A-Za-z0-9]*(\d+|[A-Za-z]{1,2}\d{1,3}(?![A-Za-z0-9]))/.exec(text.slice(at + value.length)) ?? [];
  return found ?? null;
}
