import type { Imputed } from './consensus.ts';
import type { Evidence, TruckFields, VehicleEvidence } from './evidence.ts';
import {
  cabByVehicle,
  carrierByDocket,
  carrierByPlate,
  carrierByTrailer,
  carrierByVin,
  docketByCarrier,
  equipmentType,
  logoByTrailer,
  vinByCab,
  vinByPlate,
} from './rules.ts';

/** By field of the observation; null where the field was read or cannot be derived. */
export type Imputations = {
  mc_number: Imputed | null;
  vin: Imputed | null;
  cab_number: Imputed | null;
  equipment_logo: Imputed | null;
  equipment_type: Imputed | null;
};

/**
 * The carrier of a truck whose USDOT number was not read. Docket, VIN and plate must not contradict each other. Trailers
 * are lent, so the trailer counts only when the others give no carrier.
 */
export function imputeCarrier(known: TruckFields, evidence: VehicleEvidence, when: Date): Imputed | null {
  if (known.usdotNumber !== '') return null;
  const rules = [carrierByDocket, carrierByVin, carrierByPlate];
  const found = rules.flatMap((rule) => rule(known, evidence, when) ?? []);
  return found.length === 0 ? carrierByTrailer(known, evidence, when) : unanimous(found);
}

/** All other fields. `known` includes the carrier, read or imputed. */
export function imputeRest(known: TruckFields, evidence: Evidence, when: Date): Imputations {
  const vin = imputeVin(known, evidence, when);
  const withVin = vin ? { ...known, vin: vin.value } : known;
  const needsDocket = known.mcNumber === '' && known.usdotNumber !== '';
  return {
    mc_number: needsDocket ? docketByCarrier(known, evidence, when) : null,
    vin,
    cab_number: known.cabNumber === '' ? cabByVehicle(withVin, evidence, when) : null,
    equipment_logo: known.logo === '' ? logoByTrailer(known, evidence, when) : null,
    equipment_type: equipmentType(withVin, evidence, when),
  };
}

/** Keeps a full VIN as read. When the door shows only its end, the imputed VIN must have the same end. */
function imputeVin(known: TruckFields, evidence: Evidence, when: Date): Imputed | null {
  if (known.vin.length === 17) return null;
  const vin = unanimous([vinByPlate, vinByCab].flatMap((rule) => rule(known, evidence, when) ?? []));
  return vin?.value.length === 17 && vin.value.endsWith(known.vin) ? vin : null;
}

function unanimous(found: Imputed[]): Imputed | null {
  const [first] = found;
  return first && found.every(({ value }) => value === first.value) ? first : null;
}
