export type InspectionRow = {
  level: number;
  driverOutOfService: number;
  vehicleOutOfService: number;
  hazmatOutOfService: number;
  hazmatPresent: boolean;
  outOfServiceTotal: number;
};

/** `percent` is null when nothing was inspected. */
export type OutOfServiceRate = { inspections: number; outOfService: number; percent: number | null };

export type OutOfServiceRates = Record<'overall' | 'driver' | 'vehicle' | 'hazmat', OutOfServiceRate>;

const DRIVER_LEVELS = new Set([1, 2, 3, 6]);
const VEHICLE_LEVELS = new Set([1, 2, 5, 6]);

/** As on SAFER: drivers and vehicles by the level of the inspection, hazmat by what was on board. */
export function outOfServiceRates(rows: readonly InspectionRow[]): OutOfServiceRates {
  const rate = (counts: (row: InspectionRow) => boolean, found: (row: InspectionRow) => number) => {
    const inspected = rows.filter(counts);
    return outOfServiceRate(inspected.length, inspected.filter((row) => found(row) > 0).length);
  };
  return {
    overall: rate(
      () => true,
      (row) => row.outOfServiceTotal,
    ),
    driver: rate(
      ({ level }) => DRIVER_LEVELS.has(level),
      (row) => row.driverOutOfService,
    ),
    vehicle: rate(
      ({ level }) => VEHICLE_LEVELS.has(level),
      (row) => row.vehicleOutOfService,
    ),
    hazmat: rate(
      ({ hazmatPresent }) => hazmatPresent,
      (row) => row.hazmatOutOfService,
    ),
  };
}

export function outOfServiceRate(inspections: number, outOfService: number): OutOfServiceRate {
  return {
    inspections,
    outOfService,
    percent: inspections === 0 ? null : (100 * outOfService) / inspections,
  };
}
