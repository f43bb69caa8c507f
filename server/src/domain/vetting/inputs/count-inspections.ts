import type { InspectionCounts } from '../../carriers/records/inspections.ts';
import type { InspectionInput } from './inputs.ts';

const DRIVER_LEVELS = [1, 2, 3, 6];
const VEHICLE_LEVELS = [1, 2, 5, 6];

/** The same counts as `countInspections` in SQL. */
export function countsOf(rows: readonly InspectionInput[]): InspectionCounts {
  const counts: InspectionCounts = {
    ...{ inspections: rows.length, any_oos: 0, driver: 0, driver_oos: 0 },
    ...{ vehicle: 0, vehicle_oos: 0, hazmat: 0, hazmat_oos: 0 },
  };
  for (const [, , , level, driver, vehicle, hazmat, any, hasHazmat] of rows) {
    if (any > 0) counts.any_oos++;
    if (level !== null && DRIVER_LEVELS.includes(level)) {
      counts.driver++;
      if (driver > 0) counts.driver_oos++;
    }
    if (level !== null && VEHICLE_LEVELS.includes(level)) {
      counts.vehicle++;
      if (vehicle > 0) counts.vehicle_oos++;
    }
    if (hasHazmat) {
      counts.hazmat++;
      if (hazmat > 0) counts.hazmat_oos++;
    }
  }
  return counts;
}
