import type { CategoryId } from '../../../contract/scores.ts';
import type { CarrierFacts } from '../sms/carrier-facts.ts';
import { CATEGORY_COUNT, categoryIndex } from '../sms/categories.ts';
import type { Category, Method } from '../sms/method.ts';
import { minimumOf } from '../sms/peer-groups.ts';
import type { Scores } from '../sms/score.ts';
import type { Tally } from '../sms/tally.ts';
import { scoreBySize } from './insufficient-data.ts';
import {
  ISS_NO_INSPECTION,
  ISS_ONE_SHORT,
  ISS_SOME_INSPECTIONS,
  issGroup,
  SEVERE_CATEGORIES,
  SEVERE_FROM,
} from './iss-groups.ts';
import { type Population, spreadByKey, spreadByRate } from './spread.ts';

export type IssScores = { scores: Uint8Array; groups: Uint8Array };

const VM = categoryIndex('vehicle_maintenance');
const OBSERVED = categoryIndex('vehicle_maintenance_driver_observed');
const UD = categoryIndex('unsafe_driving');
const CRASH = categoryIndex('crash_indicator');
/** Group numbers: lower ones recommend an inspection, those from FIRST_OPTIONAL on leave it open. */
const FIRST_OPTIONAL = 6;
const PASS = 13;
/**
 * A carrier without a category over its threshold passes only with the minimum of inspections in each of these. The
 * Cargo-Related BASIC of the published text had the minimum of Vehicle Maintenance; its successor counts placarded
 * inspections, which most carriers never have.
 */
const NEEDED_TO_PASS: readonly CategoryId[] = ['hours_of_service', 'driver_fitness', 'vehicle_maintenance'];

type Run = {
  method: Method;
  tally: Tally;
  facts: CarrierFacts;
  scores: Scores;
};

/**
 * ISS scores of all carriers with an inspection or a crash. They depend on the other carriers of the month: those that are
 * not under an out-of-service order on its day. A carrier under an order gets the score that it would have without the
 * order, for the days on which the order is not in force.
 */
export function scoreIss(run: Run): IssScores {
  const { tally, facts } = run;
  const scores = new Uint8Array(tally.carriers);
  const groups = new Uint8Array(tally.carriers);
  const keys = new Int32Array(tally.carriers);
  const rates = new Float64Array(tally.carriers);
  for (let carrier = 0; carrier < tally.carriers; carrier++) {
    const percentiles = percentilesOf(run, carrier);
    const group = groupOf(run, percentiles, carrier);
    groups[carrier] = group;
    if (group <= PASS) keys[carrier] = sortKey(percentiles, group);
    else rates[carrier] = rateOf(run, group, carrier);
    if (group === ISS_NO_INSPECTION)
      scores[carrier] = scoreBySize(facts.powerUnits[carrier] as number, facts.drivers[carrier] as number);
  }
  const inGroups = (from: number, to = from): Population => ({
    isMember: (carrier) => (groups[carrier] as number) >= from && (groups[carrier] as number) <= to,
    isRanked: (carrier) => facts.isUnderOrder[carrier] === 0,
  });
  spreadByKey(scores, keys, inGroups(1, FIRST_OPTIONAL - 1), { from: 99, values: 25, step: -1 });
  spreadByKey(scores, keys, inGroups(FIRST_OPTIONAL, PASS - 1), { from: 74, values: 25, step: -1 });
  spreadByKey(scores, keys, inGroups(PASS), { from: 49, values: 49, step: -1 });
  spreadByRate(scores, rates, inGroups(ISS_ONE_SHORT), { from: 74, values: 5, step: -1 });
  spreadByRate(scores, rates, inGroups(ISS_SOME_INSPECTIONS), { from: 50, values: 20, step: 1 });
  return { scores, groups };
}

/** Reused for each carrier to avoid a million allocations. */
const scratch = new Int16Array(CATEGORY_COUNT);

/**
 * Percentile by category, or -1. An acute violation counts as 100, enough inspections without a violation count as 0, as
 * in FMCSA's files. The driver-observed category is part of Vehicle Maintenance here.
 */
