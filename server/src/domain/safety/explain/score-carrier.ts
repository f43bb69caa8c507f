import { UnitHistory } from '../run/unit-history.ts';
import { Events } from '../sms/events.ts';
import { type Facts, isRecentYear, noFacts, segmentOf } from '../sms/facts.ts';
import { CARRIER_TYPES, type Method } from '../sms/method.ts';
import { type Tally, tallyOf } from '../sms/tally.ts';
import { dayNumber } from '../sms/time-weight.ts';
import type { CarrierFacts, CarrierRows, SnapshotRow } from './carrier-rows.ts';
import type { CarrierMoment, WeighedRows } from './weigh-rows.ts';

export type OneCarrier = { tally: Tally; facts: Facts };

/** The sums of one carrier by the code that scores them all, with or without some of its violations. */
export function scoreCarrier(
  { method, asOf }: CarrierMoment,
  usdotNumber: number,
  rows: CarrierRows,
  { inspections, violations, crashes }: WeighedRows,
  removed: ReadonlySet<string> = new Set(),
): OneCarrier {
  const events = new Events(method, Math.max(16, inspections.length), false);
  events.carriers.place(usdotNumber);
  for (const { unique_id, day, weight, relevant } of inspections)
    events.addInspection(usdotNumber, unique_id, day, weight, relevant);
  for (const { violation_id, unique_id, charge, group } of violations)
    if (charge && !removed.has(violation_id)) events.addViolation(usdotNumber, unique_id, charge, group);
  for (const { weight, severity } of crashes) events.addCrash(usdotNumber, severity, weight);
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
