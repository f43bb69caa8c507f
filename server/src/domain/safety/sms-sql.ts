/** SQL expressions over the SMS tables, shared by the monthly run and the explanation of one carrier. */

const FLAGS = ['unsafe', 'fatigued', 'dr_fitness', 'subt_alcohol', 'vh_maint', 'hm'];

/** Bits, in the order of the categories, of those for which an inspection is relevant. */
export const RELEVANT_BITS = FLAGS.map((flag, i) => `case when ${flag}_insp then ${1 << i} else 0 end`).join(
  ' + ',
);

/** FMCSA does not count crashes that it found not preventable. */
export const IS_COUNTED_CRASH = 'not coalesce(not_preventable, false)';

/** Tractors and motor coaches in the company census, which determine the segment. */
export const COMBINATION_UNITS = ['owned', 'term_leased', 'trip_leased']
  .flatMap((owner) => [`coalesce(${owner}_tractors, 0)`, `coalesce(${owner}_coaches, 0)`])
  .join(' + ');
