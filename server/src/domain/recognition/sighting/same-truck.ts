import { ON_PLATES, substituter } from '../../../lib/identifiers/confusable.ts';
import { isReliable, type Reading } from '../readings/reading.ts';
import type { IdentifiedTruck } from './identify-truck.ts';

/** The values that tell one truck from the next at the same camera; empty where nothing was read. */
export type TruckMarks = Record<'alpr_plate_number' | 'vin' | 'cab_number' | 'equipment_number', string> & {
  /** Read, never imputed: an imputed number could merge two trucks of a fleet. */
  read_usdot_number: number;
};
/** Their columns in the table of sightings. */
export const MARKS = [
  'alpr_plate_number',
  'read_usdot_number',
  'vin',
  'cab_number',
  'equipment_number',
] as const satisfies (keyof TruckMarks)[];

const MIN_TRAILER_NUMBER_LENGTH = 4;
/** Cameras confuse these characters; the next plate of a fleet differs in others. */
const comparablePlate = substituter(ON_PLATES);

export function truckMarks({ fields, usdot }: Pick<IdentifiedTruck, 'fields' | 'usdot'>): TruckMarks {
  const reliable = (reading: Reading) => (isReliable(reading) ? reading.value : '');
  return {
    alpr_plate_number: fields.alpr_plate_number.value,
    read_usdot_number: Number(usdot.value || 0),
    vin: reliable(fields.vin),
    cab_number: reliable(fields.cab_number),
    equipment_number: reliable(fields.equipment_number),
  };
}

/** Whether two images of the same camera and time show the same truck. */
export function isSameTruck(a: TruckMarks, b: TruckMarks): boolean {
  if (a.alpr_plate_number !== '' && a.alpr_plate_number === b.alpr_plate_number) return true;
  if (contradict(a, b)) return false;
  if (a.read_usdot_number !== 0 && a.read_usdot_number === b.read_usdot_number) return true;
  if (a.vin !== '' && b.vin !== '' && haveSameEnd(a.vin, b.vin)) return true;
  const { equipment_number: trailer } = a;
  return trailer.length >= MIN_TRAILER_NUMBER_LENGTH && trailer === b.equipment_number;
}

/** Two trucks of one fleet in a row share the USDOT number, but not the plate, cab number or VIN. */
function contradict(a: TruckMarks, b: TruckMarks): boolean {
  return (
    (a.read_usdot_number !== 0 && b.read_usdot_number !== 0 && a.read_usdot_number !== b.read_usdot_number) ||
    (a.vin !== '' && b.vin !== '' && !haveSameEnd(a.vin, b.vin)) ||
    differ(comparablePlate(a.alpr_plate_number), comparablePlate(b.alpr_plate_number)) ||
    differ(a.cab_number, b.cab_number)
  );
}

function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

function haveSameEnd(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}
