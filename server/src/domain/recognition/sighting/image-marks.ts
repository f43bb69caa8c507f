import { ON_PLATES, substituter } from '../../../lib/identifiers/confusable.ts';
import { isContainerNumber } from '../../../lib/identifiers/container-number.ts';
import { isPlaceholderPlate } from '../../../lib/identifiers/placeholder-plate.ts';
import { type CarrierNumber, isReliable, type PlateReading, type Reading } from '../readings/reading.ts';
import type { View } from './view.ts';

/** A value that was read. With Low it can agree with another reading, but it contradicts none. */
export type Mark = { value: string; isHigh: boolean; isLow: boolean; isTyped?: true };
/** `others`: further numbers on the same door. */
type NumberMark = Mark & { others: string[] };

/**
 * What tells one truck from the next at the same camera. Only what was read in the image or typed by a person: neither
 * the register nor other sightings change it, so the same images always give the same trucks.
 */
export type ImageMarks = {
  /** With Medium or High. */
  plate: (Mark & { state: string }) | null;
  usdot: NumberMark | null;
  /** With Medium or High. */
  mc: (NumberMark & { docket: string }) | null;
  /** With Medium or High. */
  vin: Mark | null;
  cab: Mark | null;
  trailer: (Mark & { isContainer: boolean }) | null;
};

const VIN_END = 6;
const MIN_CAB_NUMBER_LENGTH = 3;
const MIN_TRAILER_NUMBER_LENGTH = 4;
const MIN_LOW_NUMBER_LENGTH = 4;
/** Cameras confuse these characters; the next plate of a fleet differs in others. */
export const comparablePlate = substituter(ON_PLATES);

/** A plate that identifies a vehicle: read with Medium or High, and not a word such as UNKNOWN. */
export function isPlate(plate: PlateReading): boolean {
  return isReliable(plate) && !isPlaceholderPlate(plate.value);
}

export function marksOf({ read: { fields } }: Pick<View, 'read'>): ImageMarks {
  const { alpr_plate_number: plate, usdot_number: usdot, mc_number: mc, equipment_number: trailer } = fields;
  const [ofPlate, ofUsdot, ofMc, ofTrailer] = [plate, usdot, mc, trailer].map(markOf);
  return {
    plate: ofPlate && isPlate(plate) ? { ...ofPlate, state: plate.state } : null,
    usdot: ofUsdot ? { ...ofUsdot, others: othersOf(usdot) } : null,
    mc: ofMc && isReliable(mc) ? { ...ofMc, others: othersOf(mc), docket: mc.docket } : null,
    vin: isReliable(fields.vin) ? markOf(fields.vin) : null,
    cab: markOf(fields.cab_number),
    trailer: ofTrailer ? { ...ofTrailer, isContainer: isContainerNumber(ofTrailer.value) } : null,
  };
}

/** What a person typed takes the place of all numbers. */
function othersOf({ isCorrected, others = [] }: CarrierNumber): string[] {
  return isCorrected ? [] : others;
}

function markOf({ value, score, isCorrected }: Reading): Mark | null {
  if (value === '' || score === 'N/A') return null;
  return { value, isHigh: score === 'High', isLow: score === 'Low', ...(isCorrected && { isTyped: true }) };
}

/**
 * Two images can only show the same truck if they share a key, or if their USDOT numbers are misreadings of each other.
 * Stored with the sighting: the next image is compared only with sightings that share one.
 */
export function keysOf({ plate, usdot, vin, cab, trailer }: ImageMarks): string[] {
  return [
    ...(plate ? [`plate ${comparablePlate(plate.value)}`] : []),
    ...(usdot ? [usdot.value, ...usdot.others].map((number) => `usdot ${number}`) : []),
    ...(vin ? [`vin ${vin.value.slice(-VIN_END)}`] : []),
    ...(cab && isJoiningCab(cab) ? [`cab ${cab.value}`] : []),
    ...(trailer && isJoiningTrailer(trailer) ? [`trailer ${trailer.value}`] : []),
  ];
}

export function isJoiningCab({ value, isLow }: Mark): boolean {
  return value.length >= (isLow ? MIN_LOW_NUMBER_LENGTH : MIN_CAB_NUMBER_LENGTH);
}

/** Many fleets have a trailer 101. */
export function isJoiningTrailer({ value }: Mark): boolean {
  return value.length >= MIN_TRAILER_NUMBER_LENGTH;
}
