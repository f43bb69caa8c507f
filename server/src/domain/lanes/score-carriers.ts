import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import { countDays, daysAfter, isEmpty, WORDS } from './day-words.ts';
import type { LaneIndex, SiteVisits } from './lane-index.ts';

/** The most points of each part of the score, 100 in all. */
const PARTS = { lane: 60, equipment: 20, company: 20 } as const;
/** A truck covers at most as much in a day, and arrives at the latest three days after the first possible one. */
const MILES_PER_DAY = 700;
const LATER_DAYS = 3;

export type NearSite = {
  id: number;
  is_federal: boolean;
  near_origin: boolean;
  near_destination: boolean;
  /** Its type of equipment is one of those that were asked for. */
  fits: boolean;
};

/** What conditions read of a carrier. */
export type Scored = {
  usdot_number: number;
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
  may_operate: boolean;
  power_units: number;
  cargo: number;
  authority_day: number;
  is_power_only: boolean;
  is_broker: boolean;
  company_points: number;
};

/** By half days. */
const LANE_POINTS = Uint8Array.from({ length: 4 * LANE_DAYS + 1 }, (_, half) =>
  Math.round(PARTS.lane * Math.sqrt(Math.min(half, 2 * LANE_DAYS) / (2 * LANE_DAYS))),
);

/** Larger is better: by score, then half days (up to 360), then the lower number (up to eight digits). */
export const rankOf = (score: number, halfDays: number, usdotNumber: number) =>
  (score * 512 + halfDays) * 2 ** 27 - usdotNumber;

type LaneShape = { hasBothEnds: boolean; miles: number; asksForEquipment: boolean };

/** For each carrier: its days near the origin, near the destination and with the equipment, and whether a camera saw it. */
const [ORIGIN, DESTINATION, FITS, CAMERA] = [0, WORDS, 2 * WORDS, 3 * WORDS] as const;
const STRIDE = CAMERA + 1;

function mark(list: Int32Array, at: number, a: number, b: number, c: number): void {
  (list[at] as number) |= a;
  (list[at + 1] as number) |= b;
  (list[at + 2] as number) |= c;
}

/** The days of all carriers that were seen near the ends of a lane. In the memory of the index, until `release`. */
export class NearCarriers {
  /** Where a carrier's days are, plus one. */
  readonly #slots: Int32Array;
  readonly #days: Int32Array;
  readonly #candidate: Candidate;
  /** Those that have days, in the order of their slots. */
  readonly #places: number[] = [];

  constructor(index: LaneIndex, shape: LaneShape, sites: (NearSite & { visits: SiteVisits })[]) {
    const visits = sites.reduce((sum, { visits }) => sum + visits.count, 0);
    const { slots, days } = index.scratch((Math.min(visits, index.carriers) + 1) * STRIDE);
    this.#slots = slots;
    this.#days = days;
    this.#candidate = new Candidate(index, shape, days);
    // Carriers that were not seen near the ends.
    days.fill(0, 0, STRIDE);
    for (const site of sites) this.#add(site);
  }

  release(): void {
    this.#slots.fill(0);
  }

  #add({ visits, is_federal, near_origin, near_destination, fits }: NearSite & { visits: SiteVisits }): void {
    const { places, days, count } = visits;
    const slots = this.#slots;
    const all = this.#days;
    const near = this.#places;
    for (let i = 0; i < count; i++) {
      const a = days[WORDS * i] as number;
      const b = days[WORDS * i + 1] as number;
      const c = days[WORDS * i + 2] as number;
      if ((a | b | c) === 0) continue;
      const place = places[i] as number;
      let slot = slots[place] as number;
      if (slot === 0) {
        slot = near.push(place);
        slots[place] = slot;
        for (let n = slot * STRIDE; n < (slot + 1) * STRIDE; n++) all[n] = 0;
      }
      const at = slot * STRIDE;
      if (near_origin) mark(all, at + ORIGIN, a, b, c);
      if (near_destination) mark(all, at + DESTINATION, a, b, c);
      if (fits) mark(all, at + FITS, a, b, c);
      if (!is_federal) all[at + CAMERA] = 1;
    }
  }

  /** How many carriers have days. */
  get count(): number {
    return this.#places.length;
  }

  /** The nth of these. Valid until the next carrier is asked for. */
  nth(n: number): Candidate {
    this.#candidate.moveTo(this.#places[n] as number, (n + 1) * STRIDE);
    return this.#candidate;
  }

  /** Valid until the next carrier is asked for. One that was not seen near the ends has no days. */
  at(place: number): Candidate {
    this.#candidate.moveTo(place, (this.#slots[place] ?? 0) * STRIDE);
    return this.#candidate;
  }
}

/** One carrier at a time. Its figures are computed when they are read: most carriers fail one of the first conditions. */
class Candidate implements Scored {
  readonly #index: LaneIndex;
  readonly #shape: LaneShape;
  readonly #days: Int32Array;
  /** The first day on which a truck can arrive. */
  readonly #firstDay: number;
  #place = 0;
  #at = 0;
  #half = 0;

  constructor(index: LaneIndex, shape: LaneShape, days: Int32Array) {
    this.#index = index;
    this.#shape = shape;
    this.#days = days;
    this.#firstDay = Math.floor(shape.miles / MILES_PER_DAY);
  }

  moveTo(place: number, at: number): void {
    this.#place = place;
    this.#at = at;
    this.#half = this.#shape.hasBothEnds
      ? 2 * this.runs + this.runs_back
      : 2 * (this.origin_days + this.destination_days);
  }

  /** Whether its rank can be above `least`, if it meets the conditions. The days alone tell it of most carriers. */
  mayRankAbove(least: number): boolean {
    if (this.#half === 0) return false;
    const points = this.lane_points + PARTS.equipment;
    if (rankOf(points + PARTS.company, this.#half, 0) <= least) return false;
    return rankOf(points + this.company_points, this.#half, this.usdot_number) > least;
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

  get usdot_number() {
    return this.#index.usdotNumber(this.#place);
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
  get may_operate() {
    return this.#index.mayOperate(this.#place);
  }
  get power_units() {
    return this.#index.powerUnits(this.#place);
  }
  get cargo() {
    return this.#index.cargo(this.#place);
  }
  get authority_day() {
    return this.#index.authorityDay(this.#place);
  }
  get is_power_only() {
    return this.#index.isPowerOnly(this.#place);
  }
  get is_broker() {
    return this.#index.isBroker(this.#place);
  }
  get company_points() {
    return this.#index.companyPoints(this.#place);
  }

  #runs(from: number, to: number): number {
    const [days, at] = [this.#days, this.#at];
    if (!this.#shape.hasBothEnds || isEmpty(days, at + from) || isEmpty(days, at + to)) return 0;
    return daysAfter(days, at + to, at + from, this.#firstDay, this.#firstDay + LATER_DAYS);
  }
}
