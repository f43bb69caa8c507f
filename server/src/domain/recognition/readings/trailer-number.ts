import type { Layout } from './layout.ts';
import { nothingRead, type Reading } from './reading.ts';
import type { UnitNumber } from './unit-numbers.ts';

const FEWEST = 3;

/** The number on the trailer: the surest, then of usual length (five and more), then the largest. */
export function readTrailerNumber(numbers: readonly UnitNumber[], { frames }: Layout): Reading {
  const heightOf = ({ reading }: UnitNumber) => frames[reading.lines[0] as number]?.height ?? 0;
  const isUsual = ({ reading }: UnitNumber) => Number(reading.value.length >= 5);
  const [best] = numbers
    .filter(({ kind, reading }) => kind === 'trailer' && reading.value.length >= FEWEST)
    .sort(
      (a, b) => Number(b.isSure) - Number(a.isSure) || isUsual(b) - isUsual(a) || heightOf(b) - heightOf(a),
    );
  return best?.reading ?? nothingRead;
}
