import type { InspectionCounts, SmsOutputs } from '../detail-row.ts';

/** Counted in the inspections; the monthly SMS result stands in where none is loaded. */
export function inspectedCounts(counted: InspectionCounts, outputs: SmsOutputs | null): InspectionCounts {
  if (counted.inspections > 0 || outputs === null) return counted;
  return {
    ...counted,
    driver: outputs.driver_insp_total ?? 0,
    driver_oos: outputs.driver_oos_insp_total ?? 0,
    vehicle: outputs.vehicle_insp_total ?? 0,
    vehicle_oos: outputs.vehicle_oos_insp_total ?? 0,
  };
}
