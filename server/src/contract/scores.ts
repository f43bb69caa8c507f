import Type, { type Static } from 'typebox';
import { MAX_USDOT } from '../lib/identifiers/usdot-number.ts';
import { closed, converted, Day, fields, named, nullable, oneOf } from './schema.ts';

/** The BASICs in the order of the bits and columns of a stored run; the last one exists in the preview method only. */
export const CATEGORIES = [
  'unsafe_driving',
  'hours_of_service',
  'driver_fitness',
  'controlled_substances',
  'vehicle_maintenance',
  'hazmat_related',
  'crash_indicator',
  'vehicle_maintenance_driver_observed',
] as const;
export type CategoryId = (typeof CATEGORIES)[number];
const METHODS = ['current', 'preview'] as const;
export type MethodId = (typeof METHODS)[number];
export const CARRIER_TYPES = ['general', 'hazmat', 'passenger'] as const;
export type CarrierType = (typeof CARRIER_TYPES)[number];
export const SEGMENTS = ['straight', 'combination'] as const;
export type Segment = (typeof SEGMENTS)[number];
const SCORE_STATUSES = [
  'Alert',
  'Below Threshold',
  'No Violations',
  'No Crashes',
  'Inconclusive',
  'Insufficient Data',
] as const;

const count = Type.Integer({ minimum: 0 });

const PeerGroup = named('PeerGroup', {
  id: Type.Integer(),
  label: Type.String({ examples: ['combination, 9 to 21 inspections with violation'] }),
  carriers: nullable(count),
  median_measure: nullable(Type.Number()),
});

const score = {
  basic: oneOf(CATEGORIES),
  title: Type.String(),
  measure: nullable(Type.Number({ description: 'Null when the divisor is zero.' })),
  percentile: nullable(Type.Integer({ minimum: 0, maximum: 100, description: '0 is best.' })),
  is_ranked: Type.Boolean({ description: 'true: the percentile is a rank within the peer group.' }),
  status: oneOf(SCORE_STATUSES),
  status_reason: nullable(
    Type.String({
      description: 'What is missing for a percentile.',
      examples: ['Fewer than 5 vehicle inspections'],
    }),
  ),
  is_alert: Type.Boolean(),
  has_acute_or_critical: Type.Boolean(),
  threshold: Type.Integer(),
  group: nullable(PeerGroup),
  relevant_inspections: count,
  inspections_with_violation: Type.Integer({ description: 'Crashes, for the Crash Indicator.' }),
  violations: count,
  measure_source: Type.String({
    description:
      'Whether FMCSA published the measure or Milepost calculated it, and whether FMCSA publishes it too.',
    examples: ['calculated by Milepost; FMCSA publishes this figure too'],
  }),
  percentile_source: Type.String({
    description: 'The same for the percentile. FMCSA publishes none of property carriers.',
    examples: ['calculated by Milepost, not published by FMCSA'],
  }),
};

/** The measure is the points divided by the divisor. */
const formula = { points: count, divisor: nullable(Type.Number()) };

const ExplainedViolation = named('ExplainedViolation', {
  violation_id: Type.String(),
  code: Type.String(),
  description: Type.String(),
  group: Type.String(),
  unit: Type.String(),
  severity_weight: count,
  oos_weight: count,
  out_of_service: Type.Boolean(),
  weight: Type.Integer({ description: 'Weight before the cap and the time weight.' }),
});

const report = {
  report_number: Type.String(),
  report_state: Type.String(),
  date: nullable(Day),
  time_weight: count,
  severity: count,
  points: Type.Integer({ description: 'Severity × time weight.' }),
};

const ScoredEvents = named('ScoredEvents', {
  clean_inspections: Type.Array(closed({ time_weight: count, inspections: count })),
  inspections: Type.Array(
    named('ScoredInspection', {
      ...report,
      level: nullable(Type.Integer()),
      is_capped: Type.Boolean(),
      violations: Type.Array(ExplainedViolation),
    }),
  ),
  crashes: Type.Array(named('ScoredCrash', report)),
});

export const SourceFile = named('SourceFile', {
  dataset: Type.String({ examples: ['sms-inspection'] }),
  file_date: Type.String({ format: 'date', description: 'The day that the file describes.' }),
});

export const ScoreRun = named('ScoreRun', {
  id: Type.Integer(),
  method: oneOf(METHODS),
  version: Type.String(),
  run_date: Day,
  is_preview: Type.Boolean(),
  notes: Type.Array(Type.String()),
  files: Type.Array(SourceFile, { description: 'The files that the run was computed from.' }),
});
export type ScoreRun = Static<typeof ScoreRun>;

export const ScoreExplanation = named('ScoreExplanation', {
  usdot_number: Type.String(),
  run: ScoreRun,
  is_of_this_run: Type.Boolean({ description: 'false: files were imported after the run.' }),
  carrier: named('ScoredCarrier', {
    carrier_type: oneOf(CARRIER_TYPES),
    segment: oneOf(SEGMENTS),
    power_units: count,
    average_power_units: Type.Number(),
    average_power_units_months: Type.Integer({
      description: '18, 6 or 0: the age in months of the oldest count in the average.',
    }),
    utilization_factor: Type.Number(),
  }),
  basics: Type.Array(
    named('ExplainedScore', {
      ...score,
      ...formula,
      divisor_is: Type.String(),
      events: ScoredEvents,
      what_if: nullable(named('WhatIfScore', { ...score, ...formula })),
    }),
  ),
});
export type ScoreExplanation = Static<typeof ScoreExplanation>;

