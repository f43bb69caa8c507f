import { ON_PLATES, substituter } from '../../../lib/identifiers/confusable.ts';
import { isContainerNumber } from '../../../lib/identifiers/container-number.ts';
import { isPlaceholderPlate } from '../../../lib/identifiers/placeholder-plate.ts';
import { isReliable, type PlateReading, type Reading } from '../readings/reading.ts';
import type { View } from './view.ts';

/** A value that was read, with Medium or High unless stated otherwise. */
export type Mark = { value: string; isHigh: boolean };

/**
 * What tells one truck from the next at the same camera. Only what was read in the image or typed by a person: neither
 * the register nor other sightings change it, so the same images always give the same trucks.
 */
export type ImageMarks = {
  plate: (Mark & { state: string }) | null;
  /** At any level: two readings with Low that are equal are hardly a coincidence. */
  usdot: (Mark & { isLow: boolean }) | null;
  mc: (Mark & { docket: string }) | null;
  vin: Mark | null;
  cab: Mark | null;
  trailer: (Mark & { isContainer: boolean }) | null;
};

const VIN_END = 6;
const MIN_CAB_NUMBER_LENGTH = 3;
const MIN_TRAILER_NUMBER_LENGTH = 4;
/** Cameras confuse these characters; the next plate of a fleet differs in others. */
export const comparablePlate = substituter(ON_PLATES);

/** A plate that identifies a vehicle: read with Medium or High, and not a word such as UNKNOWN. */
export function isPlate(plate: PlateReading): boolean {
  return isReliable(plate) && !isPlaceholderPlate(plate.value);
}

export function marksOf({ read: { fields } }: Pick<View, 'read'>): ImageMarks {
  const { alpr_plate_number: plate, usdot_number: usdot, mc_number: mc, equipment_number: trailer } = fields;
  const mark = (reading: Reading): Mark | null =>
    isReliable(reading) ? { value: reading.value, isHigh: reading.score === 'High' } : null;
  const [ofMc, ofTrailer] = [mark(mc), mark(trailer)];
  return {
    plate: isPlate(plate) ? { value: plate.value, state: plate.state, isHigh: plate.score === 'High' } : null,
    usdot:
      usdot.value === '' || usdot.score === 'N/A'
        ? null
        : { value: usdot.value, isHigh: usdot.score === 'High', isLow: usdot.score === 'Low' },
    mc: ofMc && { ...ofMc, docket: mc.docket },
    vin: mark(fields.vin),
    cab: mark(fields.cab_number),
    trailer: ofTrailer && { ...ofTrailer, isContainer: isContainerNumber(ofTrailer.value) },
  };
}

/**
 * Two images can only show the same truck if they share a key, or if their USDOT numbers are misreadings of each other.
 * Stored with the sighting: the next image is compared only with sightings that share one.
 */
export function keysOf({ plate, usdot, vin, cab, trailer }: ImageMarks): string[] {
  return [
    ...(plate ? [`plate ${comparablePlate(plate.value)}`] : []),
    ...(usdot ? [`usdot ${usdot.value}`] : []),
    ...(vin ? [`vin ${vin.value.slice(-VIN_END)}`] : []),
    ...(cab && isJoiningCab(cab) ? [`cab ${cab.value}`] : []),
    ...(trailer && isJoiningTrailer(trailer) ? [`trailer ${trailer.value}`] : []),
  ];
}

export function isJoiningCab({ value }: Mark): boolean {
  return value.length >= MIN_CAB_NUMBER_LENGTH;
}

/** Many fleets have a trailer 101. */
export function isJoiningTrailer({ value }: Mark): boolean {
  return value.length >= MIN_TRAILER_NUMBER_LENGTH;
}
