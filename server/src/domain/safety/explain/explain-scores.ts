import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { describeRun, type ScoreRun } from '../read-scores.ts';
import { findInputs } from '../run/inputs.ts';
import { sameInputs } from '../run/score-if-changed.ts';
import { type CategoryId, placeOf } from '../sms/categories.ts';
import { type BasicScore, describeBasic } from '../sms/describe-basic.ts';
import {
  CARRIER_TYPES,
  type CarrierType,
  type Category,
  type Method,
  type MethodId,
  SEGMENTS,
  type Segment,
} from '../sms/method.ts';
import { methods } from '../sms/methods.ts';
import { weighFrom } from '../sms/time-weight.ts';
import { utilizationFactor } from '../sms/utilization.ts';
import { type GroupRow, groupsOf, latestRun, type ScoreRow, scoresOf } from '../store.ts';
import { type CarrierRows, carrierRows } from './carrier-rows.ts';
import { type CountedEvents, countedEvents } from './counted-events.ts';
import { figuresAmong, type OwnFigures, ownFigures } from './carrier-figures.ts';
import { type PeerCuts, peerCuts } from './peer-cuts.ts';
import { type OneCarrier, scoreCarrier } from './score-carrier.ts';
import { type CarrierMoment, type WeighedRows, weighRows } from './weigh-rows.ts';

export type ExplainOptions = {
  method?: MethodId;
  /** One category; all of them without it. */
  basic?: CategoryId | null;
  /** Violations to leave out, by their ids: what would be if they were struck from the record. */
  without?: string[];
};

export type BasicExplanation = BasicScore & {
  /** Severity × time, and what it is divided by. */
  points: number;
  divisor: number | null;
  divisor_is: string;
  events: CountedEvents;
  /** Null when nothing was to be left out. */
  what_if: BasicScore | null;
};

export type Explanation = {
  usdot_number: number;
  run: ScoreRun;
  /** False when files were imported since the run: then the rows below are newer than the stored scores. */
  is_of_this_run: boolean;
  carrier: {
    carrier_type: CarrierType;
    segment: Segment;
    power_units: number;
    average_power_units: number;
    average_power_units_months: number;
    utilization_factor: number;
  };
  basics: BasicExplanation[];
};

/** The inspections, violations, weights and peers behind a carrier's numbers, and what they would be without some. */
export async function explainScores(
  db: Db,
  usdotNumber: number,
  { method: id = 'current', basic = null, without = [] }: ExplainOptions = {},
): Promise<Explanation> {
  const [run, inputs] = await Promise.all([latestRun(db, id), findInputs(db)]);
  if (!run) throw new AppError('not_found', 'There are no scores yet: the SMS files have not been scored.');
  const [rows, groups, stored] = await Promise.all([
    carrierRows(db, usdotNumber, run.as_of),
    groupsOf(db, run.id),
    scoresOf(db, usdotNumber, run.id),
  ]);
  if (!rows.facts.is_known && rows.inspections.length === 0)
    throw new AppError('not_found', `No carrier has the USDOT number ${usdotNumber}.`);
  refuseUnknown(rows, without);
  const method = methods[id];
  const weigh = inputs?.asOf === run.as_of ? null : weighFrom(method, run.as_of);
  const moment: CarrierMoment = { method, asOf: run.as_of, weigh };
  const weighed = weighRows(moment, rows);
  const now = scoreCarrier(moment, usdotNumber, rows, weighed);
  const then = without.length > 0 ? scoreCarrier(moment, usdotNumber, rows, weighed, new Set(without)) : null;
  const asked = method.categories.filter((category) => basic === null || category.id === basic);
  const figures = asked.map((category) => figuresIn(method, category, now, then));
  const wanted = figures.flatMap(({ category, own, other }) =>
    [own, other].flatMap((one) => (one ? [{ category, group: one.group }] : [])),
  );
  const peers = await peerCuts(db, run.id, method, wanted);
  const known: Known = { moment, rows: weighed, now, groups, peers, stored };
  const basics = figures.map((one) => explainCategory(known, one));
  return {
    usdot_number: usdotNumber,
    run: describeRun(run),
    is_of_this_run: sameInputs(run.inputs, inputs?.written ?? {}),
    carrier: describeCarrier(method, now),
    basics,
  };
}

