import type { CategoryId, MethodId, ScoreExplanation } from '../../../contract/scores.ts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { describeRun } from '../read-scores.ts';
import { findInputs, sameEvents, sameInputs } from '../run/inputs.ts';
import { carrierTypeAt, segmentAt } from '../sms/carrier-facts.ts';
import { categoryBit, categoryIndex } from '../sms/categories.ts';
import { type BasicFigures, type BasicScore, describeBasic } from '../sms/describe-basic.ts';
import { utilizationFactor } from '../sms/measures.ts';
import type { Category, Method } from '../sms/method.ts';
import { methods } from '../sms/methods.ts';
import { timeWeightFrom } from '../sms/time-weight.ts';
import { findGroup, type GroupRow, groupsOf, latestRun, type ScoreRow, scoresOf } from '../stored-runs.ts';
import { type OwnFigures, ownFigures, rankFigures } from './carrier-figures.ts';
import { carrierSize, type WeightedRows } from './carrier-rows.ts';
import { type CountedEvents, countedEvents } from './counted-events.ts';
import { type PeerCuts, peerCuts } from './peer-cuts.ts';
import { factsOf, type OneCarrier } from './score-carrier.ts';
import { tallyCarrier, tallyFromSums } from './tally-carrier.ts';

type ExplainOptions = {
  method?: MethodId;
  /** One category; all of them if null. */
  basic?: CategoryId | null;
  /** Ids of violations to leave out, for the "what if" figures. */
  without?: string[];
  /** False: without the lists of events, which a carrier may have 55,000 of. */
  events?: boolean;
};

export type Explanation = ScoreExplanation;
export type BasicExplanation = Explanation['basics'][number];

/** The events, weights and peer groups behind a carrier's scores, and the scores without some of its violations. */
export async function explainScores(
  database: Database,
  usdotNumber: number,
  { method: id = 'current', basic = null, without = [], events = true }: ExplainOptions = {},
): Promise<Explanation> {
  const [run, inputs] = await Promise.all([latestRun(database, id), findInputs(database)]);
  if (!run) throw new AppError('not_found', 'There are no scores yet: the SMS files have not been scored.');
  const method = methods[id];
  const timeWeight = inputs?.asOf === run.as_of ? null : timeWeightFrom(method, run.as_of);
  const request = { database, usdotNumber, method, timeWeight, without };
  const written = inputs?.written ?? {};
  const hasSums = run.version === method.version && sameEvents(run.inputs, written);
  const [size, tallied, groups, stored] = await Promise.all([
    carrierSize(database, usdotNumber, run.as_of),
    events || !hasSums ? tallyCarrier(request) : tallyFromSums(request, run.id),
    groupsOf(database, run.id),
    scoresOf(database, usdotNumber, run.id),
  ]);
  if (!size.census.is_known && tallied.inspections === 0)
    throw new AppError('not_found', `No carrier has the USDOT number ${usdotNumber}.`);
  if (tallied.unknown.length > 0)
    throw new AppError(
      'invalid',
      `The carrier has no violation ${tallied.unknown.join(', ')} in the SMS files.`,
    );
  const facts = factsOf(method, run.as_of, size);
  const now = { tally: tallied.all, facts };
  const changed = without.length > 0 ? { tally: tallied.rest, facts } : null;
  const figures = method.categories
    .filter((category) => basic === null || category.id === basic)
    .map((category) => ({
      category,
      own: ownFigures(method, category, now),
      whatIf: changed && ownFigures(method, category, changed),
    }));
  const wanted = figures.flatMap(({ category, own, whatIf }) =>
    [own, whatIf].flatMap((one) => (one ? [{ category, group: one.group }] : [])),
  );
  const peers = await peerCuts(database, run.id, method, wanted);
  const context: Context = { method, rows: events ? tallied.rows : null, now, groups, peers, stored };
  return {
    usdot_number: String(usdotNumber),
    run: describeRun(run),
    is_of_this_run: sameInputs(run.inputs, written),
    carrier: describeCarrier(method, now),
    basics: figures.map(({ category, own, whatIf }) => explainCategory(context, category, own, whatIf)),
  };
}

const NO_EVENTS: CountedEvents = { clean_inspections: [], inspections: [], crashes: [] };

type Context = {
  method: Method;
  rows: WeightedRows | null;
  now: OneCarrier;
  groups: GroupRow[];
  peers: Map<number, Map<number, PeerCuts>>;
  stored: ScoreRow | null;
};

function explainCategory(
  context: Context,
  category: Category,
  own: OwnFigures,
  whatIf: OwnFigures | null,
): BasicExplanation {
  const { method, rows, now } = context;
  const peers = context.peers.get(categoryIndex(category.id)) ?? new Map();
  const ranked = isRankedAs(context.stored, category.id, own) ? own : null;
  const isByUnits = category.dividedBy === 'power units';
  const describe = (figures: OwnFigures) => {
    const divisor = isByUnits ? averageUnits(now) * utilization(method, now) : figures.weights;
    return {
      ...describeFigures(context, category, rankFigures(method, category, figures, ranked, peers)),
      points: figures.points,
      divisor: divisor > 0 ? divisor : null,
    };
  };
  return {
    ...describe(own),
    divisor_is: isByUnits
      ? 'average power units × utilization factor'
      : 'time weights of relevant inspections',
    events: rows ? countedEvents(method, category, rows) : NO_EVENTS,
    what_if: whatIf ? describe(whatIf) : null,
  };
}

/** Whether the run has these figures; false if files were imported later. Runs store measures as `real`. */
function isRankedAs(stored: ScoreRow | null, id: CategoryId, { measure, group }: OwnFigures): boolean {
  const ranked = stored?.[`${id}_measure`] ?? Number.NaN;
  return stored?.[`${id}_group`] === group && Math.fround(ranked) === Math.fround(measure);
}

function describeFigures(
  { groups, now, stored }: Context,
  category: Category,
  figures: BasicFigures,
): BasicScore {
  const carrierType = now.facts.carrierTypes[0] as number;
  const threshold = category.thresholds[carrierTypeAt(now.facts, 0)];
  const bit = categoryBit(category.id);
  const isOver = figures.percentile !== null && figures.percentile >= threshold;
  const acute = stored?.acute ?? 0;
  const alerts = (acute & bit) | (isOver ? bit : 0);
  const group = findGroup(groups, category.id, figures.group);
  return describeBasic(category, figures, { carrierType, alerts, acute }, group);
}

const averageUnits = ({ facts }: OneCarrier) => facts.averageUnits[0] as number;

function utilization(method: Method, carrier: OneCarrier): number {
  const { facts } = carrier;
  return utilizationFactor(
    method,
    segmentAt(facts, 0),
    facts.recentMiles[0] as number,
    averageUnits(carrier),
  );
}

function describeCarrier(method: Method, now: OneCarrier): Explanation['carrier'] {
  const { facts } = now;
  return {
    carrier_type: carrierTypeAt(facts, 0),
    segment: segmentAt(facts, 0),
    power_units: facts.powerUnits[0] as number,
    average_power_units: averageUnits(now),
    average_power_units_months: facts.unitMonths[0] as number,
    utilization_factor: utilization(method, now),
  };
}
