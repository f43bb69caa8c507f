import { invalid } from '../../../lib/errors.ts';

export const LONGEST_LIST = 50;

type Rule<T> = {
  name: string;
  /** What an element must be, in words. */
  expected: string;
  /** Null for what it is not. */
  read: (element: string) => T | null;
};

/** A comma-separated parameter: every element must be right, doubles count once, the order stays. */
export function readList<T>(given: string, { name, expected, read }: Rule<T>): T[] {
  const elements = given.split(',').map((element) => element.trim());
  const wrong = elements.filter((element) => read(element) === null);
  if (wrong.length > 0) {
    throw invalid(
      wrong.map((input) => ({
        type: input === '' ? 'missing' : 'value_error',
        loc: ['query', name],
        msg: input === '' ? 'An element of the list is empty' : `Must be ${expected}`,
        input,
      })),
    );
  }
  const values = [...new Set(elements.flatMap((element) => read(element) ?? []))];
  if (values.length > LONGEST_LIST) {
    const msg = `At most ${LONGEST_LIST} at a time; there are ${values.length}`;
    throw invalid([{ type: 'too_long', loc: ['query', name], msg, input: null }]);
  }
  return values;
}

/** A parameter that holds one value. */
export function readOne<T>(given: string, { name, expected, read }: Rule<T>): T {
  const value = read(given.trim());
  if (value !== null) return value;
  throw invalid([{ type: 'value_error', loc: ['query', name], msg: `Must be ${expected}`, input: given }]);
}

export const usdotNumbers: Rule<number> = {
  name: 'usdot_number',
  expected: 'a USDOT number: digits only, above 0',
  read: (element) => (/^0*[1-9]\d{0,11}$/.test(element) ? Number(element) : null),
};

export const vins: Rule<string> = {
  name: 'vin',
  expected: 'a VIN: up to 17 letters and digits',
  read(element) {
    const plain = element.toUpperCase().replace(/[\s.-]/g, '');
    return /^[A-Z0-9]{4,17}$/.test(plain) ? plain : null;
  },
};
