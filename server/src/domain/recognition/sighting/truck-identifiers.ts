import type { MatchedUsdot } from '../carrier-match/match-carrier.ts';
import { cabKey, EVIDENCE_KINDS, plateKey, type TruckIdentifiers } from '../imputation/find-evidence.ts';
import { isReliable, type MergedFields, type TruckReadings } from '../readings/reading.ts';
import { isPlate } from './image-marks.ts';

/** A truck as its own images and the register show it, without any other sighting. */
export type OwnTruck = { fields: MergedFields; ownUsdot: MatchedUsdot };

/** An identifier under which evidence is stored. `isTyped`: by a person. */
export type StoredIdentifier = {
  /** One of `EVIDENCE_KINDS`. */
  kind: number;
  value: string;
  isTyped: boolean;
};

const MIN_TRAILER_NUMBER_LENGTH = 3;

/** By which evidence is found; what is looked up is also stored, so that later evidence finds this sighting. */
export function identifiersOf(fields: TruckReadings): TruckIdentifiers {
  const { alpr_plate_number: plate, vin, equipment_number: trailer, mc_number: mc } = fields;
  return {
    plate: isPlate(plate) ? { number: plate.value, state: plate.state } : null,
    vin: isReliable(vin) && vin.isWhole ? vin.value : null,
    trailer: isReliable(trailer) && trailer.value.length >= MIN_TRAILER_NUMBER_LENGTH ? trailer.value : null,
    docket: isReliable(mc) && mc.value.length <= 9 ? { prefix: mc.docket, number: Number(mc.value) } : null,
  };
}

/** The key of the cab number within the carrier on the door. An imputed carrier is not enough. */
export function cabOf({ fields: { cab_number: cab }, ownUsdot: { value, score } }: OwnTruck): string | null {
  const isSure = value !== '' && (score === 'High' || score === 'Medium');
  return isSure && isReliable(cab) ? cabKey(value, cab.value) : null;
}

export function storedIdentifiers(truck: OwnTruck): StoredIdentifier[] {
  const { fields } = truck;
  const { plate, vin, trailer } = identifiersOf(fields);
  const isTyped = (...names: (keyof TruckReadings)[]) =>
    names.some((name) => fields[name].isCorrected === true);
  const found: (Omit<StoredIdentifier, 'value'> & { value: string | null })[] = [
    { kind: EVIDENCE_KINDS.plate, value: plate && plateKey(plate), isTyped: isTyped('alpr_plate_number') },
    { kind: EVIDENCE_KINDS.vin, value: vin, isTyped: isTyped('vin') },
    { kind: EVIDENCE_KINDS.cab, value: cabOf(truck), isTyped: isTyped('cab_number', 'usdot_number') },
    { kind: EVIDENCE_KINDS.trailer, value: trailer, isTyped: isTyped('equipment_number') },
  ];
  return found.flatMap(({ value, ...identifier }) => (value === null ? [] : [{ ...identifier, value }]));
}

/** The names of the locks of a vehicle. */
export function vehicleLocks(fields: TruckReadings): string[] {
  const { plate, vin, trailer } = identifiersOf(fields);
  const named = { plate: plate && plateKey(plate), vin, trailer };
  return Object.entries(named).flatMap(([kind, value]) => (value === null ? [] : [`${kind} ${value}`]));
}
