import type { ExplainedScore } from '@milepost/sdk';
import { count, decimal, number, percentage } from '../../lib/format.ts';

type WhatIf = NonNullable<ExplainedScore['what_if']>;
type Figures = Pick<WhatIf, 'measure' | 'percentile' | 'points' | 'divisor'>;

const measureOf = ({ measure }: Pick<Figures, 'measure'>) =>
  measure === null ? 'None' : decimal(measure, 2);
const percentileOf = ({ percentile }: Pick<Figures, 'percentile'>) =>
  percentile === null ? 'No percentile' : percentage(percentile);
const quotientOf = ({ points, divisor }: Pick<Figures, 'points' | 'divisor'>) =>
  `${number(points)} points ÷ ${divisor === null ? '–' : decimal(divisor, 2)}`;

/** The figure, and the one without the removed violations if it differs. */
function beforeAndAfter(own: string, changed: string | undefined): string {
  return changed === undefined || changed === own ? own : `${own} → ${changed}`;
}

export function measureText(
  score: Pick<Figures, 'measure'>,
  whatIf: Pick<Figures, 'measure'> | null,
): string {
  return beforeAndAfter(measureOf(score), whatIf === null ? undefined : measureOf(whatIf));
}

type Formula = Pick<ExplainedScore, 'points' | 'divisor' | 'divisor_is'>;

/** Removing violations lowers the points but does not change the divisor. */
export const longestFormula = (score: Formula) =>
  `${quotientOf(score)} → ${quotientOf(score)} ${score.divisor_is}`;

export function formulaText(score: Formula, whatIf: Pick<Figures, 'points' | 'divisor'> | null): string {
  const changed = whatIf === null ? undefined : quotientOf(whatIf);
  return `${beforeAndAfter(quotientOf(score), changed)} ${score.divisor_is}`;
}

/** How removing violations changes the percentile, or "No change". */
export function whatIfText(
  score: Pick<Figures, 'percentile'>,
  whatIf: Pick<Figures, 'percentile'>,
  removed: number,
): string {
  const without = `without ${count(removed, 'violation')}`;
  return score.percentile === whatIf.percentile
    ? `No change ${without}`
    : `${percentileOf(whatIf)} ${without}`;
}

export function whatIfClass(
  score: Pick<Figures, 'percentile'>,
  whatIf: Pick<Figures, 'percentile'>,
  isStale: boolean,
): string {
  const tone = score.percentile === whatIf.percentile ? 'what-if what-if-same' : 'what-if';
  return isStale ? `${tone} what-if-stale` : tone;
}
