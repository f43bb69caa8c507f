import { CATEGORIES, type CategoryId } from '../../../contract/scores.ts';

export const CATEGORY_COUNT = CATEGORIES.length;

const INDEXES = Object.fromEntries(CATEGORIES.map((id, index) => [id, index])) as Record<CategoryId, number>;

/** Index of a category in arrays and bit sets. */
export function categoryIndex(id: CategoryId): number {
  return INDEXES[id];
}

export function categoryBit(id: CategoryId): number {
  return 1 << INDEXES[id];
}
