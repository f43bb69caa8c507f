/**
 * Periods of retention, in days. Images of organizations with the same period are in the same class: they share partitions and
 * folders, which are dropped as a whole when a day is over. The number of a class is its position and part of every image id, so
 * entries are never moved or removed; up to 64 are possible. The first class is kept until its images are deleted one by one.
 */
const PERIODS: readonly [number, ...number[]] = [
  Number.POSITIVE_INFINITY,
  ...[
    1, 2, 3, 4, 5, 6, 7, 10, 14, 15, 20, 21, 28, 30, 31, 40, 45, 50, 60, 61, 62, 75, 90, 91, 92, 100, 120,
    150,
  ],
  ...[
    180, 181, 182, 183, 184, 200, 240, 270, 300, 330, 365, 366, 400, 450, 500, 548, 600, 730, 731, 900, 1_000,
  ],
  ...[1_095, 1_096, 1_461, 1_825, 1_826, 2_190, 2_192, 2_555, 2_557, 3_285, 3_650, 3_652, 3_653],
];

export const KEPT_CLASS = 0;
/** Of the classes that are dropped by day. */
export const RETENTION_PERIODS = PERIODS.slice(1);

/** Days after which the images of a class are dropped. */
export function periodOf(retentionClass: number): number {
  const days = PERIODS[retentionClass];
  if (days === undefined) throw new Error(`there is no retention class ${retentionClass}`);
  return days;
}

/**
 * The class for a period of an organization: the one with this period, or else with the next longer one. Images that are in a
 * longer class than their organization wants are deleted one by one.
 */
export function classFor(days: number): number {
  let best = KEPT_CLASS;
  for (const [number, period] of PERIODS.entries())
    if (period >= days && period < periodOf(best)) best = number;
  return best;
}
