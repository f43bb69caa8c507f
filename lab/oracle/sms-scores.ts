import { byCarrier, type FederalMonth, isYes, numberOf, textOf } from './federal-rows.ts';
import { isOutOfService } from './out-of-service.ts';
import { BASICS, type Basic, type CarrierSums, sumMonth } from './sms-sums.ts';

export type Facts = {
  powerUnits: number;
  drivers: number;
  isCombination: boolean;
  /** Passenger carriers have the lowest thresholds. */
  type: 'passenger' | 'hazmat' | 'general';
  isPeer: boolean;
  miles: number | null;
  acute: Set<Basic>;
  isUnderOrder: boolean;
};

export type Scored = {
  sums: CarrierSums;
  facts: Facts;
  /** Null if there is nothing to divide by. */
  measures: Record<Basic, number | null>;
  /** The rank among peers; null if it is not shown. */
  percentiles: Record<Basic, number | null>;
  alerts: Set<Basic>;
};

const HIGH_RISK: Basic[] = ['UD', 'HOS', 'CI'];
const THRESHOLDS = { passenger: [50, 65], hazmat: [60, 75], general: [65, 80] } as const;
export function thresholdOf(basic: Basic, type: Facts['type']): number {
  return basic === 'HM' ? 80 : THRESHOLDS[type][HIGH_RISK.includes(basic) ? 0 : 1];
}

/** The lowest number of events of each group; the first is the minimum for a percentile. */
const GROUPS: Record<Basic, { straight: number[]; combination: number[] } | number[]> = {
  UD: { combination: [3, 9, 22, 58, 150], straight: [3, 5, 9, 19, 50] },
  HOS: [3, 11, 21, 101, 501],
  DF: [5, 11, 21, 101, 501],
  CS: [1, 2, 3, 4],
  VM: [5, 11, 21, 101, 501],
  HM: [5, 11, 16, 41, 101],
  CI: { combination: [2, 4, 7, 17, 46], straight: [2, 3, 5, 9, 27] },
};
const SHOWN_FROM: Record<Basic, number> = { UD: 3, HOS: 3, DF: 5, CS: 1, VM: 5, HM: 5, CI: 0 };
export const MINIMUM: Partial<Record<Basic, number>> = { HOS: 3, DF: 5, VM: 5, HM: 5 };

/** Empty below the minimum. */
function groupOf(basic: Basic, sums: CarrierSums, { isCombination }: Facts): string {
  const own = sums.basics[basic];
  const count = MINIMUM[basic] === undefined ? own.events : own.relevant;
  const starts = GROUPS[basic];
  const steps = Array.isArray(starts) ? starts : starts[isCombination ? 'combination' : 'straight'];
  const step = steps.filter((from) => count >= from).length;
  return step === 0 ? '' : `${Array.isArray(starts) ? '' : isCombination} ${step}`;
}

/** Trucks with a high mileage count as more than one. */
function utilization({ miles, isCombination }: Facts, units: number): number {
  if (miles === null || miles / units > 200_000) return 1;
  const [low, high, most] = isCombination ? [80_000, 160_000, 1.6] : [20_000, 60_000, 3];
  const each = miles / units;
  if (each < low) return 1;
  return each >= high ? most : 1 + (most - 1) * ((each - low) / (high - low));
}

function measureOf(basic: Basic, sums: CarrierSums, facts: Facts): number | null {
  const own = sums.basics[basic];
  if (basic !== 'UD' && basic !== 'CI') return own.weights === 0 ? null : own.points / own.weights;
  if (basic === 'UD' && sums.inspections === 0) return null;
  if (facts.powerUnits <= 0) return null;
  return own.points / (facts.powerUnits * utilization(facts, facts.powerUnits));
}

/** All scores of a month, of the carriers with events. */
export function scoreMonth(month: FederalMonth): Map<number, Scored> {
  const facts = factsOf(month);
  const scored = new Map<number, Scored>();
  for (const [usdot, sums] of sumMonth(month)) {
    const own = facts(usdot);
    const measures = each((basic) => measureOf(basic, sums, own));
    scored.set(usdot, {
      sums,
      facts: own,
      measures,
      percentiles: each(() => null),
      alerts: new Set(own.acute),
    });
  }
  for (const basic of BASICS) rank(basic, [...scored.values()]);
  return scored;
}

function each<T>(value: (basic: Basic) => T): Record<Basic, T> {
  return Object.fromEntries(BASICS.map((basic) => [basic, value(basic)])) as Record<Basic, T>;
}

