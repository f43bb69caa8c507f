import { criterion } from '../../../contract/criteria.ts';
import { type Condition, SEARCHED_TEXTS, type SearchedText } from '../match/conditions.ts';
import { VIEW_FIELDS } from '../match/sighting-view.ts';
import { Growing } from './growing.ts';
import type { Postings } from './postings.ts';

/** Searched texts and whether the value must be a whole word, numbered after the fields that are compared as a whole. */
const FIRST_PART = VIEW_FIELDS.length;
export const PARTS: ({ text: SearchedText; isWhole: boolean } | null)[] = [
  ...VIEW_FIELDS.map(() => null),
  ...SEARCHED_TEXTS.flatMap((text) => [
    { text, isWhole: false },
    { text, isWhole: true },
  ]),
];

/** The number of the field, or of the searched text, that a condition looks at. */
export function fieldOf(condition: Condition): number {
  if (condition.kind === 'equal') return condition.field;
  return FIRST_PART + SEARCHED_TEXTS.indexOf(condition.text) * 2 + Number(condition.isWhole);
}

/**
 * Every value that some alert looks for, as a small number: alerts hold numbers, and the fields of a sighting are
 * converted to numbers once. The number of a value that no alert looks for any more is reused.
 */
export class Values {
  readonly #numbers: Map<string, number>[] = Array.from({ length: PARTS.length }, () => new Map());
  readonly #texts: string[] = [];
  readonly #fields: Growing;
  readonly #uses: Growing;
  readonly #free: number[] = [];

  constructor(capacity: number) {
    this.#fields = new Growing(capacity);
    this.#uses = new Growing(capacity);
  }

  /** Returns the number of the value and counts one more use. */
  use(field: number, text: string): number {
    const numbers = this.#numbers[field] as Map<string, number>;
    let value = numbers.get(text);
    if (value === undefined) {
      value = this.#free.pop() ?? this.#texts.length;
      numbers.set(text, value);
      this.#texts[value] = text;
      this.#fields.set(value, field);
      this.#uses.set(value, 0);
    }
    this.#uses.set(value, this.#uses.get(value) + 1);
    return value;
  }

  release(value: number): void {
    const left = this.#uses.get(value) - 1;
    this.#uses.set(value, left);
    if (left > 0) return;
    (this.#numbers[this.#fields.get(value)] as Map<string, number>).delete(this.#texts[value] as string);
    this.#texts[value] = '';
    this.#free.push(value);
  }

  /** -1 when no alert looks for it. */
  find(field: number, text: string): number {
    const numbers = this.#numbers[field] as Map<string, number>;
    return numbers.size === 0 ? -1 : (numbers.get(text) ?? -1);
  }

  text(value: number): string {
    return this.#texts[value] as string;
  }

  field(value: number): number {
    return this.#fields.get(value);
  }
}

const SHORT = 3;

/** 0 for a value that identifies one truck or carrier, 1 for a long part of a text, 2 for a value that many share. */
function breadth(field: number, text: string): number {
  if (field >= FIRST_PART) return text.length < SHORT ? 2 : 1;
  const { criterion: name } = VIEW_FIELDS[field] as (typeof VIEW_FIELDS)[number];
  return criterion(name).isBroad ? 2 : 0;
}

/** The narrowest value of an alert; among equals, the one that the fewest alerts are listed under. */
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