type Known = {
  moment: CarrierMoment;
  rows: WeighedRows;
  now: OneCarrier;
  groups: GroupRow[];
  peers: Map<number, Map<number, PeerCuts>>;
  stored: ScoreRow | null;
};

type Figures = { category: Category; own: OwnFigures; other: OwnFigures | null };

function figuresIn(method: Method, category: Category, now: OneCarrier, then: OneCarrier | null): Figures {
  return {
    category,
    own: ownFigures(method, category, now),
    other: then && ownFigures(method, category, then),
  };
}

function explainCategory(known: Known, { category, own, other }: Figures): BasicExplanation {
  const { moment, rows, now } = known;
  const peers = known.peers.get(placeOf(category.id)) ?? new Map();
  const then = standsAs(known.stored, category.id, own) ? own : null;
  const describe = (figures: OwnFigures) =>
    describeFigures(known, category, figuresAmong(moment.method, category, figures, then, peers));
  const isByUnits = category.dividedBy === 'power units';
  const divisor = isByUnits ? unitsInUse(moment.method, now) : own.weights;
  return {
    ...describe(own),
    points: own.points,
    divisor: divisor > 0 ? divisor : null,
    divisor_is: isByUnits
      ? 'average power units × utilization factor'
      : 'time weights of relevant inspections',
    events: countedEvents(moment, category, rows),
    what_if: other ? describe(other) : null,
  };
}

/** Whether the run ranked the carrier with these figures: not when files came since. Runs store measures as `real`. */
function standsAs(stored: ScoreRow | null, id: CategoryId, { measure, group }: OwnFigures): boolean {
  const ranked = stored?.[`${id}_measure`] ?? Number.NaN;
  return stored?.[`${id}_group`] === group && Math.fround(ranked) === Math.fround(measure);
}

function describeFigures(
  { groups, now, stored }: Known,
  category: Category,
  figures: Parameters<typeof describeBasic>[1],
): BasicScore {
  const carrierType = now.facts.carrierTypes[0] as number;
  const threshold = category.thresholds[CARRIER_TYPES[carrierType] ?? 'general'];
  const bit = 1 << placeOf(category.id);
  const isOver = figures.percentile !== null && figures.percentile >= threshold;
  const acute = stored?.acute ?? 0;
  const alerts = (acute & bit) | (isOver ? bit : 0);
  const group = groups.find(
    (one) => one.category === placeOf(category.id) && one.peer_group === figures.group,
  );
  return describeBasic(category, figures, { carrierType, alerts, acute }, group);
}

function unitsInUse(method: Method, { facts }: OneCarrier): number {
  const units = facts.averageUnits[0] as number;
  const segment = SEGMENTS[facts.segments[0] as number] ?? 'straight';
  return units * utilizationFactor(method, segment, facts.recentMiles[0] as number, units);
}

function describeCarrier(method: Method, now: OneCarrier): Explanation['carrier'] {
  const { facts } = now;
  const units = facts.averageUnits[0] as number;
  const segment = SEGMENTS[facts.segments[0] as number] ?? 'straight';
  return {
    carrier_type: CARRIER_TYPES[facts.carrierTypes[0] as number] ?? 'general',
    segment,
    power_units: facts.powerUnits[0] as number,
    average_power_units: units,
    average_power_units_months: facts.unitMonths[0] as number,
    utilization_factor: utilizationFactor(method, segment, facts.recentMiles[0] as number, units),
  };
}

function refuseUnknown({ violations }: CarrierRows, without: string[]): void {
  const known = new Set(violations.map(({ violation_id }) => violation_id));
  const strange = without.filter((one) => !known.has(one));
  if (strange.length > 0)
    throw new AppError('invalid', `The carrier has no violation ${strange.join(', ')} in the SMS files.`);
}
