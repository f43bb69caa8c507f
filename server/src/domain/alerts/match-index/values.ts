import { criterion } from '../../../contract/criteria.ts';
import { type Condition, SEARCHED_TEXTS, type SearchedText } from '../match/conditions.ts';
import { VIEW_FIELDS } from '../match/sighting-view.ts';
import type { Postings } from './postings.ts';
import { fieldOf, MAX_FIELDS, type ValueNumbers } from './value-numbers.ts';

/** Searched texts and whether the value must be a whole word, numbered after the fields that are compared as a whole. */
export const FIRST_PART = VIEW_FIELDS.length;
export const PARTS: ({ text: SearchedText; isWhole: boolean } | null)[] = [
  ...VIEW_FIELDS.map(() => null),
  ...SEARCHED_TEXTS.flatMap((text) => [
    { text, isWhole: false },
    { text, isWhole: true },
  ]),
];
if (PARTS.length > MAX_FIELDS) throw new Error(`More than ${MAX_FIELDS} fields of alert criteria`);

/** The number of the field, or of the searched text, that a condition looks at. */
export function conditionField(condition: Condition): number {
  if (condition.kind === 'equal') return condition.field;
  return FIRST_PART + SEARCHED_TEXTS.indexOf(condition.text) * 2 + Number(condition.isWhole);
}

const SHORT = 3;
const IS_BROAD = VIEW_FIELDS.map(({ criterion: name }) => criterion(name).isBroad === true);

/** 0 for a value that identifies one truck or carrier, 1 for a long part of a text, 2 for a value that many share. */
function breadth(field: number, text: string): number {
  if (field >= FIRST_PART) return text.length < SHORT ? 2 : 1;
  return IS_BROAD[field] ? 2 : 0;
}

/** The narrowest value of an alert; among equals, the one that the fewest alerts are listed under. */
export function chooseAnchor(all: number[], values: ValueNumbers, postings: Postings): number {
  let best = all[0] as number;
  if (all.length === 1) return best;
  let bestBreadth = 3;
  for (const value of all) {
    const here = breadth(fieldOf(value), values.text(value));
    const isBetter =
      here < bestBreadth || (here === bestBreadth && postings.length(value) < postings.length(best));
    if (!isBetter) continue;
    best = value;
    bestBreadth = here;
  }
  return best;
}
