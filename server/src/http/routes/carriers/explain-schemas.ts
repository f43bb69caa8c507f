import Type from 'typebox';
import { CATEGORIES } from '../../../domain/safety/sms/categories.ts';
import { CARRIER_TYPES } from '../../../domain/safety/sms/method.ts';
import { nullable } from '../../schemas.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });

export const Basic = Type.Enum(CATEGORIES);
export const MethodName = Type.Union([Type.Literal('current'), Type.Literal('preview')]);

const Group = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String({ examples: ['combination, 9 to 21 inspections with violation'] }),
    carriers: nullable(count),
    median_measure: nullable(Type.Number()),
  },
  closed,
);

const score = {
  basic: Basic,
  title: Type.String(),
  measure: nullable(Type.Number({ description: 'Null when there is nothing to divide by.' })),
  percentile: nullable(Type.Integer({ minimum: 0, maximum: 100, description: '0 is best.' })),
  is_ranked: Type.Boolean({ description: 'Whether the percentile is a place among peers.' }),
  status: Type.Enum([
    'Alert',
    'Below Threshold',
    'No Violations',
    'Inconclusive',
    'Insufficient Data',
  ] as const),
  is_alert: Type.Boolean(),
  has_acute_or_critical: Type.Boolean(),
  threshold: Type.Integer(),
  group: nullable(Group),
  relevant_inspections: count,
  inspections_with_violation: Type.Integer({ description: 'Crashes, for the Crash Indicator.' }),
  violations: count,
  measure_source: Type.String({ description: 'Whether FMCSA publishes the figure too.' }),
  percentile_source: Type.String(),
};

const Violation = Type.Object(
  {
    violation_id: Type.String(),
    code: Type.String(),
    description: Type.String(),
    group: Type.String(),
    unit: Type.String(),
    severity_weight: count,
    oos_weight: count,
    out_of_service: Type.Boolean(),
    weight: Type.Integer({ description: 'What it adds, before the cap and the time weight.' }),
  },
  closed,
);

const report = {
  report_number: Type.String(),
  report_state: Type.String(),
  date: nullable(Type.String({ format: 'date' })),
  time_weight: count,
  severity: count,
  points: Type.Integer({ description: 'Severity × time weight.' }),
};

const Events = Type.Object(
  {
    clean_inspections: Type.Array(Type.Object({ time_weight: count, inspections: count }, closed)),
    inspections: Type.Array(
      Type.Object(
        {
          ...report,
          level: nullable(Type.Integer()),
          is_capped: Type.Boolean(),
          violations: Type.Array(Violation),
        },
        closed,
      ),
    ),
    crashes: Type.Array(Type.Object(report, closed)),
  },
  closed,
);

export const Explanation = Type.Object(
  {
    usdot_number: Type.Integer(),
    run: Type.Object(
      {
        id: Type.Integer(),
        method: MethodName,
        version: Type.String(),
        run_date: Type.String({ format: 'date' }),
        is_preview: Type.Boolean(),
        notes: Type.Array(Type.String()),
      },
      closed,
    ),
    is_of_this_run: Type.Boolean({ description: 'False when files were imported since the run.' }),
    carrier: Type.Object(
      {
        carrier_type: Type.Enum(CARRIER_TYPES),
        segment: Type.Union([Type.Literal('straight'), Type.Literal('combination')]),
        power_units: count,
        average_power_units: Type.Number(),
        average_power_units_months: Type.Integer({
          description: '18, 6 or 0: how far back they were known.',
        }),
        utilization_factor: Type.Number(),
      },
      closed,
    ),
    basics: Type.Array(
      Type.Object(
        {
          ...score,
          points: count,
          divisor: nullable(Type.Number()),
          divisor_is: Type.String(),
          events: Events,
          what_if: nullable(Type.Object(score, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