function percentilesOf({ method, tally, scores, facts }: Run, carrier: number): Int16Array {
  for (let c = 0; c < CATEGORY_COUNT; c++) {
    const isAcute = ((facts.acute[carrier] as number) >> c) & 1;
    scratch[c] = isAcute ? 100 : (scores.percentiles[carrier * CATEGORY_COUNT + c] as number);
  }
  for (const category of method.categories) {
    const c = categoryIndex(category.id);
    const isClean = tally.withViolation[carrier * CATEGORY_COUNT + c] === 0;
    if (scratch[c] === -1 && isClean && hasEnoughInspections(category, tally, carrier)) scratch[c] = 0;
  }
  scratch[VM] = Math.max(scratch[VM] as number, scratch[OBSERVED] as number);
  scratch[OBSERVED] = -1;
  return scratch;
}

function groupOf(run: Run, percentiles: Int16Array, carrier: number): number {
  const { method, tally, scores } = run;
  const alerts = scores.alerts[carrier] as number;
  const over = (alerts | ((alerts >> OBSERVED) & 1 ? 1 << VM : 0)) & ~(1 << OBSERVED);
  if (over === 0) {
    const missing = missingInspections(method, tally, carrier);
    if (missing === 0 && hasPercentile(percentiles)) return PASS;
    if (tally.inspections[carrier] === 0) return ISS_NO_INSPECTION;
    return missing === 1 ? ISS_ONE_SHORT : ISS_SOME_INSPECTIONS;
  }
  let severe = 0;
  for (const c of SEVERE_CATEGORIES)
    if ((over >> c) & 1 && (percentiles[c] as number) >= SEVERE_FROM) severe |= 1 << c;
  return issGroup(over, severe);
}

function hasPercentile(percentiles: Int16Array): boolean {
  for (let c = 0; c < CATEGORY_COUNT; c++) if ((percentiles[c] as number) >= 0) return true;
  return false;
}

/** Most severe first: by group, then by the sum of percentiles. The pass group ignores driving and crashes. */
function sortKey(percentiles: Int16Array, group: number): number {
  let sum = 0;
  for (let c = 0; c < CATEGORY_COUNT; c++) {
    if (group === PASS && (c === UD || c === CRASH)) continue;
    sum += Math.max(0, percentiles[c] as number);
  }
  return group * 1_000 + 999 - sum;
}

/** Violations per inspection for ISS_ONE_SHORT, inspections per unit and driver for ISS_SOME_INSPECTIONS. */
function rateOf({ method, tally, facts }: Run, group: number, carrier: number): number {
  const inspections = tally.inspections[carrier] as number;
  if (group === ISS_ONE_SHORT) {
    let violations = 0;
    for (const { id } of method.categories)
      violations += tally.violations[carrier * CATEGORY_COUNT + categoryIndex(id)] as number;
    return violations / inspections;
  }
  const units = Math.max(1, facts.powerUnits[carrier] as number);
  const drivers = Math.max(1, facts.drivers[carrier] as number);
  return (inspections / units + inspections / drivers) / 2;
}

/** Whether the carrier reaches the minimum of a category that counts relevant inspections. */
function hasEnoughInspections(category: Category, tally: Tally, carrier: number): boolean {
  return category.counts === 'relevant inspections' && shortOf(category, tally, carrier) <= 0;
}

function shortOf(category: Category, tally: Tally, carrier: number): number {
  return (
    minimumOf(category) - (tally.relevant[carrier * CATEGORY_COUNT + categoryIndex(category.id)] as number)
  );
}

/** How many more inspections would reach every minimum of NEEDED_TO_PASS. One inspection can count for all of them. */
function missingInspections({ categories }: Method, tally: Tally, carrier: number): number {
  let missing = 0;
  for (const category of categories)
    if (NEEDED_TO_PASS.includes(category.id)) missing = Math.max(missing, shortOf(category, tally, carrier));
  return missing;
}
