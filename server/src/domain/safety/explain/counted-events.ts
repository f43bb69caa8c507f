import type { Category } from '../sms/method.ts';
import { relevanceBit } from '../sms/tally.ts';
import type { CarrierRows, InspectionRow, ViolationRow } from './carrier-rows.ts';
import { type CarrierMoment, chargeOf, weightAt } from './score-carrier.ts';

export type CountedViolation = {
  violation_id: string;
  code: string;
  description: string;
  group: string;
  unit: string;
  severity_weight: number;
  oos_weight: number;
  out_of_service: boolean;
  /** What it adds under this method, before the cap and the time. */
  weight: number;
};

export type CountedInspection = {
  report_number: string;
  report_state: string;
  date: string | null;
  level: number | null;
  time_weight: number;
  /** After the cap, before the time. */
  severity: number;
  is_capped: boolean;
  /** Severity × time. */
  points: number;
  violations: CountedViolation[];
};

export type CountedCrash = { report_number: string; report_state: string; date: string | null } & Record<
  'severity' | 'time_weight' | 'points',
  number
>;

export type CountedEvents = {
  /** Relevant inspections without a violation only add their weight to the divisor. */
  clean_inspections: { time_weight: number; inspections: number }[];
  inspections: CountedInspection[];
  crashes: CountedCrash[];
};

/** What of a carrier's record counts in one category, and with how much. */
export function countedEvents(moment: CarrierMoment, category: Category, rows: CarrierRows): CountedEvents {
  if (category.counts === 'crashes')
    return { clean_inspections: [], inspections: [], crashes: countedCrashes(moment, rows) };
  const inspections: CountedInspection[] = [];
  const clean = new Map<number, number>();
  for (const inspection of rows.inspections) {
    const weight = weightAt(moment, inspection.date, inspection.time_weight);
    if (weight === 0) continue;
    const found = (rows.found.get(inspection.unique_id) ?? []).filter(
      (row) => chargeOf(moment.method, row)?.category === category.id,
    );
    if (found.length > 0) inspections.push(countedInspection(moment, inspection, weight, found));
    else if (inspection.relevant & relevanceBit(category.id)) clean.set(weight, (clean.get(weight) ?? 0) + 1);
  }
  const cleanInspections = [...clean].sort(([a], [b]) => b - a);
  return {
    clean_inspections: cleanInspections.map(([time_weight, n]) => ({ time_weight, inspections: n })),
    inspections,
    crashes: [],
  };
}

function countedInspection(
  { method }: CarrierMoment,
  { report_number, report_state, date, level }: InspectionRow,
  timeWeight: number,
  found: ViolationRow[],
): CountedInspection {
  const groups = new Map<string, number>();
  let sum = 0;
  const violations = found.map((row) => {
    const charge = chargeOf(method, row);
    const weight = charge?.weight ?? 0;
    // Where a group counts once, only what exceeds its gravest violation so far is added.
    const before = charge?.countsOncePerGroup ? (groups.get(row.group) ?? 0) : 0;
    if (charge?.countsOncePerGroup) groups.set(row.group, Math.max(before, weight));
    const added = Math.max(0, weight - before);
    sum += added;
    const { violation_id, code, description, group, unit, severity_weight, oos_weight, out_of_service } = row;
    return {
      ...{ violation_id, code, description, group, unit, severity_weight, oos_weight, out_of_service },
      weight: added,
    };
  });
  const severity = Math.min(method.severityCap, sum);
  return {
    ...{ report_number, report_state, date, level, time_weight: timeWeight, severity },
    ...{ is_capped: sum > method.severityCap, points: severity * timeWeight, violations },
  };
}

function countedCrashes(moment: CarrierMoment, { crashes }: CarrierRows): CountedCrash[] {
  return crashes
    .map(({ report_number, report_state, date, time_weight, severity }) => {
      const weight = weightAt(moment, date, time_weight);
      return { report_number, report_state, date, severity, time_weight: weight, points: severity * weight };
    })
    .filter(({ time_weight }) => time_weight > 0);
}
