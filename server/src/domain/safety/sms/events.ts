import { grown } from '../../../lib/bytes/grown.ts';
import { CarrierIndex } from './carrier-index.ts';
import { CATEGORY_COUNT, placeOf } from './categories.ts';
import { InspectionIndex } from './inspection-index.ts';
import type { Charge, Method } from './method.ts';

const GROUPS_AT_MOST = 1_024;
const MANY = 5_000;

/**
 * What happened to carriers in two years, in flat arrays: a national month is six million inspections and seven
 * million violations, and takes some 300 MB here. Rows may come in any order.
 */
export class Events {
  readonly carriers: CarrierIndex;
  readonly inspections: InspectionIndex;
  days: Int32Array = new Int32Array(0);
  weights: Uint8Array = new Uint8Array(0);
  /** For which categories an inspection counts, as bits. */
  relevant: Uint8Array = new Uint8Array(0);
  /** Severity of what an inspection found in a category, up to the cap; and how many violations. */
  readonly severities: Uint8Array[];
  readonly violations: Uint8Array[];
  crashCarriers: Int32Array = new Int32Array(64);
  crashPoints: Int32Array = new Int32Array(64);
  crashWeights: Uint8Array = new Uint8Array(64);
  crashes = 0;
  /** Inspections that a violation was the first to tell of. */
  unannounced = 0;
  readonly #cap: number;
  /** Violations that count once for their group: inspection, group and weight in one number. */
  #grouped: Float64Array = new Float64Array(0);
  #groupedCount = 0;
  readonly #groupPlaces = new Map<string, number>();
  readonly #groupCategories: number[] = [];

  constructor(
    { severityCap }: Pick<Method, 'severityCap'>,
    expectedInspections = 1_024,
    isCountry = expectedInspections > MANY,
  ) {
    this.carriers = new CarrierIndex(isCountry);
    this.inspections = new InspectionIndex(expectedInspections);
    this.#cap = severityCap;
    this.severities = Array.from({ length: CATEGORY_COUNT }, () => new Uint8Array(0));
    this.violations = Array.from({ length: CATEGORY_COUNT }, () => new Uint8Array(0));
    this.#reserve(expectedInspections);
  }

  addInspection(usdotNumber: number, id: number, day: number, weight: number, relevant: number): void {
    const place = this.#place(usdotNumber, id);
    this.days[place] = day;
    this.weights[place] = weight;
    this.relevant[place] = (this.relevant[place] as number) | relevant;
  }

  /** Of an inspection that comes before or after it; one that never comes counts for nothing. */
  addViolation(usdotNumber: number, id: number, charge: NonNullable<Charge>, group: string): void {
    const known = this.inspections.size;
    const place = this.#place(usdotNumber, id);
    if (place === known) this.unannounced++;
    const category = placeOf(charge.category);
    if (charge.countsOncePerGroup) this.#addGrouped(place, category, group, charge.weight);
    else this.#charge(place, category, charge.weight);
    const counts = this.violations[category] as Uint8Array;
    if ((counts[place] as number) < 255) counts[place] = (counts[place] as number) + 1;
  }

  addCrash(usdotNumber: number, severity: number, weight: number): void {
    const n = this.crashes++;
    this.crashCarriers = grown(this.crashCarriers, n + 1);
    this.crashPoints = grown(this.crashPoints, n + 1);
    this.crashWeights = grown(this.crashWeights, n + 1);
    this.crashCarriers[n] = this.carriers.place(usdotNumber);
    this.crashPoints[n] = severity * weight;
    this.crashWeights[n] = weight;
  }

  /** Counts what counts once for its group. To be called when every row is in. */
  finish(): void {
    const keys = this.#grouped.subarray(0, this.#groupedCount).sort();
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number;
      // Of one group in one inspection the gravest counts, and that is the last.
      if (i + 1 < keys.length && Math.floor((keys[i + 1] as number) / 4) === Math.floor(key / 4)) continue;
      const group = Math.floor(key / 4) % GROUPS_AT_MOST;
      const place = Math.floor(key / 4 / GROUPS_AT_MOST);
      this.#charge(place, this.#groupCategories[group] as number, key % 4);
    }
    this.#groupedCount = 0;
  }

  #charge(place: number, category: number, weight: number): void {
    const severities = this.severities[category] as Uint8Array;
    severities[place] = Math.min(this.#cap, (severities[place] as number) + weight);
  }

  #addGrouped(place: number, category: number, group: string, weight: number): void {
    const name = `${category} ${group}`;
    let number = this.#groupPlaces.get(name);
    if (number === undefined) {
      number = this.#groupCategories.push(category) - 1;
      if (number >= GROUPS_AT_MOST) throw new Error('more groups of violations than a file can have');
      this.#groupPlaces.set(name, number);
    }
    this.#grouped = grown(this.#grouped, this.#groupedCount + 1);
    this.#grouped[this.#groupedCount++] = (place * GROUPS_AT_MOST + number) * 4 + weight;
  }

  #place(usdotNumber: number, id: number): number {
    const place = this.inspections.place(id, this.carriers.place(usdotNumber));
    if (place >= this.days.length) this.#reserve(Math.ceil((place + 1) * 1.6));
    return place;
  }

  #reserve(length: number): void {
    this.days = grown(this.days, length);
    this.weights = grown(this.weights, length);
    this.relevant = grown(this.relevant, length);
    for (let c = 0; c < CATEGORY_COUNT; c++) {
      this.severities[c] = grown(this.severities[c] as Uint8Array, length);
      this.violations[c] = grown(this.violations[c] as Uint8Array, length);
    }
  }
}
