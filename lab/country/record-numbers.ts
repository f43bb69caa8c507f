/** Numbers of federal records, made from the place of the event among all of its kind: large, unique, in order. */
export const inspectionId = (serial: number) => 900_000_000 + serial;
/** SMS numbers the same inspections by itself. */
export const smsInspectionId = (serial: number) => 1_900_000_000 + serial * 3;
export const unitId = (serial: number, n: number) => 2_000_000_000 + serial * 4 + n;
export const violationId = (serial: number, n: number) => 3_000_000_000 + serial * 40 + n;
export const crashId = (serial: number) => 500_000_000 + serial;

/** The daily files put the state before the number, the SMS files do not. */
export const inspectionReport = (serial: number) => String(7_000_000_000 + serial);
export const crashReport = (serial: number) => `S${String(serial).padStart(9, '0')}`;
