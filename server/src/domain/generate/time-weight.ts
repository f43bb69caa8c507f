import { currentMethod } from '../safety/sms/method-current.ts';
import { dayNumber, type TimeWeight, timeWeightFrom } from '../safety/sms/time-weight.ts';
import { isoDay } from './days.ts';

const DAYS_TO_2000 = -dayNumber('1970-01-01');
const byAsOfDay = new Map<number, TimeWeight>();

/** The SMS time weight of a day; days count from 1970. */
export function timeWeight(asOfDay: number, day: number): number {
  const weight = byAsOfDay.get(asOfDay) ?? timeWeightFrom(currentMethod, isoDay(asOfDay));
  byAsOfDay.set(asOfDay, weight);
  return weight(day - DAYS_TO_2000);
}
