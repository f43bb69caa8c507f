import { isoDay } from '../../../server/src/demo/day-formats.ts';
import { currentMethod } from '../../../server/src/domain/safety/sms/method-current.ts';
import {
  dayNumber,
  type TimeWeight,
  timeWeightFrom,
} from '../../../server/src/domain/safety/sms/time-weight.ts';

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

const DAYS_TO_2000 = -dayNumber('1970-01-01');
const byAsOfDay = new Map<number, TimeWeight>();

/** The SMS time weight of a day; days count from 1970. */
export function timeWeight(asOfDay: number, day: number): number {
  const weight = byAsOfDay.get(asOfDay) ?? timeWeightFrom(currentMethod, isoDay(asOfDay));
  byAsOfDay.set(asOfDay, weight);
  return weight(day - DAYS_TO_2000);
}
