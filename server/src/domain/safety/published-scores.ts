import { type Db, statement } from '../../db/database.ts';
import type { BasicId } from '../federal/catalog/basics.ts';
import { type BasicScore, OWN_CALCULATION, PUBLISHED } from './sms/describe-basic.ts';
import type { Category } from './sms/method.ts';

/** The BASICs of FMCSA's output files. */
const IN_THE_FILES = [
  'unsafe_driving',
  'hours_of_service',
  'driver_fitness',
  'controlled_substances',
  'vehicle_maintenance',
] as const satisfies BasicId[];
type PublishedId = (typeof IN_THE_FILES)[number];

export type PublishedRow = {
  published_on: string;
  is_passenger: boolean;
  insp_total: number;
  driver_insp_total: number;
  vehicle_insp_total: number;
} & Record<`${PublishedId}_${'insp_w_viol' | 'measure' | 'percentile'}`, number | null> &
  Record<`${PublishedId}_percentile_text`, string | null> &
  Record<`${PublishedId}_${'roadside_alert' | 'ac' | 'basic_alert'}`, boolean | null>;

/** $1 carrier, $2 the day: a file of a later day was not known then. */
const published = statement(
  'safety.published',
  `select o.*, l.as_of as published_on from sms_outputs o
   join federal_loads l on l.is_current and l.as_of <= $2
     and l.dataset = 'sms-' || lower(o.population) || case when o.is_passenger then '-passenger' else '-property' end
   where o.usdot_number = $1`,
);

/** The results of FMCSA's own run for a carrier, if its files are loaded. */
export function readPublished(db: Db, usdotNumber: number, day: string): Promise<PublishedRow | null> {
  return db.row<PublishedRow>(published, [usdotNumber, day]);
}

const NO_PERCENTILE = 'FMCSA publishes no percentile of property carriers';

/** FMCSA's figures of one category; null if it does not publish them. */
export function publishedBasic(category: Category, row: PublishedRow): BasicScore | null {
  const id = IN_THE_FILES.find((one) => one === category.id);
  if (id === undefined) return null;
  const measure = row[`${id}_measure`];
  const percentile = row[`${id}_percentile`];
  const withViolation = row[`${id}_insp_w_viol`] ?? 0;
  const hasAcute = row[`${id}_ac`] ?? false;
  const isAlert = row[`${id}_basic_alert`] ?? (row[`${id}_roadside_alert`] || hasAcute);
  const reason = row.is_passenger ? row[`${id}_percentile_text`] : NO_PERCENTILE;
  return {
    basic: id,
    title: category.title,
    measure,
    percentile,
    is_ranked: percentile !== null && withViolation > 0,
    status: isAlert
      ? 'Alert'
      : percentile === null
        ? 'Inconclusive'
        : withViolation > 0
          ? 'Below Threshold'
          : 'No Violations',
    status_reason: isAlert || percentile !== null ? null : reason,
    is_alert: isAlert,
    has_acute_or_critical: hasAcute,
    threshold: category.thresholds[row.is_passenger ? 'passenger' : 'general'],
    group: null,
    relevant_inspections:
      category.inspected === 'vehicle inspections' ? row.vehicle_insp_total : row.driver_insp_total,
    inspections_with_violation: withViolation,
    violations: 0,
    measure_source: PUBLISHED,
    percentile_source: percentile === null ? OWN_CALCULATION : PUBLISHED,
  };
}
