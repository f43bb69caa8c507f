import { CARRIER_TYPES, type ScoreExplanation } from '../../../contract/scores.ts';
import { categoryBit } from './categories.ts';
import type { Category } from './method.ts';
import { minimumOf, peerGroupLabel } from './peer-groups.ts';

/** `percentile` is a rank among peers, or 0 for a record without violations, as in FMCSA's files. */
export type BasicScore = Omit<
  NonNullable<ScoreExplanation['basics'][number]['what_if']>,
  'points' | 'divisor'
>;
type BasicStatus = BasicScore['status'];

export const OWN_CALCULATION = 'calculated by Milepost, not published by FMCSA';
/** Figures that are taken over from FMCSA's files as they are. */
export const PUBLISHED = 'published by FMCSA';
export const ALSO_PUBLISHED = 'calculated by Milepost; FMCSA publishes this figure too';

export type BasicFigures = {
  measure: number | null;
  percentile: number | null;
  group: number | null;
  relevant: number;
  withViolation: number;
  violations: number;
  inspections: number;
};

type CarrierFlags = { carrierType: number; alerts: number; acute: number };

export function describeBasic(
  category: Category,
  figures: BasicFigures,
  { carrierType, alerts, acute }: CarrierFlags,
  group: { carriers: number; median_measure: number } | undefined,
): BasicScore {
  const bit = categoryBit(category.id);
  const type = CARRIER_TYPES[carrierType] ?? 'general';
  const isAlert = (alerts & bit) !== 0;
  const status = statusOf(category, figures, isAlert);
  const isPublicPercentile = category.isPublic && type === 'passenger';
  return {
    basic: category.id,
    title: category.title,
    measure: figures.measure,
    percentile: figures.percentile ?? (isClean(category, figures) ? 0 : null),
    is_ranked: figures.percentile !== null,
    status,
    status_reason: reasonOf(category, figures, status),
    is_alert: isAlert,
    has_acute_or_critical: (acute & bit) !== 0,
    threshold: category.thresholds[type],
    group: figures.group
      ? {
          id: figures.group,
          label: peerGroupLabel(category, figures.group),
          carriers: group?.carriers ?? null,
          median_measure: group?.median_measure ?? null,
        }
      : null,
    relevant_inspections: figures.relevant,
    inspections_with_violation: figures.withViolation,
    violations: figures.violations,
    measure_source: category.isPublic ? ALSO_PUBLISHED : OWN_CALCULATION,
    percentile_source: isPublicPercentile ? ALSO_PUBLISHED : OWN_CALCULATION,
  };
}

/**
 * Statuses of the SMS website. Inconclusive: enough events, but the percentile is not shown. A carrier without crashes has
 * no Crash Indicator percentile; its status is `No Crashes`.
 */
function statusOf(category: Category, figures: BasicFigures, isAlert: boolean): BasicStatus {
  if (isAlert) return 'Alert';
  if (figures.percentile !== null) return 'Below Threshold';
  if (isClean(category, figures)) return 'No Violations';
  if (category.counts === 'crashes' && figures.withViolation === 0) return 'No Crashes';
  return figures.group ? 'Inconclusive' : 'Insufficient Data';
}

/** Enough inspections without a violation: 0 in FMCSA's files, even beside an alert by an investigation. */
function isClean(category: Category, { withViolation, relevant, inspections }: BasicFigures): boolean {
  if (category.counts === 'crashes' || withViolation > 0) return false;
  return category.counts === 'relevant inspections' ? relevant >= minimumOf(category) : inspections > 0;
}

/** The fact behind a missing percentile, as FMCSA has worded it since 2012. */
function reasonOf(category: Category, figures: BasicFigures, status: BasicStatus): string | null {
  if (status !== 'Insufficient Data' && status !== 'Inconclusive') return null;
  const minimum = minimumOf(category);
  if (status === 'Inconclusive')
    return figures.withViolation < category.shownFrom
      ? `Fewer than ${category.shownFrom} inspections with violations`
      : `No ${category.counts === 'crashes' ? 'crash' : 'violation'} in the last 12 months`;
  if (category.counts === 'crashes') return `Fewer than ${minimum} crashes`;
  if (category.counts === 'relevant inspections') return `Fewer than ${minimum} ${category.inspected}`;
  return figures.inspections === 0 ? 'No inspections' : `Fewer than ${minimum} inspections with violations`;
}
