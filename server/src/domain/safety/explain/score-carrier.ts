import { UnitHistory } from '../run/unit-history.ts';
import { Events } from '../sms/events.ts';
import { type Facts, isRecentYear, noFacts, segmentOf } from '../sms/facts.ts';
import { CARRIER_TYPES, type Charge, type Method } from '../sms/method.ts';
import { type Tally, tallyOf } from '../sms/tally.ts';
import { dayNumber, type Weigh } from '../sms/time-weight.ts';
import type { CarrierFacts, CarrierRows, SnapshotRow, ViolationRow } from './carrier-rows.ts';

export type OneCarrier = { tally: Tally; facts: Facts };

export type CarrierMoment = {
  method: Method;
  asOf: string;
  /** Null: the weights of the files are those of the day. */
  weigh: Weigh | null;
};

export function weightAt({ weigh }: CarrierMoment, date: string | null, filed: number): number {
  if (weigh === null) return filed;
  return date === null ? 0 : weigh(dayNumber(date));
}

export function chargeOf(method: Method, row: ViolationRow): Charge {
  return method.charge({
    ...{ basic: row.basic, group: row.group, code: row.code, isOutOfService: row.out_of_service },
    ...{ severityWeight: row.severity_weight, outOfServiceWeight: row.oos_weight },
  });
}

/** The sums of one carrier by the code that scores them all, with or without some of its violations. */
export function scoreCarrier(
  moment: CarrierMoment,
  usdotNumber: number,
  rows: CarrierRows,
  removed: ReadonlySet<string> = new Set(),
): OneCarrier {
  const { method, asOf } = moment;
  const events = new Events(method, Math.max(16, rows.inspections.length));
  events.carriers.place(usdotNumber);
  const dayOf = (date: string | null) => (date === null ? -40_000 : dayNumber(date));
  for (const { unique_id, date, time_weight, relevant } of rows.inspections)
    events.addInspection(usdotNumber, unique_id, dayOf(date), weightAt(moment, date, time_weight), relevant);
  for (const row of rows.violations) {
    const charge = removed.has(row.violation_id) ? null : chargeOf(method, row);
    const weight = weightAt(moment, row.date, row.time_weight);
    if (charge) events.addViolation(usdotNumber, row.unique_id, dayOf(row.date), weight, charge, row.group);
  }
  for (const { date, time_weight, severity } of rows.crashes)
    events.addCrash(usdotNumber, severity, weightAt(moment, date, time_weight));
  events.finish();
  return { tally: tallyOf(method, events), facts: factsOf(method, asOf, rows.facts, rows.snapshots) };
}

function factsOf(method: Method, asOf: string, known: CarrierFacts, snapshots: SnapshotRow[]): Facts {
  const facts = noFacts(1);
  facts.powerUnits[0] = known.power_units ?? 0;
  facts.drivers[0] = known.drivers ?? 0;
  const type = known.pc_flag ? 'passenger' : known.hm_flag ? 'hazmat' : 'general';
  facts.carrierTypes[0] = CARRIER_TYPES.indexOf(type);
  facts.segments[0] = segmentOf(
    known.combination_units,
    known.census_power_units ?? 0,
    method.combinationShare,
  );
  const isRecent = isRecentYear(known.recent_mileage_year ?? 0, asOf, method.milesMonths);
  if (known.recent_mileage && isRecent) facts.recentMiles[0] = known.recent_mileage;
  const history = new UnitHistory(1, asOf);
  for (const { date, power_units } of snapshots) history.add(0, dayNumber(date), power_units);
  history.finish(facts);
  return facts;
}
