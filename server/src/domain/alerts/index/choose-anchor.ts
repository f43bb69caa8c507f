import { EQUAL_FIELDS, type EqualField, PART_FIELDS } from '../conditions.ts';

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
export function chooseAnchor(
  values: number[],
  fieldOf: (value: number) => number,
  textOf: (value: number) => string,
  crowd: (value: number) => number,
): number {
  if (values.length === 1) return values[0] as number;
  let best = -1;
  let bestBreadth = 3;
  for (const value of values) {
    const here = breadth(fieldOf(value), textOf(value));
    if (here < bestBreadth || (here === bestBreadth && crowd(value) < crowd(best))) {
      best = value;
      bestBreadth = here;
    }
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
