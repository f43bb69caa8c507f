import type { LaneEnds } from '../places/resolve-ends.ts';
import { daysSinceEpoch, monthsBefore } from './lane-days.ts';
import type { Scored } from './score-carriers.ts';
import { scoreOf } from './score-parts.ts';

export type LaneSearch = LaneEnds & {
  organizationId: number;
  /** UTC, the last of the days that count. */
  today: string;
  originMiles: number;
  destinationMiles: number;
  score: { min: number; max: number };
  fleet: { min: number; max: number };
  /** Numbers of FMCSA's list; null: any. */
  cargo: number[] | null;
  equipment: string[] | null;
  authorityMonths: number;
  isPreferred: boolean;
  isPowerOnly: boolean;
  isBroker: boolean;
  isBackhaul: boolean;
};

type Test = (one: Scored) => boolean;
/** The test of a request; null if it does not ask. `preferred`: carriers of the organization. */
type Rule = (lane: LaneSearch, preferred: Set<number>) => Test | null;

/** Conditions on a carrier: the first two hold for all requests, the others are filters. */
const CONDITIONS = {
  lane: () => (one) => one.half_days > 0,
  may_operate: () => (one) => one.may_operate,
  fleet_size:
    ({ fleet }) =>
    (one) =>
      one.power_units >= fleet.min && one.power_units <= fleet.max,
  carried_cargo: ({ cargo }) => {
    const wanted = (cargo ?? []).reduce((all, number) => all | (1 << number), 0);
    return cargo && ((one) => (one.cargo & wanted) !== 0);
  },
  equipment_types: ({ equipment }) => equipment && ((one) => one.equipment_days > 0),
  auth_months_min: ({ authorityMonths, today }) => {
    const latest = daysSinceEpoch(monthsBefore(today, authorityMonths));
    return authorityMonths === 0 ? null : (one) => one.authority_day <= latest;
  },
  power_only: ({ isPowerOnly }) => (isPowerOnly ? (one) => one.is_power_only : null),
  broker_authority: ({ isBroker }) => (isBroker ? (one) => one.is_broker : null),
  preferred_carriers: ({ isPreferred }, preferred) =>
    isPreferred ? (one) => preferred.has(one.usdot_number) : null,
  is_possible_backhaul: ({ isBackhaul }) => (isBackhaul ? (one) => one.runs_back > one.runs : null),
  carrier_score:
    ({ score }) =>
    (one) =>
      scoreOf(one) >= score.min && scoreOf(one) <= score.max,
} satisfies Record<string, Rule>;
export type Condition = keyof typeof CONDITIONS;

/** The conditions that a request asks for. */
export function conditionsOf(lane: LaneSearch, preferred: Set<number>): [Condition, Test][] {
  return (Object.entries(CONDITIONS) as [Condition, Rule][]).flatMap(([name, rule]) => {
    const test = rule(lane, preferred);
    return test === null ? [] : [[name, test] as [Condition, Test]];
  });
}
