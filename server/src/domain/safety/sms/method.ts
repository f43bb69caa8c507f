import type { CategoryId } from './categories.ts';

export type MethodId = 'current' | 'preview';

export const CARRIER_TYPES = ['general', 'hazmat', 'passenger'] as const;
export type CarrierType = (typeof CARRIER_TYPES)[number];

export const SEGMENTS = ['straight', 'combination'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** What one row of the violation file is worth, and where. Null when the method does not count it. */
export type Charge = { category: CategoryId; weight: number; countsOncePerGroup: boolean } | null;

export type ViolationRow = {
  basic: string;
  group: string;
  code: string;
  severityWeight: number;
  outOfServiceWeight: number;
  isOutOfService: boolean;
};

/** Linear between two points of miles a power unit drives in a year; the last point ends the table. */
export type UtilizationPoint = { milesPerUnit: number; factor: number };

export type Category = {
  id: CategoryId;
  title: string;
  /** Divided by the time weights of the relevant inspections, or by power units times utilization. */
  dividedBy: 'inspections' | 'power units';
  /** What the peer groups, and the minimum, count. */
  counts: 'relevant inspections' | 'inspections with violation' | 'crashes';
  /** The lowest count of each peer group, ascending; the first is the minimum for a percentile. */
  groups: Readonly<Record<Segment, readonly number[]>> | readonly number[];
  /** A percentile is shown with so many inspections with violation at least. */
  shownFrom: number;
  thresholds: Readonly<Record<CarrierType, number>>;
  /** From this measure on the percentile is 100. */
  extremeFrom: number | null;
  /** Whether FMCSA publishes the measure; the percentile it publishes for passenger carriers only. */
  isPublic: boolean;
};

/** A version of the measurement system, all of it data but for `charge`. */
export type Method = {
  id: MethodId;
  version: string;
  /** The day it came into force; null when it has not. */
  effectiveFrom: string | null;
  isPreview: boolean;
  timeWeights: readonly { months: number; weight: number }[];
  /** Of one inspection in one category, before the time weight. */
  severityCap: number;
  categories: readonly Category[];
  /** Combination trucks and coaches of so great a share make the combination segment. */
  combinationShare: number;
  utilization: Readonly<Record<Segment, readonly UtilizationPoint[]>>;
  /** Above it, as without miles, the factor is 1. */
  mostMilesPerUnit: number;
  /** Miles of a year that ended longer ago do not count. */
  milesMonths: number;
  /** `ranked`: by the carrier's own group. `proportionate`: between the groups on both sides of its count. */
  percentile: 'ranked' | 'proportionate';
  /** Whether a violation in the latest relevant inspection keeps an old record alive. */
  latestInspectionCounts: boolean;
  /** Whether `charge` looks at more than the category and the sum of the weights. */
  readsGroups: boolean;
  charge(row: ViolationRow): Charge;
};

export function categoryOf(method: Method, id: CategoryId): Category | null {
  return method.categories.find((category) => category.id === id) ?? null;
}
