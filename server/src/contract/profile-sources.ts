import Type, { type Static } from 'typebox';
import { closed, Day, fields, named, nullable, oneOf } from './schema.ts';
import { CATEGORIES, ScoreRun, SourceFile, scoreFields } from './scores.ts';

const count = Type.Integer({ minimum: 0 });

export const UnknownField = named('UnknownField', {
  field: Type.String({
    description:
      'The path of a field of the profile whose value is not known, with everything below it. Its 0, `""` or null is not a fact.',
    examples: ['oos.iss_score'],
  }),
  reason: Type.String({ examples: ['No score run of 2026-09-30 or before is stored.'] }),
});
export type UnknownField = Static<typeof UnknownField>;

const BasicSource = named('BasicSource', {
  basic: oneOf(CATEGORIES),
  measure_source: scoreFields.measure_source,
  percentile_source: scoreFields.percentile_source,
  is_ranked: scoreFields.is_ranked,
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
