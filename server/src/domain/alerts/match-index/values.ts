import { type Condition, EQUAL_FIELDS, PART_FIELDS } from '../match/conditions.ts';
import { Growing } from './growing.ts';

/** Equal fields come first, then the parts; a value's field is one of these numbers. */
export const FIELD_COUNT = EQUAL_FIELDS.length + PART_FIELDS.length;

const EQUAL = new Map<string, number>(EQUAL_FIELDS.map((field, number) => [field, number]));
const PART = new Map<string, number>(
  PART_FIELDS.map((field, number) => [field, EQUAL_FIELDS.length + number]),
);

export function fieldOf({ kind, field }: Condition): number {
  return (kind === 'equal' ? EQUAL : PART).get(field) as number;
}

/**
 * Every value that some alert asks for, as a small number: alerts hold numbers, and a sighting's fields are turned into
 * numbers once. A value that no alert asks for any more gives its number back.
 */
export class Values {
  readonly #numbers: Map<string, number>[] = Array.from({ length: FIELD_COUNT }, () => new Map());
  readonly #texts: string[] = [];
  readonly #fields: Growing;
  readonly #uses: Growing;
  readonly #free: number[] = [];

  constructor(capacity: number) {
    this.#fields = new Growing(capacity);
    this.#uses = new Growing(capacity);
  }

  /** The value's number, with one more use. */
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

  /** -1 when no alert asks for it. */
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
