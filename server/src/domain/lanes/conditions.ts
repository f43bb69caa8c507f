import type { LaneEnds } from '../places/resolve-ends.ts';
import { daysSinceEpoch, monthsBefore } from './lane-days.ts';
import type { Known, Scored } from './score-carriers.ts';
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

type Rule<Carrier> = (lane: LaneSearch, preferred: Set<number>) => ((one: Carrier) => boolean) | null;

/** Conditions on a carrier's record. A rule that returns null does not apply to the request. `preferred`: carriers of the organization. */
const ON_RECORDS = {
  may_operate: () => (one) => one.may_operate,
  fleet_size:
    ({ fleet }) =>
    (one) =>
      one.power_units >= fleet.min && one.power_units <= fleet.max,
  carried_cargo: ({ cargo }) => {
    const wanted = (cargo ?? []).reduce((all, number) => all | (1 << number), 0);
    return cargo && ((one) => (one.cargo & wanted) !== 0);
  },
  auth_months_min: ({ authorityMonths, today }) => {
    const latest = daysSinceEpoch(monthsBefore(today, authorityMonths));
    return authorityMonths === 0 ? null : (one) => one.authority_day <= latest;
  },
  power_only: ({ isPowerOnly }) => (isPowerOnly ? (one) => one.is_power_only : null),
  broker_authority: ({ isBroker }) => (isBroker ? (one) => one.is_broker : null),
  preferred_carriers: ({ isPreferred }, preferred) =>
    isPreferred ? (one) => preferred.has(one.usdot_number) : null,
} satisfies Record<string, Rule<Known>>;

/** Conditions on its days and its score. */
const ON_DAYS = {
  lane: () => (one) => one.half_days > 0,
  equipment_types: ({ equipment }) => equipment && ((one) => one.equipment_days > 0),
  is_possible_backhaul: ({ isBackhaul }) => (isBackhaul ? (one) => one.runs_back > one.runs : null),
  carrier_score:
    ({ score }) =>
    (one) =>
      scoreOf(one) >= score.min && scoreOf(one) <= score.max,
} satisfies Record<string, Rule<Scored>>;
export type Condition = keyof typeof ON_RECORDS | keyof typeof ON_DAYS;

export class Conditions {
  readonly #onRecords: Tests<Known>;
  readonly #onDays: Tests<Scored>;

  constructor(lane: LaneSearch, preferred: Set<number>) {
    this.#onRecords = testsOf<Known>(ON_RECORDS, lane, preferred);
    this.#onDays = testsOf<Scored>(ON_DAYS, lane, preferred);
  }

  holdForRecord(one: Known): boolean {
    return this.#onRecords.every(({ holds }) => holds(one));
  }

  holdForDays(one: Scored): boolean {
    return this.#onDays.every(({ holds }) => holds(one));
  }

  unmet(one: Scored): Condition[] {
    return [...this.#onRecords, ...this.#onDays].flatMap(({ name, holds }) => (holds(one) ? [] : [name]));
  }
}

type Tests<Carrier> = { name: Condition; holds: (one: Carrier) => boolean }[];

function testsOf<Carrier>(
  rules: Partial<Record<Condition, Rule<Carrier>>>,
  lane: LaneSearch,
  preferred: Set<number>,
): Tests<Carrier> {
  return (Object.entries(rules) as [Condition, Rule<Carrier>][]).flatMap(([name, rule]) => {
    const holds = rule(lane, preferred);
    return holds === null ? [] : [{ name, holds }];
  });
}
