import {
  type CarrierFacts,
  carrierTypeIndex,
  emptyFacts,
  isRecentYear,
  segmentIndex,
  UnitHistory,
} from '../sms/carrier-facts.ts';
import { Events } from '../sms/events.ts';
import type { Method } from '../sms/method.ts';
import type { Tally } from '../sms/tally.ts';
import { dayNumber } from '../sms/time-weight.ts';
import type { CarrierSize, WeightedRows } from './carrier-rows.ts';

export type OneCarrier = { tally: Tally; facts: CarrierFacts };

/** One carrier in the form that the monthly run tallies, optionally without some of its violations. */
export function eventsOf(
  method: Method,
  usdotNumber: number,
  { inspections, violations, crashes }: WeightedRows,
  removed: ReadonlySet<string> = new Set(),
): Events {
  const events = new Events(method, Math.max(16, inspections.length), false);
  events.carriers.findOrAdd(usdotNumber);
  for (const { unique_id, day, weight, relevant } of inspections)
    events.addInspection(usdotNumber, unique_id, day, weight, relevant);
  for (const { violation_id, unique_id, charge, group } of violations)
    if (charge && !removed.has(violation_id)) events.addViolation(usdotNumber, unique_id, charge, group);
  for (const { weight, severity } of crashes) events.addCrash(usdotNumber, severity, weight);
  events.finish();
  return events;
}

export function factsOf(method: Method, asOf: string, { census, snapshots }: CarrierSize): CarrierFacts {
  const facts = emptyFacts(1);
  facts.powerUnits[0] = census.power_units ?? 0;
  facts.drivers[0] = census.drivers ?? 0;
  facts.isPeer[0] = census.is_peer ? 1 : 0;
  facts.carrierTypes[0] = carrierTypeIndex(census.pc_flag === true, census.hm_flag === true);
  facts.segments[0] = segmentIndex(
    census.combination_units,
    census.census_power_units ?? 0,
    method.combinationShare,
  );
  const isRecent = isRecentYear(census.recent_mileage_year ?? 0, asOf, method.milesMonths);
  if (census.recent_mileage && isRecent) facts.recentMiles[0] = census.recent_mileage;
  const history = new UnitHistory(1, asOf);
  for (const { date, power_units } of snapshots) history.add(0, dayNumber(date), power_units);
  history.finish(facts);
  return facts;
}
