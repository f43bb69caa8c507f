/** SMS categories, in the order of the bits and columns of a stored run. The last one exists only in the preview method. */
export const CATEGORIES = [
  'unsafe_driving',
  'hours_of_service',
  'driver_fitness',
  'controlled_substances',
  'vehicle_maintenance',
  'hazmat_related',
  'crash_indicator',
  'vehicle_maintenance_driver_observed',
] as const;

export type CategoryId = (typeof CATEGORIES)[number];

export const CATEGORY_COUNT = CATEGORIES.length;

const INDEXES = Object.fromEntries(CATEGORIES.map((id, index) => [id, index])) as Record<CategoryId, number>;

/** Index of a category in arrays and bit sets. */
export function categoryIndex(id: CategoryId): number {
  return INDEXES[id];
}

export function categoryBit(id: CategoryId): number {
  return 1 << INDEXES[id];
}

export function isCategory(name: string): name is CategoryId {
  return (CATEGORIES as readonly string[]).includes(name);
}
