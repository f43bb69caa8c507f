import { EQUAL_FIELDS, type EqualField, PART_FIELDS } from '../match/conditions.ts';
import type { Postings } from './postings.ts';
import type { Values } from './values.ts';

/** Shared by many trucks: only when there is nothing better. */
const BROAD: EqualField[] = ['logo', 'equipment', 'city', 'state'];
const SHORT = 3;
const FIRST_PART = EQUAL_FIELDS.length;

/** 0 for what names one truck or carrier, 1 for a text of some length inside another, 2 for what many share. */
function breadth(field: number, text: string): number {
  if (field >= FIRST_PART) return text.length < SHORT ? 2 : 1;
  return BROAD.includes(EQUAL_FIELDS[field] as EqualField) ? 2 : 0;
}

/** The narrowest of an alert's values; among equals the one by which the fewest alerts are found already. */
export function chooseAnchor(all: number[], values: Values, postings: Postings): number {
  let best = all[0] as number;
  if (all.length === 1) return best;
  let bestBreadth = 3;
  for (const value of all) {
    const here = breadth(values.field(value), values.text(value));
    const isBetter =
      here < bestBreadth || (here === bestBreadth && postings.length(value) < postings.length(best));
    if (!isBetter) continue;
    best = value;
    bestBreadth = here;
  }
  return best;
}

/** Which part of a sighting a part field is looked for in, and whether as a whole. */
export function partOf(
  field: number,
): { view: 'trailer' | 'trailerTolerant' | 'deep'; whole: boolean } | null {
  if (field < FIRST_PART) return null;
  const name = PART_FIELDS[field - FIRST_PART];
  if (name === 'deepWhole') return { view: 'deep', whole: true };
  return { view: name ?? 'deep', whole: false };
}
