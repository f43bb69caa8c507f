import { isDistinct } from './carrier-by-trailer.ts';
import { agreed } from './consensus.ts';
import type { Evidence, Imputed, Known, KnownEvidence } from './evidence.ts';
import { vehicleSays } from './vehicle-says.ts';
import { vinBody } from './vin-body.ts';

const HALF_LIFE_DAYS = 730;

/**
 * What is pulled: by the trailer's own VIN, else by the inspection of the unit with this plate, else by earlier
 * sightings of the trailer number. The first that says anything decides; bodies do not change.
 */
export function equipmentType(known: Known, evidence: KnownEvidence, when: Date): Imputed | null {
  const { byPlate, byTrailer, vinTypes } = evidence;
  const trailers = byPlate.filter(({ isTrailer }) => isTrailer);
  const vins = [known.vin, ...new Set(trailers.map(({ vin }) => vin))];
  const bodies: Evidence[] = vins.flatMap((vin) => {
    const says = vinBody(vin, vinTypes);
    return says === ''
      ? []
      : [{ table: 'wmi_vehicle_types' as const, key: vin.slice(0, 3), says, seenAt: null }];
  });
  const sighted = byTrailer.filter(
    (row) => isDistinct(known.trailerNumber) || row.usdotNumber === known.usdotNumber,
  );
  for (const rows of [
    bodies,
    vehicleSays(trailers, 'equipmentType'),
    vehicleSays(sighted, 'equipmentType'),
  ]) {
    if (rows.length > 0) return agreed('equipment-type', rows, when, HALF_LIFE_DAYS, 0.4);
  }
  return null;
}
