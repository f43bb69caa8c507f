import { cabByVehicle } from './cab-by-vehicle.ts';
import { carrierByDocket } from './carrier-by-docket.ts';
import { carrierByPlate } from './carrier-by-plate.ts';
import { carrierByTrailer } from './carrier-by-trailer.ts';
import { carrierByVin } from './carrier-by-vin.ts';
import { docketByCarrier } from './docket-by-carrier.ts';
import { equipmentType } from './equipment-type.ts';
import type { Imputed, Known, KnownEvidence } from './evidence.ts';
import { logoByTrailer } from './logo-by-trailer.ts';
import { vinByCab } from './vin-by-cab.ts';
import { vinByPlate } from './vin-by-plate.ts';

/** Under the observation's own names; null where it was read or nothing is known. */
export type Imputations = {
  mc_number: Imputed | null;
  vin: Imputed | null;
  cab_number: Imputed | null;
  equipment_logo: Imputed | null;
  equipment_type: Imputed | null;
};

/**
 * The carrier of a truck whose number was not read. Docket, VIN and plate must not contradict each other; the trailer
 * speaks only when they are silent, for trailers are lent.
 */
export function imputeCarrier(known: Known, evidence: KnownEvidence, when: Date): Imputed | null {
  if (known.usdotNumber !== '') return null;
  const found = [carrierByDocket, carrierByVin, carrierByPlate].flatMap((rule) => {
    return rule(known, evidence, when) ?? [];
  });
  const [first] = found;
  if (!first) return carrierByTrailer(known, evidence, when);
  return found.every(({ value }) => value === first.value) ? first : null;
}

/** Everything else, once the carrier is settled; `known` holds the carrier, read or imputed. */
export function imputeRest(known: Known, evidence: KnownEvidence, when: Date): Imputations {
  const vin = imputeVin(known, evidence, when);
  const settled = vin ? { ...known, vin: vin.value } : known;
  return {
    mc_number:
      known.mcNumber === '' && known.usdotNumber !== '' ? docketByCarrier(known, evidence, when) : null,
    vin,
    cab_number: known.cabNumber === '' ? cabByVehicle(settled, evidence, when) : null,
    equipment_logo: known.logo === '' ? logoByTrailer(known, evidence, when) : null,
    equipment_type: equipmentType(settled, evidence, when),
  };
}

/** A whole VIN is kept as read. A door often shows only its end: then what is found must end like it. */
function imputeVin(known: Known, evidence: KnownEvidence, when: Date): Imputed | null {
  if (known.vin.length === 17) return null;
  const found = [vinByPlate, vinByCab].flatMap((rule) => rule(known, evidence, when) ?? []);
  const [first] = found;
  if (first?.value.length !== 17 || !found.every(({ value }) => value === first.value)) return null;
  return first.value.endsWith(known.vin) ? first : null;
}
