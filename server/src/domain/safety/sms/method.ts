import type { CarrierType, CategoryId, MethodId, Segment } from '../../../contract/scores.ts';

/** Category and weight of one row of the violation file; null if the method does not count it. */
export type Charge = { category: CategoryId; weight: number; countsOncePerGroup: boolean } | null;

export type ViolationRow = {
  basic: string;
  group: string;
  code: string;
  severityWeight: number;
  outOfServiceWeight: number;
  isOutOfService: boolean;
};

/** Miles per power unit and year. Factors are interpolated linearly between two points. */
export type UtilizationPoint = { milesPerUnit: number; factor: number };

export type Category = {
  id: CategoryId;
  title: string;
  /** The divisor: the time weights of the relevant inspections, or power units times the utilization factor. */
  dividedBy: 'inspections' | 'power units';
  /** The events counted for peer groups and for the minimum. */
  counts: 'relevant inspections' | 'inspections with violation' | 'crashes';
  /** The lowest count of each peer group, ascending. The first is the minimum for a percentile. */
  groups: Readonly<Record<Segment, readonly number[]>> | readonly number[];
  /** Minimum number of inspections with a violation for a percentile to be shown. */
  shownFrom: number;
  thresholds: Readonly<Record<CarrierType, number>>;
  /** Whether a violation in the latest relevant inspection keeps the percentile if all are older than 12 months. */
  latestInspectionCounts: boolean;
  /** Label for the inspections that count, shown to users. */
  inspected: 'driver inspections' | 'vehicle inspections' | 'placarded hazmat inspections';
  /** Measures from this value on have percentile 100. */
  extremeFrom?: number;
  /** Whether FMCSA publishes the measure. It publishes percentiles only for passenger carriers. */
  isPublic: boolean;
};

/** A version of the measurement system. Everything but `charge` is data. */
export type Method = {
  id: MethodId;
  version: string;
  /** Null if the method is not in force. */
  effectiveFrom: string | null;
  isPreview: boolean;
  timeWeights: readonly { months: number; weight: number }[];
  /** Maximum severity of one inspection in one category, before the time weight. */
  severityCap: number;
  categories: readonly Category[];
  /** Minimum share of combination trucks and motor coaches for the combination segment. */
  combinationShare: number;
  utilization: Readonly<Record<Segment, readonly UtilizationPoint[]>>;
  /** Above this, or if miles are unknown, the utilization factor is 1. */
  mostMilesPerUnit: number;
  /** Maximum age of reported miles. */
  milesMonths: number;
  /** `ranked`: within the carrier's own group. `proportionate`: interpolated between neighboring groups. */
  percentile: 'ranked' | 'proportionate';
  /** Whether `charge` uses more than the category and the sum of the weights. */
  readsGroups: boolean;
  charge(row: ViolationRow): Charge;
};

export function categoryOf(method: Method, id: CategoryId): Category | null {
  return method.categories.find((category) => category.id === id) ?? null;
}
