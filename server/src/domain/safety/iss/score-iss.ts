import { CATEGORIES, CATEGORY_COUNT, placeOf } from '../sms/categories.ts';
import type { Facts } from '../sms/facts.ts';
import type { Method } from '../sms/method.ts';
import { minimumOf } from '../sms/peer-groups.ts';
import type { Scores } from '../sms/score.ts';
import type { Tally } from '../sms/tally.ts';
import { isDrawn } from './iss-draw.ts';
import { GRAVE, GRAVE_FROM, issGroup } from './iss-group.ts';
import { ISS_DRAWN, ISS_NO_INSPECTION, ISS_ONE_SHORT, ISS_ORDER, ISS_SOME_INSPECTIONS } from './iss-words.ts';
import { scoreOfSize } from './score-by-size.ts';
import { spreadByKey, spreadByRate } from './spread.ts';

export type IssScores = { scores: Uint8Array; groups: Uint8Array };

const VM = placeOf('vehicle_maintenance');
const OBSERVED = placeOf('vehicle_maintenance_driver_observed');
const UD = placeOf('unsafe_driving');
const CRASH = placeOf('crash_indicator');
const PASS = 13;
const OPTIONAL = 6;

/** ISS of everybody with an inspection or a crash; it too is a place among all carriers of the month. */
export function scoreIss(
  method: Method,
  usdotNumbers: Int32Array,
  { tally, facts, scores }: { tally: Tally; facts: Facts; scores: Scores },
  month: number,
): IssScores {
  const result = { scores: new Uint8Array(tally.carriers), groups: new Uint8Array(tally.carriers) };
  const keys = new Int32Array(tally.carriers);
  const rates = new Float64Array(tally.carriers);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const known = percentilesOf(scores, facts, carrier);
    result.groups[carrier] = groupOf(known, scores.alerts[carrier] as number, facts, carrier);
    if (result.groups[carrier] === 0)
      placeWithoutData(method, usdotNumbers[carrier] as number, tally, facts, carrier, month, result, rates);
    else keys[carrier] = keyOf(known, result.groups[carrier] as number);
  }
  const { groups } = result;
  const inBand = (from: number, to: number) => (carrier: number) =>
    (groups[carrier] as number) >= from && (groups[carrier] as number) <= to;
  spreadByKey(result.scores, keys, inBand(1, OPTIONAL - 1), { from: 99, values: 25, step: -1 });
  spreadByKey(result.scores, keys, inBand(OPTIONAL, PASS - 1), { from: 74, values: 25, step: -1 });
  spreadByKey(result.scores, keys, inBand(PASS, PASS), { from: 49, values: 49, step: -1 });
  const short = inBand(ISS_ONE_SHORT, ISS_ONE_SHORT);
  spreadByRate(result.scores, rates, short, { from: 74, values: 5, step: -1 });
  const some = inBand(ISS_SOME_INSPECTIONS, ISS_SOME_INSPECTIONS);
  spreadByRate(result.scores, rates, some, { from: 50, values: 20, step: 1 });
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const group = groups[carrier];
    if (group === ISS_ORDER) result.scores[carrier] = 100;
    else if (group === ISS_DRAWN) result.scores[carrier] = 99;
    else if (group === ISS_NO_INSPECTION)
      result.scores[carrier] = scoreOfSize(
        facts.powerUnits[carrier] as number,
        facts.drivers[carrier] as number,
      );
  }
  return result;
}

/** Used again for each carrier: a country has a million. */
const scratch = new Int16Array(CATEGORY_COUNT);

/** By category; -1 for none. A serious violation stands for 100. The new category counts as its parent. */
function percentilesOf({ percentiles }: Scores, { acute }: Facts, carrier: number): Int16Array {
  const known = scratch;
  for (let c = 0; c < CATEGORY_COUNT; c++) {
    const isSerious = ((acute[carrier] as number) >> c) & 1;
    known[c] = isSerious ? 100 : (percentiles[carrier * CATEGORY_COUNT + c] as number);
  }
  known[VM] = Math.max(known[VM] as number, known[OBSERVED] as number);
  known[OBSERVED] = -1;
  return known;
}

/** 0 when there is not enough data. */
function groupOf(known: Int16Array, alerts: number, facts: Facts, carrier: number): number {
  if (facts.isUnderOrder[carrier] === 1) return ISS_ORDER;
  if (!hasAny(known)) return 0;
  const over = (alerts | ((alerts >> OBSERVED) & 1 ? 1 << VM : 0)) & ~(1 << OBSERVED);
  let grave = 0;
  for (const c of GRAVE) if ((over >> c) & 1 && (known[c] as number) >= GRAVE_FROM) grave |= 1 << c;
  return issGroup(over, grave);
}

function hasAny(known: Int16Array): boolean {
  for (let c = 0; c < CATEGORY_COUNT; c++) if ((known[c] as number) >= 0) return true;
  return false;
}

/** The lower the graver: the group first, then the sum of percentiles; who passes is not judged by driving or crashes. */
function keyOf(known: Int16Array, group: number): number {
  let sum = 0;
  for (let c = 0; c < CATEGORIES.length; c++) {
    if (group === PASS && (c === UD || c === CRASH)) continue;
    sum += Math.max(0, known[c] as number);
  }
  return group * 1_000 + 999 - sum;
}

function placeWithoutData(
  method: Method,
  usdotNumber: number,
  tally: Tally,
  facts: Facts,
  carrier: number,
  month: number,
  { groups }: IssScores,
  rates: Float64Array,
): void {
  const inspections = tally.inspections[carrier] as number;
  if (isDrawn(usdotNumber, month)) groups[carrier] = ISS_DRAWN;
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

/** One more relevant inspection would reach the minimum of a category. */
function isOneShort(method: Method, tally: Tally, carrier: number): boolean {
  for (const category of method.categories) {
    if (category.counts !== 'relevant inspections') continue;
    const relevant = tally.relevant[carrier * CATEGORY_COUNT + placeOf(category.id)];
    if (relevant === minimumOf(category) - 1) return true;
  }
  return false;
}

function violationsOf(method: Method, tally: Tally, carrier: number): number {
  let sum = 0;
  for (const { id } of method.categories)
    sum += tally.violations[carrier * CATEGORY_COUNT + placeOf(id)] as number;
  return sum;
}