export const ScoresParams = Type.Object({ usdot_number: Type.Integer({ minimum: 1, maximum: MAX_USDOT }) });
export const ExplainQuery = Type.Object({
  basic: Type.Optional(oneOf(CATEGORIES)),
  method: Type.Optional(oneOf(METHODS)),
  without: Type.Optional(
    converted<string[]>('violation-ids', {
      maxLength: 8_000,
      description: 'Violation ids separated by commas: returns the scores without these violations.',
    }),
  ),
  events: Type.Optional(
    Type.Boolean({
      description:
        'false: the lists in `events` are empty, which is much faster for a carrier with many violations. Default true.',
    }),
  ),
});

export const MAX_SCORE_MONTHS = 24;

export const ScoreHistory = named('ScoreHistory', {
  usdot_number: Type.String(),
  method: oneOf(METHODS),
  runs: Type.Array(
    named('ScoreHistoryRun', {
      run_date: Day,
      version: ScoreRun.properties.version,
      files: ScoreRun.properties.files,
      iss_score: nullable(
        Type.Integer({
          description: '100 if an out-of-service order was in force on that day. Null if unknown.',
        }),
      ),
      iss_source: Type.String({ examples: ['calculated by Milepost, not published by FMCSA'] }),
      inspections: Type.Integer({ minimum: 0, description: 'The inspections behind the scores.' }),
    }),
    {
      maxItems: MAX_SCORE_MONTHS,
      description: 'Oldest first. Empty for a carrier without inspections and crashes.',
    },
  ),
  basics: Type.Array(
    named('ScoreHistoryBasic', {
      basic: score.basic,
      title: score.title,
      threshold: Type.Integer({ description: 'Of the newest run; it depends on the type of carrier.' }),
      points: Type.Array(
        named('ScoreHistoryPoint', {
          percentile: score.percentile,
          measure: score.measure,
          status: score.status,
          status_reason: score.status_reason,
          is_alert: Type.Boolean(),
          is_ranked: score.is_ranked,
          measure_source: score.measure_source,
          percentile_source: score.percentile_source,
        }),
        { description: 'One for each of `runs`, in the same order.' },
      ),
    }),
  ),
});
export type ScoreHistory = Static<typeof ScoreHistory>;

const BasicSource = named('BasicSource', {
  basic: oneOf(CATEGORIES),
  threshold: Type.Integer({ description: 'It depends on the type of carrier.' }),
  measure_source: score.measure_source,
  percentile_source: score.percentile_source,
  is_ranked: score.is_ranked,
  relevant_inspections: nullable(count),
  inspections_with_violation: nullable(
    Type.Integer({ minimum: 0, description: 'Crashes, for the Crash Indicator.' }),
  ),
});

const RateSource = named('RateSource', {
  inspections: nullable(Type.Integer({ minimum: 0, description: 'The inspections behind the rate.' })),
  is_too_few: Type.Boolean({
    description: 'Fewer than 20 inspections: one of them moves the rate by more than 5 percentage points.',
  }),
  low_percent: nullable(
    Type.Number({ description: 'The 95 % confidence interval of the rate (Wilson). Null without a rate.' }),
  ),
  high_percent: nullable(Type.Number()),
  source: Type.String({ examples: ['calculated by Milepost; FMCSA publishes this figure too'] }),
});
export type RateSource = Static<typeof RateSource>;

export const ProfileSources = named('ProfileSources', {
  day: Type.String({ format: 'date', description: 'The day that the profile describes.' }),
  scores: closed({
    run: nullable(ScoreRun),
    published_on: nullable(
      Type.String({
        format: 'date',
        description: 'The day of the SMS output files, if the scores were taken from them.',
      }),
    ),
    basics: Type.Array(BasicSource),
  }),
  iss: closed({
    source: Type.String(),
    reason: Type.String({ description: 'The rule that gave the score. Empty if it is unknown.' }),
    inspections: nullable(
      Type.Integer({ minimum: 0, description: 'The inspections behind the recommendation.' }),
    ),
    is_too_few: Type.Boolean({ description: 'The recommendation does not rest on a safety record.' }),
  }),
  rates: closed(fields(RateSource, 'overall driver vehicle hazmat')),
  crash_rate: closed({
    recordable_crash_rate: nullable(
      Type.Number({ description: 'Per million miles, as in `fmcsa_detail`. Null if unknown.' }),
    ),
    source: Type.String({ examples: ['review', 'computed', ''] }),
    day: nullable(
      Type.String({ format: 'date', description: 'The day of the review, or the last day counted.' }),
    ),
  }),
  window: closed({
    start_date: nullable(Day),
    end_date: nullable(
      Type.String({ format: 'date', description: 'Of the records that are listed and counted.' }),
    ),
  }),
  files: Type.Array(SourceFile, { description: 'The files that are loaded now.' }),
});
export type ProfileSources = Static<typeof ProfileSources>;
