import type { CategoryId } from './categories.ts';
import type { Category, Method, ViolationRow } from './method.ts';
import { BASIC_BY_LETTERS, currentCategories, currentMethod } from './method-current.ts';

/**
 * What a driver can see before a trip. The list of the new method is not public as data; these are the groups of
 * today's file that it is said to mean.
 */
const DRIVER_OBSERVED = [
  ...['lighting', 'clearance', 'reflective sheeting', 'tires', 'wheels', 'windshield', 'emergency equipment'],
  ...['securement', 'tiedown', 'warning flags', 'cab', 'exhaust'],
];
/** Driving that costs the licence counts twice. */
const DISQUALIFYING = ['reckless', 'texting', 'phone', 'drugs', 'alcohol', 'jumping', 'oos order'];
const NINETY = { passenger: 90, hazmat: 90, general: 90 };

const stay = (id: CategoryId, changes: Partial<Category> = {}): Category => {
  const category = currentCategories.find((one) => one.id === id);
  if (!category) throw new Error(`the method in force has no ${id}`);
  return { ...category, isPublic: false, ...changes };
};

/** Straight and combination fleets are ranked apart in this category too; the counts that part its groups stay. */
const DRIVER_FITNESS_GROUPS = [5, 11, 21, 101, 501];

const has = (text: string, words: readonly string[]) => words.some((word) => text.includes(word));

function categoryOf({ basic, group }: ViolationRow): CategoryId | null {
  const today = BASIC_BY_LETTERS[basic.slice(0, 2).toUpperCase()];
  if (today === undefined) return null;
  const words = group.toLowerCase();
  if (today === 'controlled_substances' || words.includes('jumping')) return 'unsafe_driving';
  if (today === 'vehicle_maintenance' && has(words, DRIVER_OBSERVED))
    return 'vehicle_maintenance_driver_observed';
  return today;
}

/**
 * The method of 89 FR 91874: approved, not active. Where the notice leaves the tables to a later publication, the
 * groups and minimums in force stand in. Nothing here is FMCSA's own figure.
 */
export const previewMethod: Method = {
  ...currentMethod,
  ...{ id: 'preview', version: 'preview-2024-11-20', effectiveFrom: null, isPreview: true },
  categories: [
    stay('unsafe_driving'),
    stay('hours_of_service'),
    stay('driver_fitness', {
      thresholds: NINETY,
      groups: { combination: DRIVER_FITNESS_GROUPS, straight: DRIVER_FITNESS_GROUPS },
    }),
    stay('vehicle_maintenance'),
    stay('hazmat_related', { thresholds: NINETY }),
    stay('crash_indicator'),
    stay('vehicle_maintenance', {
      id: 'vehicle_maintenance_driver_observed',
      title: 'Vehicle Maintenance: Driver Observed',
    }),
  ],
  mostMilesPerUnit: 250_000,
  percentile: 'proportionate',
  latestInspectionCounts: false,
  readsGroups: true,
  charge(row) {
    const category = categoryOf(row);
    if (category === null) return null;
    const isDouble =
      row.isOutOfService || (category === 'unsafe_driving' && has(row.group.toLowerCase(), DISQUALIFYING));
    return { category, weight: isDouble ? 2 : 1, countsOncePerGroup: true };
  },
};
