import type { CarrierFacts } from '../sms/carrier-facts.ts';
import { CATEGORY_COUNT, categoryIndex } from '../sms/categories.ts';
import type { Method } from '../sms/method.ts';
import { minimumOf } from '../sms/peer-groups.ts';
import type { Scores } from '../sms/score.ts';
import type { Tally } from '../sms/tally.ts';
import { isRandomlySelected, scoreBySize } from './insufficient-data.ts';
import {
  ISS_NO_INSPECTION,
  ISS_ONE_SHORT,
  ISS_ORDER,
  ISS_RANDOM,
  ISS_SOME_INSPECTIONS,
  issGroup,
  SEVERE_CATEGORIES,
  SEVERE_FROM,
} from './iss-groups.ts';
import { spreadByKey, spreadByRate } from './spread.ts';

export type IssScores = { scores: Uint8Array; groups: Uint8Array };

const VM = categoryIndex('vehicle_maintenance');
const OBSERVED = categoryIndex('vehicle_maintenance_driver_observed');
const UD = categoryIndex('unsafe_driving');
const CRASH = categoryIndex('crash_indicator');
const PASS_GROUP = 13;
const FIRST_OPTIONAL_GROUP = 6;

/** ISS scores of all carriers with an inspection or a crash. They depend on the other carriers of the month. */
export function scoreIss(
  method: Method,
  usdotNumbers: Int32Array,
  { tally, facts, scores }: { tally: Tally; facts: CarrierFacts; scores: Scores },
  month: number,
): IssScores {
  const result = { scores: new Uint8Array(tally.carriers), groups: new Uint8Array(tally.carriers) };
  const keys = new Int32Array(tally.carriers);
  const rates = new Float64Array(tally.carriers);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const known = percentilesOf(scores, facts, carrier);
    result.groups[carrier] = groupOf(known, scores.alerts[carrier] as number, facts, carrier);
    if (result.groups[carrier] === 0)
      groupWithoutData(method, usdotNumbers[carrier] as number, tally, facts, carrier, month, result, rates);
    else keys[carrier] = keyOf(known, result.groups[carrier] as number);
  }
  const { groups } = result;
  const inGroups =
    (from: number, to = from) =>
    (carrier: number) =>
      (groups[carrier] as number) >= from && (groups[carrier] as number) <= to;
  spreadByKey(result.scores, keys, inGroups(1, FIRST_OPTIONAL_GROUP - 1), { from: 99, values: 25, step: -1 });
  spreadByKey(result.scores, keys, inGroups(FIRST_OPTIONAL_GROUP, PASS_GROUP - 1), {
    from: 74,
    values: 25,
    step: -1,
  });
  spreadByKey(result.scores, keys, inGroups(PASS_GROUP), { from: 49, values: 49, step: -1 });
  spreadByRate(result.scores, rates, inGroups(ISS_ONE_SHORT), { from: 74, values: 5, step: -1 });
  spreadByRate(result.scores, rates, inGroups(ISS_SOME_INSPECTIONS), { from: 50, values: 20, step: 1 });
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const group = groups[carrier];
    if (group === ISS_ORDER) result.scores[carrier] = 100;
    else if (group === ISS_RANDOM) result.scores[carrier] = 99;
    else if (group === ISS_NO_INSPECTION)
      result.scores[carrier] = scoreBySize(
        facts.powerUnits[carrier] as number,
        facts.drivers[carrier] as number,
      );
  }
  return result;
}

/** Reused for each carrier to avoid a million allocations. */
const scratch = new Int16Array(CATEGORY_COUNT);

/** Percentile by category, or -1. A serious violation counts as 100. The driver-observed category counts as its parent. */
function percentilesOf({ percentiles }: Scores, { acute }: CarrierFacts, carrier: number): Int16Array {
  const known = scratch;
  for (let c = 0; c < CATEGORY_COUNT; c++) {
    const isSerious = ((acute[carrier] as number) >> c) & 1;
    known[c] = isSerious ? 100 : (percentiles[carrier * CATEGORY_COUNT + c] as number);
  }
  known[VM] = Math.max(known[VM] as number, known[OBSERVED] as number);
  known[OBSERVED] = -1;
  return known;
}

/** 0 if there is not sufficient data. */
function groupOf(known: Int16Array, alerts: number, facts: CarrierFacts, carrier: number): number {
  if (facts.isUnderOrder[carrier] === 1) return ISS_ORDER;
  if (!hasAny(known)) return 0;
  const over = (alerts | ((alerts >> OBSERVED) & 1 ? 1 << VM : 0)) & ~(1 << OBSERVED);
  let severe = 0;
  for (const c of SEVERE_CATEGORIES)
    if ((over >> c) & 1 && (known[c] as number) >= SEVERE_FROM) severe |= 1 << c;
  return issGroup(over, severe);
}

function hasAny(known: Int16Array): boolean {
  for (let c = 0; c < CATEGORY_COUNT; c++) if ((known[c] as number) >= 0) return true;
  return false;
}

/** Sort key, most severe first: by group, then by the sum of percentiles. The pass group ignores driving and crashes. */
function keyOf(known: Int16Array, group: number): number {
  let sum = 0;
  for (let c = 0; c < CATEGORY_COUNT; c++) {
    if (group === PASS_GROUP && (c === UD || c === CRASH)) continue;
    sum += Math.max(0, known[c] as number);
  }
  return group * 1_000 + 999 - sum;
}

function groupWithoutData(
  method: Method,
  usdotNumber: number,
  tally: Tally,
  facts: CarrierFacts,
  carrier: number,
  month: number,
  { groups }: IssScores,
  rates: Float64Array,
): void {
  const inspections = tally.inspections[carrier] as number;
  if (isRandomlySelected(usdotNumber, month)) groups[carrier] = ISS_RANDOM;
  else if (inspections === 0) groups[carrier] = ISS_NO_INSPECTION;
  else if (isOneShort(method, tally, carrier)) {
    groups[carrier] = ISS_ONE_SHORT;
    rates[carrier] = violationsOf(method, tally, carrier) / inspections;
  } else {
    groups[carrier] = ISS_SOME_INSPECTIONS;
    const units = Math.max(1, facts.powerUnits[carrier] as number);
    const drivers = Math.max(1, facts.drivers[carrier] as number);
    rates[carrier] = (inspections / units + inspections / drivers) / 2;
  }
}

/** Whether one more relevant inspection would reach the minimum of a category. */
function isOneShort(method: Method, tally: Tally, carrier: number): boolean {
  for (const category of method.categories) {
    if (category.counts !== 'relevant inspections') continue;
    const relevant = tally.relevant[carrier * CATEGORY_COUNT + categoryIndex(category.id)];
    if (relevant === minimumOf(category) - 1) return true;
  }
  return false;
}

function violationsOf(method: Method, tally: Tally, carrier: number): number {
  let sum = 0;
  for (const { id } of method.categories)
    sum += tally.violations[carrier * CATEGORY_COUNT + categoryIndex(id)] as number;
  return sum;
}
