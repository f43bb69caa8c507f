import { DRIVER_ONLY, NOTHING, VEHICLE_ONLY } from './sms/relevance.ts';
import { NO_DAY } from './sms/time-weight.ts';

/** SQL expressions over the SMS tables, shared by the monthly run and the explanation of one carrier. */

const FLAGS = ['unsafe', 'fatigued', 'dr_fitness', 'subt_alcohol', 'vh_maint', 'hm'];

const flagBits = FLAGS.map((flag, i) => `case when ${flag}_insp then ${1 << i} else 0 end`).join(' + ');

/**
 * Bits, in the order of the categories, of those for which an inspection is relevant, and DRIVER_ONLY or VEHICLE_ONLY.
 * Level 3 examines only the driver, level 5 only the vehicle. A level that does not exist (99) says nothing of either.
 */
export const INSPECTION_MARKS = `${flagBits}
  + case when insp_level_id = 3 then ${DRIVER_ONLY} when insp_level_id = 5 then ${VEHICLE_ONLY}
    when insp_level_id not between 1 and 8 then ${NOTHING} else 0 end`;

/**
 * FMCSA ranks active interstate and intrastate hazmat carriers (operations A and B). The SMS census lists active carriers
 * only, so a carrier that it lacks is no peer.
 */
export const IS_PEER = `coalesce(upper(trim(carrier_operation)) <> 'C', true)`;

/** FMCSA does not count crashes that it found not preventable. */
export const IS_COUNTED_CRASH = 'not coalesce(not_preventable, false)';

/** Tractors and motor coaches in the company census, which determine the segment. */
export const COMBINATION_UNITS = ['owned', 'term_leased', 'trip_leased']
  .flatMap((owner) => [`coalesce(${owner}_tractors, 0)`, `coalesce(${owner}_coaches, 0)`])
  .join(' + ');

/** The number of a day as in `dayNumber`. */
export function dayNumberSql(date: string): string {
  return `coalesce(${date} - date '2000-01-01', ${NO_DAY})`;
}
