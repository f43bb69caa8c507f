import type { ObservationFields } from '../../../contract/observation-fields.ts';
import {
  type FieldOfKind,
  type IdentifyingFieldName,
  identifyingFieldNames,
  TRUCK_FIELDS,
} from '../../../contract/truck-fields.ts';

/** What identifies a vehicle, with its number in `vehicle_sightings`. */
export const VEHICLE_KINDS = { plate: 1, vin: 2, cab: 3, trailer: 4, container: 5, chassis: 6 } as const;
export type VehicleKind = keyof typeof VEHICLE_KINDS;

/** The kinds that an observation has a column for. Containers and chassis are in `vehicle_sightings` only. */
export const VALUE_FIELDS = Object.fromEntries(
  identifyingFieldNames().map((name) => [TRUCK_FIELDS[name].identifies.kind, name]),
) as FieldOfKind satisfies Partial<Record<VehicleKind, IdentifyingFieldName>>;

/** How a value came about: bits of the column `origin`. */
export const INFERRED = 1;
export const TYPED = 2;

/** A value as it is stored: letters and digits, in upper case. */
export function vehicleValue(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

export type ValueColumns = Pick<
  ObservationFields,
  IdentifyingFieldName | 'is_vin_imputed' | 'is_cab_imputed'
>;
