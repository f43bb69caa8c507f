import { ON_PLATES, substituter } from '../../../lib/identifiers/confusable.ts';
import type { Reading } from '../readings/reading.ts';
import { type IdentifiedTruck, isReliable } from './decide-sighting.ts';

/** The values that tell one truck from the next at the same camera; empty where nothing was read. */
export type TruckMarks = {
  plate: string;
  /** Read, never imputed: an imputed number could merge two trucks of a fleet. */
  readUsdotNumber: number;
  vin: string;
  cabNumber: string;
  trailerNumber: string;
};

const MIN_TRAILER_NUMBER_LENGTH = 4;
/** Cameras confuse these characters; the next plate of a fleet differs in others. */
const comparablePlate = substituter(ON_PLATES);

export function truckMarks({ fields, usdot }: Pick<IdentifiedTruck, 'fields' | 'usdot'>): TruckMarks {
  const reliable = (reading: Reading) => (isReliable(reading) ? reading.value : '');
  return {
    plate: fields.plate.value,
    readUsdotNumber: Number(usdot.value || 0),
    vin: reliable(fields.vin),
    cabNumber: reliable(fields.cabNumber),
    trailerNumber: reliable(fields.trailerNumber),
  };
}

/** Whether two images of the same camera and time show the same truck. */
export function isSameTruck(a: TruckMarks, b: TruckMarks): boolean {
  if (a.plate !== '' && a.plate === b.plate) return true;
  if (contradict(a, b)) return false;
  if (a.readUsdotNumber !== 0 && a.readUsdotNumber === b.readUsdotNumber) return true;
  if (a.vin !== '' && b.vin !== '' && haveSameEnd(a.vin, b.vin)) return true;
  return a.trailerNumber.length >= MIN_TRAILER_NUMBER_LENGTH && a.trailerNumber === b.trailerNumber;
}

/** Two trucks of one fleet in a row share the USDOT number, but not the plate, cab number or VIN. */
function contradict(a: TruckMarks, b: TruckMarks): boolean {
  return (
    (a.readUsdotNumber !== 0 && b.readUsdotNumber !== 0 && a.readUsdotNumber !== b.readUsdotNumber) ||
    (a.vin !== '' && b.vin !== '' && !haveSameEnd(a.vin, b.vin)) ||
    differ(comparablePlate(a.plate), comparablePlate(b.plate)) ||
    differ(a.cabNumber, b.cabNumber)
  );
}

function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

function haveSameEnd(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}
