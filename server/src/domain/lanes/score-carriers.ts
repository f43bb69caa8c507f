import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import { countDays, daysAfter, isEmpty, WORDS } from './day-words.ts';
import type { LaneIndex } from './lane-index.ts';

/** The most points of each part of the score, 100 in all. */
const PARTS = { lane: 60, equipment: 20, company: 20 } as const;
/** A truck covers at most as much in a day, and arrives at the latest three days after the first possible one. */
const MILES_PER_DAY = 700;
const LATER_DAYS = 3;

/** What conditions read of a carrier's record. */
export type Known = {
  usdot_number: number;
  may_operate: boolean;
  power_units: number;
  cargo: number;
  authority_day: number;
  is_power_only: boolean;
  is_broker: boolean;
  company_points: number;
};

/** What they read of its days too. */
export type Scored = Known & {
  origin_days: number;
  destination_days: number;
  runs: number;
  runs_back: number;
  equipment_days: number;
  /** The days that the lane's part counts, in halves. */
  half_days: number;
  lane_points: number;
  equipment_points: number;
  is_visually_sighted: boolean;
};

export const MOST_HALF_DAYS = 3 * LANE_DAYS;
/** By half days. */
const LANE_POINTS = Uint8Array.from({ length: MOST_HALF_DAYS + 1 }, (_, half) =>
  Math.round(PARTS.lane * Math.sqrt(Math.min(half, 2 * LANE_DAYS) / (2 * LANE_DAYS))),
);

/** Larger is better: by score, then half days, then the lower number (up to eight digits). */
export const rankOf = (score: number, halfDays: number, usdotNumber: number) =>
  (score * 512 + halfDays) * 2 ** 27 - usdotNumber;

export type LaneShape = { hasBothEnds: boolean; miles: number; asksForEquipment: boolean };

/** For each carrier: its days near the origin, near the destination and with the equipment, and whether a camera saw it. */
export const [ORIGIN, DESTINATION, FITS, CAMERA] = [0, WORDS, 2 * WORDS, 3 * WORDS] as const;
export const STRIDE = CAMERA + 1;

/** The most half days of a carrier with up to 255 days near each end, at 256 times those near the origin plus those near the destination. */
const mostByDays = (halfDays: (from: number, to: number) => number) =>
  Uint16Array.from({ length: 2 ** 16 }, (_, days) =>
    halfDays(Math.min(days >> 8, LANE_DAYS), Math.min(days & 255, LANE_DAYS)),
  );
export const MOST_OF_ONE = mostByDays((from, to) => 2 * (from + to));
/** A day near one end explains the runs of at most so many days. */
const FOLLOWING = LATER_DAYS + 1;
export const MOST_OF_BOTH = mostByDays(
  (from, to) => 2 * Math.min(to, FOLLOWING * from) + Math.min(from, FOLLOWING * to),
);

/** The highest rank of any carrier with so many half days. */
export const highestRank = (halfDays: number) =>
  rankOf((LANE_POINTS[halfDays] as number) + PARTS.equipment + PARTS.company, halfDays, 0);

/** The records of carriers, one at a time. */
export class KnownCarrier implements Known {
  readonly #index: LaneIndex;
  place = 0;

  constructor(index: LaneIndex) {
    this.#index = index;
  }

  /** Whether its rank can be above `least` with so many half days. */
  mayRankAbove(least: number, halfDays: number): boolean {
    const points = (LANE_POINTS[halfDays] as number) + PARTS.equipment + this.company_points;
    return rankOf(points, halfDays, 0) > least;
  }

  get usdot_number() {
    return this.#index.usdotNumber(this.place);
  }
  get may_operate() {
    return this.#index.mayOperate(this.place);
  }
  get power_units() {
    return this.#index.powerUnits(this.place);
  }
  get cargo() {
    return this.#index.cargo(this.place);
  }
  get authority_day() {
    return this.#index.authorityDay(this.place);
  }
  get is_power_only() {
    return this.#index.isPowerOnly(this.place);
  }
  get is_broker() {
    return this.#index.isBroker(this.place);
  }
  get company_points() {
    return this.#index.companyPoints(this.place);
  }
}

/** The scores of carriers, one at a time. Figures are computed when they are read. */
export class ScoredCarrier extends KnownCarrier implements Scored {
  readonly #shape: LaneShape;
  readonly #days: Int32Array;
  /** The first day on which a truck can arrive. */
  readonly #firstDay: number;
  #at = 0;
  #half = 0;

  constructor(index: LaneIndex, shape: LaneShape, days: Int32Array) {
    super(index);
    this.#shape = shape;
    this.#days = days;
    this.#firstDay = Math.floor(shape.miles / MILES_PER_DAY);
  }

  moveTo(place: number, at: number): void {
    this.place = place;
    this.#at = at;
    this.#half = this.#shape.hasBothEnds
      ? 2 * this.runs + this.runs_back
      : 2 * (this.origin_days + this.destination_days);
  }

  /** What does not change when the next carrier is asked for. */
  get scored(): Scored {
    return {
      usdot_number: this.usdot_number,
      origin_days: this.origin_days,
      destination_days: this.destination_days,
      runs: this.runs,
      runs_back: this.runs_back,
      half_days: this.half_days,
      equipment_days: this.equipment_days,
      lane_points: this.lane_points,
      equipment_points: this.equipment_points,
      is_visually_sighted: this.is_visually_sighted,
      may_operate: this.may_operate,
      power_units: this.power_units,
      cargo: this.cargo,
      authority_day: this.authority_day,
      is_power_only: this.is_power_only,
      is_broker: this.is_broker,
      company_points: this.company_points,
    };
  }

  get origin_days() {
    return countDays(this.#days, this.#at + ORIGIN);
  }
  get destination_days() {
    return countDays(this.#days, this.#at + DESTINATION);
  }
  get runs() {
    return this.#runs(ORIGIN, DESTINATION);
  }
  get runs_back() {
    return this.#runs(DESTINATION, ORIGIN);
  }
  get half_days() {
    return this.#half;
  }
  get equipment_days() {
    return countDays(this.#days, this.#at + FITS);
  }
  get lane_points() {
    return LANE_POINTS[this.#half] as number;
  }
  get equipment_points() {
    if (!this.#shape.asksForEquipment) return PARTS.equipment;
    const seen = countDays(this.#days, this.#at + ORIGIN, this.#at + DESTINATION);
    return Math.round((PARTS.equipment * this.equipment_days) / Math.max(1, seen));
  }
  get is_visually_sighted() {
    return this.#days[this.#at + CAMERA] === 1;
  }

  #runs(from: number, to: number): number {
    const days = this.#days;
    const at = this.#at;
    if (!this.#shape.hasBothEnds || isEmpty(days, at + from) || isEmpty(days, at + to)) return 0;
    return daysAfter(days, at + to, at + from, this.#firstDay, this.#firstDay + LATER_DAYS);
  }
}
