import type { Charge, Method } from '../sms/method.ts';
import { dayNumber, type Weigh } from '../sms/time-weight.ts';
import type { CarrierRows, CrashRow, InspectionRow, ViolationRow } from './carrier-rows.ts';

export type CarrierMoment = {
  method: Method;
  asOf: string;
  /** Null: the weights of the files are those of the day. */
  weigh: Weigh | null;
};

type Weighed<Row> = Row & { day: number; weight: number };

/** A carrier's rows with what the method makes of each. */
export type WeighedRows = {
  inspections: Weighed<InspectionRow>[];
  violations: Weighed<ViolationRow & { charge: Charge }>[];
  crashes: Weighed<CrashRow>[];
};

const NO_DAY = -40_000;

export function weighRows({ method, weigh }: CarrierMoment, rows: CarrierRows): WeighedRows {
  const days = new Map<string, number>();
  // A thousand rows have a few hundred days between them.
  const dayOf = (date: string | null) => {
    if (date === null) return NO_DAY;
    const day = days.get(date) ?? dayNumber(date);
    days.set(date, day);
    return day;
  };
  const weighed = <Row extends { date: string | null; time_weight: number }>(row: Row): Weighed<Row> => {
    const day = dayOf(row.date);
    return { ...row, day, weight: weigh ? weigh(day) : row.time_weight };
  };
  return {
    inspections: rows.inspections.map(weighed),
    violations: rows.violations.map((row) => weighed({ ...row, charge: chargeOf(method, row) })),
    crashes: rows.crashes.map(weighed),
  };
}

function chargeOf(method: Method, row: ViolationRow): Charge {
  return method.charge({
    ...{ basic: row.basic, group: row.group, code: row.code, isOutOfService: row.out_of_service },
    ...{ severityWeight: row.severity_weight, outOfServiceWeight: row.oos_weight },
  });
}
