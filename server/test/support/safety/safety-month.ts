import { type MonthScores, scoreMonth } from '../../../src/domain/safety/score-month.ts';
import { CATEGORY_COUNT, type CategoryId, placeOf } from '../../../src/domain/safety/sms/categories.ts';
import { Events } from '../../../src/domain/safety/sms/events.ts';
import { type Facts, noFacts } from '../../../src/domain/safety/sms/facts.ts';
import type { Method, ViolationRow } from '../../../src/domain/safety/sms/method.ts';
import { currentMethod } from '../../../src/domain/safety/sms/method-current.ts';
import { dayNumber, weighFrom } from '../../../src/domain/safety/sms/time-weight.ts';

export type TestViolation = Partial<ViolationRow> & { basic: string };

export type TestInspection = {
  usdot: number;
  id: number;
  date: string;
  relevant?: CategoryId[];
  violations?: TestViolation[];
};

export type TestCarrier = Partial<{ [Name in keyof Facts]: number }>;

export const AS_OF = '2026-10-30';
export const BASIC_NAMES: Partial<Record<CategoryId, string>> = {
  unsafe_driving: 'Unsafe Driving',
  hours_of_service: 'Hours-of-Service Compliance',
  driver_fitness: 'Driver Fitness',
  controlled_substances: 'Controlled Substances/Alcohol',
  vehicle_maintenance: 'Vehicle Maintenance',
  hazmat_related: 'Hazardous Materials Compliance',
};

/** Scores of a small month, from rows as plain as the files'. */
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
  const weigh = weighFrom(method, asOf);
  const events = new Events(method);
  for (const { usdot, id, date, relevant = [], violations = [] } of inspections) {
    const day = dayNumber(date);
    const bits = relevant.reduce((set, category) => set | (1 << placeOf(category)), 0);
    events.addInspection(usdot, id, day, weigh(day), bits);
    for (const violation of violations) {
      const row = {
        ...{ group: 'A', code: 'X', severityWeight: 1, outOfServiceWeight: 0, isOutOfService: false },
        ...violation,
      };
      const charge = method.charge(row);
      if (charge) events.addViolation(usdot, id, charge, row.group);
    }
  }
  for (const { usdot, date, severity } of options.crashes ?? [])
    events.addCrash(usdot, severity, weigh(dayNumber(date)));
  events.finish();
  const facts = noFacts(events.carriers.size);
  facts.averageUnits.fill(1);
  for (const [usdot, known] of Object.entries(options.carriers ?? {})) {
    const place = events.carriers.find(Number(usdot));
    if (place < 0) continue;
    for (const [name, value] of Object.entries(known)) facts[name as keyof Facts][place] = value;
  }
  const month = scoreMonth(method, events, facts, asOf);
  return { ...month, of: (usdot: number, category: CategoryId) => read(month, events, usdot, category) };
}

function read({ tally, scores, iss }: MonthScores, events: Events, usdot: number, category: CategoryId) {
  const carrier = events.carriers.find(usdot);
  const k = carrier * CATEGORY_COUNT + placeOf(category);
  const percentile = scores.percentiles[k] as number;
  return {
    measure: scores.measures[k] as number,
    percentile: percentile < 0 ? null : percentile,
    group: scores.groups[k] as number,
    isAlert: (((scores.alerts[carrier] as number) >> placeOf(category)) & 1) === 1,
    withViolation: tally.withViolation[k] as number,
    iss: iss.scores[carrier] as number,
    issGroup: iss.groups[carrier] as number,
  };
}
