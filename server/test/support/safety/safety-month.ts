import type { CategoryId } from '../../../src/contract/scores.ts';
import { type MonthScores, scoreMonth } from '../../../src/domain/safety/score-month.ts';
import { type CarrierFacts, emptyFacts } from '../../../src/domain/safety/sms/carrier-facts.ts';
import { CATEGORY_COUNT, categoryBit, categoryIndex } from '../../../src/domain/safety/sms/categories.ts';
import { Events } from '../../../src/domain/safety/sms/events.ts';
import type { Method, ViolationRow } from '../../../src/domain/safety/sms/method.ts';
import { currentMethod } from '../../../src/domain/safety/sms/method-current.ts';
import { dayNumber, timeWeightFrom } from '../../../src/domain/safety/sms/time-weight.ts';

type TestViolation = Partial<ViolationRow> & { basic: string };

export type TestInspection = {
  usdot: number;
  id: number;
  date: string;
  relevant?: CategoryId[];
  /** DRIVER_ONLY or VEHICLE_ONLY. */
  mark?: number;
  violations?: TestViolation[];
};

type TestCarrier = Partial<{ [Name in keyof CarrierFacts]: number }>;

export const AS_OF = '2026-10-30';
export const BASIC_NAMES: Partial<Record<CategoryId, string>> = {
  unsafe_driving: 'Unsafe Driving',
  hours_of_service: 'Hours-of-Service Compliance',
  driver_fitness: 'Driver Fitness',
  controlled_substances: 'Controlled Substances/Alcohol',
  vehicle_maintenance: 'Vehicle Maintenance',
  hazmat_related: 'Hazardous Materials Compliance',
};

/** Scores a small month. */
export function scoreTestMonth(
  inspections: TestInspection[],
  options: {
    method?: Method;
    asOf?: string;
    carriers?: Record<number, TestCarrier>;
    crashes?: { usdot: number; date: string; severity: number }[];
  } = {},
) {
  const { method = currentMethod, asOf = AS_OF } = options;
  const timeWeight = timeWeightFrom(method, asOf);
  const events = new Events(method);
  for (const { usdot, id, date, relevant = [], violations = [], mark = 0 } of inspections) {
    const day = dayNumber(date);
    const bits = relevant.reduce((set, category) => set | categoryBit(category), mark);
    events.addInspection(usdot, id, day, timeWeight(day), bits);
    for (const violation of violations) {
      const row = {
        group: 'A',
        code: 'X',
        severityWeight: 1,
        outOfServiceWeight: 0,
        isOutOfService: false,
        ...violation,
      };
      const charge = method.charge(row);
      if (charge) events.addViolation(usdot, id, charge, row.group);
    }
  }
  for (const { usdot, date, severity } of options.crashes ?? [])
    events.addCrash(usdot, severity, timeWeight(dayNumber(date)));
  events.finish();
  const facts = emptyFacts(events.carriers.size);
  facts.averageUnits.fill(1);
  for (const [usdot, known] of Object.entries(options.carriers ?? {})) {
    const carrier = events.carriers.find(Number(usdot));
    if (carrier < 0) continue;
    for (const [name, value] of Object.entries(known)) facts[name as keyof CarrierFacts][carrier] = value;
  }
  const month = scoreMonth(method, events, facts);
  return { ...month, of: (usdot: number, category: CategoryId) => read(month, events, usdot, category) };
}

function read({ tally, scores, iss }: MonthScores, events: Events, usdot: number, category: CategoryId) {
  const carrier = events.carriers.find(usdot);
  const k = carrier * CATEGORY_COUNT + categoryIndex(category);
  const percentile = scores.percentiles[k] as number;
  return {
    measure: scores.measures[k] as number,
    percentile: percentile < 0 ? null : percentile,
    group: scores.groups[k] as number,
    isAlert: (((scores.alerts[carrier] as number) >> categoryIndex(category)) & 1) === 1,
    withViolation: tally.withViolation[k] as number,
    iss: iss.scores[carrier] as number,
    issGroup: iss.groups[carrier] as number,
  };
}