function rank(basic: Basic, carriers: Scored[]): void {
  const rankable = carriers.filter(
    ({ sums, facts, measures }) =>
      groupOf(basic, sums, facts) !== '' && sums.basics[basic].events > 0 && measures[basic] !== null,
  );
  const group = (one: Scored) => groupOf(basic, one.sums, one.facts);
  const peers = new Map<string, number[]>();
  for (const [name, members] of Map.groupBy(
    rankable.filter(({ facts }) => facts.isPeer),
    group,
  ))
    peers.set(
      name,
      members.map(({ measures }) => measures[basic] as number).sort((a, b) => a - b),
    );
  for (const one of rankable) {
    const { events, isRecent } = one.sums.basics[basic];
    const sorted = peers.get(group(one));
    if (!isRecent || events < SHOWN_FROM[basic] || sorted === undefined) continue;
    const percentile = percentileIn(sorted, one.measures[basic] as number, basic);
    one.percentiles[basic] = percentile;
    if (percentile >= thresholdOf(basic, one.facts.type)) one.alerts.add(basic);
  }
}

/** The largest percentile whose place in the sorted list has a measure that is not above the own one. */
function percentileIn(sorted: number[], measure: number, basic: Basic): number {
  if (basic === 'UD' && measure >= 250) return 100;
  if (sorted.length === 1) return 0;
  for (let percentile = 100; percentile > 0; percentile--) {
    const place = Math.ceil((percentile * (sorted.length - 1)) / 100);
    if ((sorted[place] as number) <= measure) return percentile;
  }
  return 0;
}

const ACUTE: [Basic, string][] = [
  ['UD', 'UNSAFE_DRIV_AC'],
  ['HOS', 'HOS_DRIV_AC'],
  ['DF', 'DRIV_FIT_AC'],
  ['CS', 'CONTR_SUBST_AC'],
  ['VM', 'VEH_MAINT_AC'],
];

export function factsOf(month: FederalMonth): (usdot: number) => Facts {
  const sms = byCarrier(month.smsCensus, 'DOT_NUMBER');
  const daily = byCarrier(month.companyCensus, 'DOT_NUMBER');
  const orders = byCarrier(month.orders, 'DOT_NUMBER');
  const { abPassenger, cPassenger, abProperty, cProperty } = month.outputs;
  // The passenger files take precedence, and of two the interstate one.
  const outputs = [abPassenger, cPassenger, abProperty, cProperty].map((rows) =>
    byCarrier(rows, 'DOT_NUMBER'),
  );
  return (usdot) => {
    const own = sms.get(usdot)?.at(-1);
    const company = daily.get(usdot)?.at(-1);
    const output = outputs.map((rows) => rows.get(usdot)?.at(-1)).find((row) => row !== undefined);
    const count = (smsColumn: string, dailyColumn: string) =>
      (own && numberOf(own, smsColumn)) ?? (company && numberOf(company, dailyColumn)) ?? 0;
    const combination = ['OWN', 'TRM', 'TRP']
      .flatMap((owner) => [`${owner}TRACT`, `${owner}COACH`])
      .reduce((sum, column) => sum + ((company && numberOf(company, column)) ?? 0), 0);
    const declared = (company && numberOf(company, 'POWER_UNITS')) ?? 0;
    const miles = own ? numberOf(own, 'RECENT_MILEAGE') : null;
    const milesYear = (own && numberOf(own, 'RECENT_MILEAGE_YEAR')) ?? 0;
    return {
      powerUnits: count('NBR_POWER_UNIT', 'POWER_UNITS'),
      drivers: count('DRIVER_TOTAL', 'TOTAL_DRIVERS'),
      isCombination: declared > 0 && combination / declared >= 0.7,
      type: own && isYes(own, 'PC_FLAG') ? 'passenger' : own && isYes(own, 'HM_FLAG') ? 'hazmat' : 'general',
      isPeer: own !== undefined && textOf(own, 'CARRIER_OPERATION').toUpperCase() !== 'C',
      miles: miles !== null && miles > 0 && milesYear >= Number(month.smsDay.slice(0, 4)) - 2 ? miles : null,
      acute: new Set(
        output ? ACUTE.filter(([, column]) => isYes(output, column)).map(([basic]) => basic) : [],
      ),
      isUnderOrder: isOutOfService(orders.get(usdot) ?? [], month.smsDay),
    };
  };
}
