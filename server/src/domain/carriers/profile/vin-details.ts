import type { Sections } from '../../../contract/profile.ts';
import { readRow } from '../../../db/database.ts';
import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { vehicleKind } from '../../federal/vehicle-types.ts';
import { keyValues, lookUpVehicles } from '../../observations/vehicles/look-up.ts';
import { vehicleValue } from '../../observations/vehicles/vehicle-kinds.ts';
import { severityBucket } from '../records/violations.ts';
import type { Section } from './section.ts';
import { vinRecords, vinSightings } from './vin-records.ts';

type VinDetails = Sections['vin_details'];
type Records = Pick<VinDetails, 'inspections' | 'crashes' | 'sightings' | 'carriers'> & {
  violations: (Omit<VinDetails['violations'][number], 'severity_bucket'> & { is_red_flag: boolean })[];
  unit: { unit_type: string | null; unit_type_id: number | null } | null;
  inspected_make: string | null;
  vehicle_configuration_id: number | null;
  maker: { make: string | null; manufacturer: string | null; vehicle_type: string | null } | null;
};

/** What a person typed is shown to no other organization. */
const NOBODY = 0;
const MAX_SIGHTINGS = 20_000;

/** One vehicle, under all carriers. */
export const vinDetails: Section<'vin_details'> = async ({ db, vin: requested, today }) => {
  const vin = requested ?? '';
  const tomorrow = new Date(Date.parse(today) + 86_400_000);
  const keys = await lookUpVehicles(db, 'vin', [vehicleValue(vin)], {
    viewerId: NOBODY,
    to: tomorrow,
    most: MAX_SIGHTINGS,
  });
  const seen = keys.length === 0 ? [] : await db.rows(vinSightings, [...keyValues(keys), vin]);
  const found = await readRow<Records>(db, vinRecords, [vin, today, JSON.stringify(seen)]);
  const { inspections, violations, crashes, sightings, carriers, maker, unit } = found;
  const firstSeen = carriers.map(({ first_seen }) => first_seen).sort()[0];
  return {
    vin,
    valid: vin.length === 17 && vinCheckDigit(vin) === vin[8],
    make: maker?.make ?? maker?.manufacturer ?? found.inspected_make ?? '',
    model_year: vinModelYear(vin, new Date(today), firstSeen ? new Date(firstSeen) : null) ?? 0,
    vehicle_kind: vehicleKind({
      unitTypeId: unit?.unit_type_id ?? null,
      unitType: unit?.unit_type ?? null,
      crashConfigurationId: found.vehicle_configuration_id,
      wmiVehicleType: maker?.vehicle_type ?? null,
    }),
    inspections,
    violations: violations.map(({ is_red_flag, ...row }) => ({
      ...row,
      severity_bucket: severityBucket({ ...row, is_red_flag }),
    })),
    crashes,
    sightings,
    carriers,
  };
};
