import type { Category, Method } from '../sms/method.ts';
import { relevanceBit, violationCounter } from '../sms/relevance.ts';
import type { WeightedRows } from './carrier-rows.ts';

type Inspection = WeightedRows['inspections'][number];
type Violation = WeightedRows['violations'][number];
type Crash = WeightedRows['crashes'][number];

type CountedViolation = Pick<
  Violation,
  | 'violation_id'
  | 'code'
  | 'description'
  | 'group'
  | 'unit'
  | 'severity_weight'
  | 'oos_weight'
  | 'out_of_service'
> & {
  /** Its contribution under this method, before cap and time weight. */
  weight: number;
};

type CountedInspection = Pick<Inspection, 'report_number' | 'report_state' | 'date' | 'level'> & {
  time_weight: number;
  /** After the cap, before the time weight. */
  severity: number;
  is_capped: boolean;
  /** Severity × time weight. */
  points: number;
  violations: CountedViolation[];
};

type CountedCrash = Pick<Crash, 'report_number' | 'report_state' | 'date' | 'severity'> & {
  time_weight: number;
  points: number;
};

export type CountedEvents = {
  /** Relevant inspections without a violation, which add only their time weight to the divisor. */
  clean_inspections: { time_weight: number; inspections: number }[];
  inspections: CountedInspection[];
  crashes: CountedCrash[];
};

/** The events of a carrier that count in one category, with their weights. */
export function countedEvents(method: Method, category: Category, rows: WeightedRows): CountedEvents {
  if (category.counts === 'crashes')
    return { clean_inspections: [], inspections: [], crashes: countedCrashes(rows) };
  const charged = rows.violations.filter(({ charge }) => charge?.category === category.id);
  const violationsById = Map.groupBy(charged, ({ unique_id }) => unique_id);
  const inspections: CountedInspection[] = [];
  const clean = new Map<number, number>();
  const counts = violationCounter(category.id);
  for (const inspection of rows.inspections) {
    const { weight, unique_id, relevant } = inspection;
    if (weight === 0) continue;
    const violations = counts(relevant) ? violationsById.get(unique_id) : undefined;
    if (violations) inspections.push(countedInspection(method, inspection, violations));
    else if (relevant & relevanceBit(category.id)) clean.set(weight, (clean.get(weight) ?? 0) + 1);
  }
  const cleanInspections = [...clean].sort(([a], [b]) => b - a);
  return {
    clean_inspections: cleanInspections.map(([time_weight, n]) => ({ time_weight, inspections: n })),
    inspections,
    crashes: [],
  };
}

function countedInspection(
  method: Method,
  { report_number, report_state, date, level, weight: timeWeight }: Inspection,
  rows: Violation[],
): CountedInspection {
  const groups = new Map<string, number>();
  let sum = 0;
  const violations = rows.map((row) => {
    const { charge } = row;
    const weight = charge?.weight ?? 0;
    // If a group counts once, only the weight above its most severe violation so far is added.
    const before = charge?.countsOncePerGroup ? (groups.get(row.group) ?? 0) : 0;
    if (charge?.countsOncePerGroup) groups.set(row.group, Math.max(before, weight));
    const added = Math.max(0, weight - before);
    sum += added;
    const { violation_id, code, description, group, unit, severity_weight, oos_weight, out_of_service } = row;
    return {
      violation_id,
      code,
      description,
      group,
      unit,
      severity_weight,
      oos_weight,
      out_of_service,
      weight: added,
    };
  });
  const severity = Math.min(method.severityCap, sum);
  return {
    report_number,
    report_state,
    date,
    level,
    time_weight: timeWeight,
    severity,
    is_capped: sum > method.severityCap,
    points: severity * timeWeight,
    violations,
  };
}

function countedCrashes({ crashes }: WeightedRows): CountedCrash[] {
  return crashes
    .filter(({ weight, severity }) => weight > 0 && severity > 0)
    .map(({ report_number, report_state, date, weight, severity }) => ({
      report_number,
      report_state,
      date,
      severity,
      time_weight: weight,
      points: severity * weight,
    }));
}
