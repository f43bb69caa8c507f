import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import { countDays, daysAfter, isEmpty, WORDS } from './day-words.ts';
import type { CarrierFacts, LaneIndex, SiteVisits } from './lane-index.ts';

/** The most points of each part of the score, 100 in all. */
const PARTS = { lane: 60, equipment: 20 } as const;
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
} & CarrierFacts;

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
  readonly #index: LaneIndex;
  readonly #shape: LaneShape;
  /** Where a carrier's days are, plus one. */
  readonly #slots: Int32Array;
  readonly #days: Int32Array;
  /** The first day on which a truck can arrive. */
  readonly #firstDay: number;
  readonly places: number[] = [];

  constructor(index: LaneIndex, shape: LaneShape, sites: (NearSite & { visits: SiteVisits })[]) {
    this.#index = index;
    this.#shape = shape;
    this.#firstDay = Math.floor(shape.miles / MILES_PER_DAY);
    const visits = sites.reduce((sum, { visits }) => sum + visits.count, 0);
    const { slots, days } = index.scratch((Math.min(visits, index.carriers) + 1) * STRIDE);
    this.#slots = slots;
    this.#days = days;
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
    const near = this.places;
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

  /** The rank that a carrier has if it meets the conditions, or a better one; 0 if it is not on the lane. */
  bestRank(place: number): number {
    const half = this.#halfDays((this.#slots[place] ?? 0) * STRIDE);
    if (half === 0) return 0;
    const points = (LANE_POINTS[half] as number) + PARTS.equipment + this.#index.companyPoints(place);
    return rankOf(points, half, this.#index.usdotNumber(place));
  }

  #halfDays(at: number): number {
    const days = this.#days;
    if (!this.#shape.hasBothEnds)
      return 2 * (countDays(days, at + ORIGIN) + countDays(days, at + DESTINATION));
    if (isEmpty(days, at + ORIGIN) || isEmpty(days, at + DESTINATION)) return 0;
    return 2 * this.#runs(at, ORIGIN, DESTINATION) + this.#runs(at, DESTINATION, ORIGIN);
  }

  #runs(at: number, from: number, to: number): number {
    return daysAfter(this.#days, at + to, at + from, this.#firstDay, this.#firstDay + LATER_DAYS);
  }

  /** A carrier that was not seen near the ends has no days. */
  score(place: number): Scored {
    const days = this.#days;
    const { hasBothEnds, asksForEquipment } = this.#shape;
    // The first slot is empty.
    const at = (this.#slots[place] ?? 0) * STRIDE;
    const half_days = this.#halfDays(at);
    const seen = countDays(days, at + ORIGIN, at + DESTINATION);
    const equipment_days = countDays(days, at + FITS);
    const whole = asksForEquipment ? Math.max(1, seen) : 1;
    return {
      usdot_number: this.#index.usdotNumber(place),
      origin_days: countDays(days, at + ORIGIN),
      destination_days: countDays(days, at + DESTINATION),
      runs: hasBothEnds ? this.#runs(at, ORIGIN, DESTINATION) : 0,
      runs_back: hasBothEnds ? this.#runs(at, DESTINATION, ORIGIN) : 0,
      half_days,
      equipment_days,
      lane_points: LANE_POINTS[half_days] as number,
      equipment_points: Math.round((PARTS.equipment * (asksForEquipment ? equipment_days : 1)) / whole),
      is_visually_sighted: days[at + CAMERA] === 1,
      ...this.#index.facts(place),
    };
  }
}
