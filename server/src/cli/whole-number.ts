import { AppError } from '../lib/errors.ts';
import { text, type Values } from './command.ts';

/** An id or a count given on the command line. */
export function wholeNumber(values: Values, name: string): number {
  const given = text(values, name) ?? '';
  if (!/^\d{1,9}$/.test(given))
    throw new AppError('invalid', `${name} must be a whole number; it is "${given}".`);
  return Number(given);
}
