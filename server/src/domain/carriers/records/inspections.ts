export type InspectionCounts = {
  inspections: number;
  any_oos: number;
  driver: number;
  driver_oos: number;
  vehicle: number;
  vehicle_oos: number;
  hazmat: number;
  hazmat_oos: number;
};

/** Driver: levels 1, 2, 3, 6; vehicle: 1, 2, 5, 6; hazmat: any level with hazmat aboard. */
export const countInspections = (from: string) => `
  select count(*) as inspections, count(*) filter (where any_oos > 0) as any_oos,
    count(*) filter (where insp_level_id in (1, 2, 3, 6)) as driver,
    count(*) filter (where insp_level_id in (1, 2, 3, 6) and driver_oos > 0) as driver_oos,
    count(*) filter (where insp_level_id in (1, 2, 5, 6)) as vehicle,
    count(*) filter (where insp_level_id in (1, 2, 5, 6) and vehicle_oos > 0) as vehicle_oos,
    count(*) filter (where has_hazmat) as hazmat,
    count(*) filter (where has_hazmat and hazmat_oos > 0) as hazmat_oos
  from ${from}`;

export const inspectionCounts = (after: string, until: string) =>
  countInspections(
    `carrier_inspections where usdot_number = $1 and insp_date >= ${after} and insp_date <= ${until}`,
  );

export type SmsOutputs = {
  insp_total: number | null;
  driver_insp_total: number | null;
  driver_oos_insp_total: number | null;
  vehicle_insp_total: number | null;
  vehicle_oos_insp_total: number | null;
};

/** The counts of FMCSA's own monthly run. */
export const smsOutputs = `
  select insp_total, driver_insp_total, driver_oos_insp_total, vehicle_insp_total, vehicle_oos_insp_total
  from sms_outputs where usdot_number = $1`;

/** Falls back to the counts of FMCSA's monthly run when no inspection is loaded. It has no count of all out-of-service inspections. */
export function inspectedCounts(counted: InspectionCounts, outputs: SmsOutputs | null): InspectionCounts {
  if (counted.inspections > 0 || outputs === null) return counted;
  return {
    ...counted,
    inspections: outputs.insp_total ?? 0,
    driver: outputs.driver_insp_total ?? 0,
    driver_oos: outputs.driver_oos_insp_total ?? 0,
    vehicle: outputs.vehicle_insp_total ?? 0,
    vehicle_oos: outputs.vehicle_oos_insp_total ?? 0,
  };
}

/** With two decimals; 0 when the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Number(((100 * part) / whole).toFixed(2)) : 0;
}
