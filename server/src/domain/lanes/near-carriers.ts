import { WORDS } from './day-words.ts';
import type { LaneIndex, SiteVisits } from './lane-index.ts';
import {
  CAMERA,
  DESTINATION,
  FITS,
  KnownCarrier,
  type LaneShape,
  MOST_HALF_DAYS,
  MOST_OF_BOTH,
  MOST_OF_ONE,
  ORIGIN,
  ScoredCarrier,
  STRIDE,
} from './score-carriers.ts';

export type NearSite = {
  id: number;
  is_federal: boolean;
  near_origin: boolean;
  near_destination: boolean;
  /** Its type of equipment is one of those that were asked for. */
  fits: boolean;
};
type VisitedSite = NearSite & { visits: SiteVisits };

/**
 * The carriers that were seen near the ends of a lane. At first only the numbers of their days at each site are read, which
 * tell how many half days each carrier has at most; then the days of those that are asked for. Valid until the index is read
 * again. Loops over all visits or carriers take most of the time of a search, so they are plain.
 */
export class NearCarriers {
  readonly #index: LaneIndex;
  readonly #shape: LaneShape;
  readonly #sites: VisitedSite[];
  /** By place. */
  readonly #most: Uint16Array;
  readonly #fits: Uint8ClampedArray | null;
  /** How many carriers have each number of half days at most. */
  readonly counts = new Int32Array(MOST_HALF_DAYS + 1);

  constructor(index: LaneIndex, shape: LaneShape, sites: VisitedSite[]) {
    this.#index = index;
    this.#shape = shape;
    this.#sites = sites;
    const near = (what: 'near_origin' | 'near_destination' | 'fits') =>
      sumOfDays(
        sites.flatMap((site) => (site[what] ? [site.visits] : [])),
        index.carriers,
      );
    this.#fits = shape.asksForEquipment ? near('fits') : null;
    this.#most = mostOf(shape, near('near_origin'), near('near_destination'), this.counts);
  }

  /** The places of carriers with at least `low` and less than `above` half days at most, and with the equipment. */
  places(low: number, above: number): number[] {
    const most = this.#most;
    const found: number[] = [];
    for (let place = 0; place < most.length; place++) {
      const half = most[place] as number;
      if (half >= low && half < above) found.push(place);
    }
    const fits = this.#fits;
    return fits === null ? found : found.filter((place) => fits[place] !== 0);
  }

  most(place: number): number {
    return this.#most[place] as number;
  }

  record(): KnownCarrier {
    return new KnownCarrier(this.#index);
  }

  /** The scores of those at these places, one at a time. One that was not seen near the ends has no days. */
  *scored(places: number[]): Generator<ScoredCarrier> {
    if (places.length === 0) return;
    const isAsked = new Uint8Array(this.#index.carriers);
    const slots = new Int32Array(this.#index.carriers);
    for (let n = 0; n < places.length; n++) {
      isAsked[places[n] as number] = 1;
      slots[places[n] as number] = n * STRIDE;
    }
    const days = new Int32Array(places.length * STRIDE);
    for (const site of this.#sites) addDays(site, isAsked, slots, days);
    const carrier = new ScoredCarrier(this.#index, this.#shape, days);
    for (let n = 0; n < places.length; n++) {
      carrier.moveTo(places[n] as number, n * STRIDE);
      yield carrier;
    }
  }
}

/** By place, as if none of the days were the same. 255 stands for more. */
function sumOfDays(sites: SiteVisits[], carriers: number): Uint8ClampedArray {
  const sums = new Uint8ClampedArray(carriers);
  for (const { places, dayCounts, count } of sites)
    for (let i = 0; i < count; i++) (sums[places[i] as number] as number) += dayCounts[i] as number;
  return sums;
}

function mostOf(
  { hasBothEnds }: LaneShape,
  origin: Uint8ClampedArray,
  destination: Uint8ClampedArray,
  counts: Int32Array,
): Uint16Array {
  const table = hasBothEnds ? MOST_OF_BOTH : MOST_OF_ONE;
  const most = new Uint16Array(origin.length);
  for (let place = 0; place < most.length; place++) {
    const half = table[((origin[place] as number) << 8) | (destination[place] as number)] as number;
    most[place] = half;
    (counts[half] as number)++;
  }
  return most;
}

/** `slots`: by place, where the days of a carrier are. `isAsked` is smaller, so it is faster to read. */
function addDays(site: VisitedSite, isAsked: Uint8Array, slots: Int32Array, all: Int32Array): void {
  const { visits, is_federal, near_origin, near_destination, fits } = site;
  const { places, days, dayCounts, count } = visits;
  for (let i = 0; i < count; i++) {
    const place = places[i] as number;
    if (isAsked[place] === 0 || dayCounts[i] === 0) continue;
    const at = slots[place] as number;
    if (near_origin) mark(all, at + ORIGIN, days, i * WORDS);
    if (near_destination) mark(all, at + DESTINATION, days, i * WORDS);
    if (fits) mark(all, at + FITS, days, i * WORDS);
    if (!is_federal) all[at + CAMERA] = 1;
  }
}

function mark(all: Int32Array, at: number, days: Int32Array, from: number): void {
  for (let n = 0; n < WORDS; n++) (all[at + n] as number) |= days[from + n] as number;
}
