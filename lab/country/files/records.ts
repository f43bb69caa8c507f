/** IDs of federal records, derived from the serial number of the event: large, unique, ascending. */
export const inspectionId = (serial: number) => 900_000_000 + serial;
/** SMS has its own IDs for the same inspections. */
export const smsInspectionId = (serial: number) => 1_900_000_000 + serial * 3;
export const unitId = (serial: number, n: number) => 2_000_000_000 + serial * 4 + n;
export const violationId = (serial: number, n: number) => 3_000_000_000 + serial * 40 + n;
export const crashId = (serial: number) => 500_000_000 + serial;

/** The daily files put the state before the report number; the SMS files do not. */
export const inspectionReport = (serial: number) => String(7_000_000_000 + serial);
export const crashReport = (serial: number) => `S${String(serial).padStart(9, '0')}`;

/** SMS weighs events by age: 3 in the last six months, 2 in the six before, then 1. */
export function timeWeight(asOfDay: number, day: number): 1 | 2 | 3 {
  const age = asOfDay - day;
  if (age <= 182) return 3;
  return age <= 365 ? 2 : 1;
}
