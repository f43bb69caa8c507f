import type { ScoreExplanation } from '../../../contract/scores.ts';
import type { Category, Method } from '../sms/method.ts';
import { relevanceBit, violationCounter } from '../sms/relevance.ts';
import type { WeightedRows } from './carrier-rows.ts';

type Inspection = WeightedRows['inspections'][number];
type Violation = WeightedRows['violations'][number];
/** `clean_inspections` have no violation and add only their time weight to the divisor. */
export type CountedEvents = ScoreExplanation['basics'][number]['events'];
type CountedInspection = CountedEvents['inspections'][number];

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

function countedCrashes({ crashes }: WeightedRows): CountedEvents['crashes'] {
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
