import { CARRIER_TYPES, type CarrierType, SEGMENTS, type Segment } from '../../../contract/scores.ts';
import { dayNumber, monthsBefore } from './time-weight.ts';

/** Figures of each carrier other than its events, by the index of its CarrierIndex. */
export type CarrierFacts = {
  powerUnits: Int32Array;
  drivers: Int32Array;
  /** Average over 18 months; NaN if unknown. */
  averageUnits: Float64Array;
  /** The months for which power units are known: 18, 6 or 0. */
  unitMonths: Uint8Array;
  /** Miles of the last reported year; NaN if it is too old or there is none. */
  recentMiles: Float64Array;
  /** Indexes into CARRIER_TYPES and SEGMENTS. */
  carrierTypes: Uint8Array;
  segments: Uint8Array;
  /** Whether an out-of-service order is in force on the day of the run: such carriers are not among those that ISS ranks. */
  isUnderOrder: Uint8Array;
  /** Whether the carrier belongs to those among which FMCSA ranks: see IS_PEER. */
  isPeer: Uint8Array;
  /** Bits of the categories with an acute or critical violation in the last 12 months. */
  acute: Uint8Array;
};

export function emptyFacts(carriers: number): CarrierFacts {
  return {
    powerUnits: new Int32Array(carriers),
    drivers: new Int32Array(carriers),
    averageUnits: new Float64Array(carriers).fill(Number.NaN),
    unitMonths: new Uint8Array(carriers),
    recentMiles: new Float64Array(carriers).fill(Number.NaN),
    carrierTypes: new Uint8Array(carriers),
    segments: new Uint8Array(carriers),
    isUnderOrder: new Uint8Array(carriers),
    isPeer: new Uint8Array(carriers).fill(1),
    acute: new Uint8Array(carriers),
  };
}

export function carrierTypeIndex(isPassenger: boolean, isHazmat: boolean): number {
  return CARRIER_TYPES.indexOf(isPassenger ? 'passenger' : isHazmat ? 'hazmat' : 'general');
}

export function carrierTypeAt({ carrierTypes }: CarrierFacts, carrier: number): CarrierType {
  return CARRIER_TYPES[carrierTypes[carrier] as number] ?? 'general';
}

/** Index into SEGMENTS, by the share of combination trucks and motor coaches. */
export function segmentIndex(combinationUnits: number, powerUnits: number, minShare: number): number {
  return powerUnits > 0 && combinationUnits / powerUnits >= minShare ? 1 : 0;
}

export function segmentAt({ segments }: CarrierFacts, carrier: number): Segment {
  return SEGMENTS[segments[carrier] as number] ?? 'straight';
}

/** Whether the year of reported miles ended within the last `months`. */
export function isRecentYear(milesYear: number, asOf: string, months: number): boolean {
  return milesYear >= Number(asOf.slice(0, 4)) - Math.ceil(months / 12);
}

/**
 * Averages power units over today, 6 and 18 months ago, from snapshots of the SMS census. The database function
 * average_power_units() does the same. For a time before the first snapshot, the oldest count is used.
 */
export class UnitHistory {
  readonly #sixMonthsAgo: number;
  readonly #eighteenMonthsAgo: number;
  readonly #now: NewestValues;
  readonly #six: NewestValues;
  readonly #eighteen: NewestValues;
  readonly #oldest: NewestValues;

  constructor(carriers: number, asOf: string) {
    this.#sixMonthsAgo = dayNumber(monthsBefore(asOf, 6));
    this.#eighteenMonthsAgo = dayNumber(monthsBefore(asOf, 18));
    this.#now = new NewestValues(carriers);
    this.#six = new NewestValues(carriers);
    this.#eighteen = new NewestValues(carriers);
    this.#oldest = new NewestValues(carriers);
  }

  /** Snapshots can be added in any order. */
  add(carrier: number, day: number, powerUnits: number): void {
    this.#now.add(carrier, day, powerUnits);
    if (day <= this.#sixMonthsAgo) this.#six.add(carrier, day, powerUnits);
    if (day <= this.#eighteenMonthsAgo) this.#eighteen.add(carrier, day, powerUnits);
    // With negated days, the newest value is the oldest.
    this.#oldest.add(carrier, -day, powerUnits);
  }

  /** Carriers without a snapshot get their current power units as the average. */
  finish(facts: CarrierFacts): void {
    for (let carrier = 0; carrier < facts.powerUnits.length; carrier++) {
      if (!this.#now.has(carrier)) {
        facts.averageUnits[carrier] = facts.powerUnits[carrier] as number;
        continue;
      }
      const oldest = this.#oldest.value(carrier);
      const six = this.#six.has(carrier) ? this.#six.value(carrier) : oldest;
      const eighteen = this.#eighteen.has(carrier) ? this.#eighteen.value(carrier) : oldest;
      facts.averageUnits[carrier] = (this.#now.value(carrier) + six + eighteen) / 3;
      facts.unitMonths[carrier] = this.#eighteen.has(carrier) ? 18 : this.#six.has(carrier) ? 6 : 0;
    }
  }
}

const NEVER = -2_147_483_648;

/** Keeps each carrier's value with the newest day. */
class NewestValues {
  readonly #days: Int32Array;
  readonly #values: Int32Array;

  constructor(carriers: number) {
    this.#days = new Int32Array(carriers).fill(NEVER);
    this.#values = new Int32Array(carriers);
  }

  add(carrier: number, day: number, value: number): void {
    if (day <= (this.#days[carrier] as number)) return;
    this.#days[carrier] = day;
    this.#values[carrier] = value;
  }

  has(carrier: number): boolean {
    return this.#days[carrier] !== NEVER;
  }

  value(carrier: number): number {
    return this.#values[carrier] as number;
  }
}
