/** What SMS measures, in the order of the bits and columns of a stored run; the last one exists in the new method only. */
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

const PLACES = Object.fromEntries(CATEGORIES.map((id, place) => [id, place])) as Record<CategoryId, number>;

/** The place of a category in every array and bit set. */
export function placeOf(id: CategoryId): number {
  return PLACES[id];
}

export function isCategory(name: string): name is CategoryId {
  return (CATEGORIES as readonly string[]).includes(name);
}
