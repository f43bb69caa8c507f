import type { CategoryId } from '../../../contract/scores.ts';
import { basicNamed } from '../../federal/catalog/basics.ts';
import type { Category, Method, ViolationRow } from './method.ts';
import { currentCategories, currentMethod } from './method-current.ts';

/**
 * Words in the current file's violation groups for defects that a driver can see before a trip. The new method's own
 * list is not published as data.
 */
const DRIVER_OBSERVED = [
  'lighting',
  'clearance',
  'reflective sheeting',
  'tires',
  'wheels',
  'windshield',
  'emergency equipment',
  'securement',
  'tiedown',
  'warning flags',
  'cab',
  'exhaust',
];
/** Violations that can disqualify a driver count twice. */
const DISQUALIFYING = ['reckless', 'texting', 'phone', 'drugs', 'alcohol', 'jumping', 'oos order'];
const DRIVER_FITNESS_THRESHOLDS = { passenger: 75, hazmat: 85, general: 90 };
const ALL_90 = { passenger: 90, hazmat: 90, general: 90 };

const unchanged = (id: CategoryId, changes: Partial<Category> = {}): Category => {
  const category = currentCategories.find((one) => one.id === id);
  if (!category) throw new Error(`the current method has no category ${id}`);
  return { ...category, isPublic: false, latestInspectionCounts: false, ...changes };
};

/** Ranks straight and combination fleets separately, with the current group sizes. */
const DRIVER_FITNESS_GROUPS = [5, 11, 21, 101, 501];

const has = (text: string, words: readonly string[]) => words.some((word) => text.includes(word));

function categoryOf({ basic, group }: ViolationRow): CategoryId | null {
  const current = basicNamed(basic)?.id;
  if (current === undefined) return null;
  const words = group.toLowerCase();
  if (current === 'controlled_substances' || words.includes('jumping')) return 'unsafe_driving';
  if (current === 'vehicle_maintenance' && has(words, DRIVER_OBSERVED))
    return 'vehicle_maintenance_driver_observed';
  return current;
}

/**
 * The method of 89 FR 91874: approved, not in force. Tables that the notice leaves to a later publication are taken
 * from the current method. FMCSA publishes none of its results.
 */
export const previewMethod: Method = {
  ...currentMethod,
  id: 'preview',
  version: 'preview-2024-11-20',
  effectiveFrom: null,
  isPreview: true,
  categories: [
    unchanged('unsafe_driving'),
    unchanged('hours_of_service'),
    unchanged('driver_fitness', {
      thresholds: DRIVER_FITNESS_THRESHOLDS,
      groups: { combination: DRIVER_FITNESS_GROUPS, straight: DRIVER_FITNESS_GROUPS },
    }),
    unchanged('vehicle_maintenance'),
    unchanged('hazmat_related', { thresholds: ALL_90 }),
    unchanged('crash_indicator'),
    unchanged('vehicle_maintenance', {
      id: 'vehicle_maintenance_driver_observed',
      title: 'Vehicle Maintenance: Driver Observed',
    }),
  ],
  mostMilesPerUnit: 250_000,
  percentile: 'proportionate',
  readsGroups: true,
  charge(row) {
    const category = categoryOf(row);
    if (category === null) return null;
    const isDouble =
      row.isOutOfService || (category === 'unsafe_driving' && has(row.group.toLowerCase(), DISQUALIFYING));
    return { category, weight: isDouble ? 2 : 1, countsOncePerGroup: true };
  },
};
