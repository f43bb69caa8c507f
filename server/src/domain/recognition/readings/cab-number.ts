import type { Layout } from './layout.ts';
import { nothingRead, type Reading } from './reading.ts';
import type { UnitNumber } from './unit-numbers.ts';

const LONGEST = 7;

/** The number the fleet gave the tractor: the surest, then the largest. */
export function readCabNumber(numbers: readonly UnitNumber[], { frames }: Layout): Reading {
  const heightOf = ({ reading }: UnitNumber) => frames[reading.lines[0] as number]?.height ?? 0;
  const [best] = numbers
    .filter(({ kind, reading }) => kind === 'cab' && reading.value.length <= LONGEST)
    .sort((a, b) => Number(b.isSure) - Number(a.isSure) || heightOf(b) - heightOf(a));
  return best?.reading ?? nothingRead;
}
