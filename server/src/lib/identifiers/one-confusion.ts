import { CONFUSABLE_DIGITS, ON_PLATES, substituter } from './confusable.ts';

const comparable = substituter(ON_PLATES);

/** The two identifiers differ in one character, and readers confuse the two: one of them may be a misreading of the other. */
export function isOneConfusion(a: string, b: string): boolean {
  if (a === b || a.length !== b.length) return false;
  const [x, y] = [comparable(a), comparable(b)];
  const different = [...x].flatMap((own, at) => (own === y[at] ? [] : [at]));
  if (different.length > 1) return false;
  const [at] = different;
  if (at === undefined) return true;
  const [own = '', other = ''] = [x[at], y[at]];
  return (CONFUSABLE_DIGITS[own] ?? '').includes(other) || (CONFUSABLE_DIGITS[other] ?? '').includes(own);
}
