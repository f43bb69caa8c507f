import { grown } from '../../../lib/bytes/grown.ts';
import { CarrierIndex } from './carrier-index.ts';
import { CATEGORY_COUNT, categoryIndex } from './categories.ts';
import { InspectionIndex } from './inspection-index.ts';
import type { Charge, Method } from './method.ts';

const MAX_GROUPS = 1_024;
const NATIONAL_FROM = 5_000;

/**
 * Inspections, violations and crashes of all carriers in flat arrays. A national month has six million inspections and
 * seven million violations and needs about 300 MB. Rows can be added in any order.
 */
export class Events {
  readonly carriers: CarrierIndex;
  readonly inspections: InspectionIndex;
  days: Int32Array = new Int32Array(0);
  weights: Uint8Array = new Uint8Array(0);
  /** Bits of the categories for which an inspection is relevant, and the marks of relevance.ts. */
  relevant: Uint8Array = new Uint8Array(0);
  /** Severity (up to the cap) and number of violations of each inspection, by category. */
  readonly severities: Uint8Array[];
  readonly violations: Uint8Array[];
  crashCarriers: Int32Array = new Int32Array(64);
  crashPoints: Int32Array = new Int32Array(64);
  crashWeights: Uint8Array = new Uint8Array(64);
  crashes = 0;
  /** Inspections known only from a violation row. */
  addedByViolation = 0;
  readonly #cap: number;
  /** Violations that count once per group: inspection, group and weight packed into one number. */
  #grouped: Float64Array = new Float64Array(0);
  #groupedCount = 0;
  readonly #groupNumbers = new Map<string, number>();
  readonly #groupCategories: number[] = [];

  constructor(
    { severityCap }: Pick<Method, 'severityCap'>,
    expectedInspections = 1_024,
    isNational = expectedInspections > NATIONAL_FROM,
  ) {
    this.carriers = new CarrierIndex(isNational);
    this.inspections = new InspectionIndex(expectedInspections);
    this.#cap = severityCap;
    this.severities = Array.from({ length: CATEGORY_COUNT }, () => new Uint8Array(0));
    this.violations = Array.from({ length: CATEGORY_COUNT }, () => new Uint8Array(0));
    this.#reserve(expectedInspections);
  }

  addInspection(usdotNumber: number, id: number, day: number, weight: number, relevant: number): void {
    const inspection = this.#inspectionIndex(usdotNumber, id);
    this.days[inspection] = day;
    this.weights[inspection] = weight;
    this.relevant[inspection] = (this.relevant[inspection] as number) | relevant;
  }

  /**
   * Its inspection can be added before or after. Without one, the violation does not count. A violation that the method does
   * not count (null) still shows that there was an inspection.
   */
  addViolation(usdotNumber: number, id: number, charge: Charge, group: string): void {
    const known = this.inspections.size;
    const inspection = this.#inspectionIndex(usdotNumber, id);
    if (inspection === known) this.addedByViolation++;
    if (charge === null) return;
    const category = categoryIndex(charge.category);
    if (charge.countsOncePerGroup) this.#addGrouped(inspection, category, group, charge.weight);
    else this.#charge(inspection, category, charge.weight);
    const counts = this.violations[category] as Uint8Array;
    if ((counts[inspection] as number) < 255) counts[inspection] = (counts[inspection] as number) + 1;
  }

  /** A crash of severity 0 is not recordable and does not count. */
  addCrash(usdotNumber: number, severity: number, weight: number): void {
    if (severity === 0) return;
    const n = this.crashes++;
    this.crashCarriers = grown(this.crashCarriers, n + 1);
    this.crashPoints = grown(this.crashPoints, n + 1);
    this.crashWeights = grown(this.crashWeights, n + 1);
    this.crashCarriers[n] = this.carriers.findOrAdd(usdotNumber);
    this.crashPoints[n] = severity * weight;
    this.crashWeights[n] = weight;
  }

  /** Counts the violations that count once per group. Call it after all rows were added. */
  finish(): void {
    const keys = this.#grouped.subarray(0, this.#groupedCount).sort();
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number;
      // The most severe violation of a group in an inspection counts; it is the last one.
      if (i + 1 < keys.length && Math.floor((keys[i + 1] as number) / 4) === Math.floor(key / 4)) continue;
      const group = Math.floor(key / 4) % MAX_GROUPS;
      const inspection = Math.floor(key / 4 / MAX_GROUPS);
      this.#charge(inspection, this.#groupCategories[group] as number, key % 4);
    }
    this.#groupedCount = 0;
  }

  #charge(inspection: number, category: number, weight: number): void {
    const severities = this.severities[category] as Uint8Array;
    severities[inspection] = Math.min(this.#cap, (severities[inspection] as number) + weight);
  }

  #addGrouped(inspection: number, category: number, group: string, weight: number): void {
    const name = `${category} ${group}`;
    let number = this.#groupNumbers.get(name);
    if (number === undefined) {
      number = this.#groupCategories.push(category) - 1;
      if (number >= MAX_GROUPS) throw new Error('too many violation groups');
      this.#groupNumbers.set(name, number);
    }
    this.#grouped = grown(this.#grouped, this.#groupedCount + 1);
    this.#grouped[this.#groupedCount++] = (inspection * MAX_GROUPS + number) * 4 + weight;
  }

  #inspectionIndex(usdotNumber: number, id: number): number {
    const inspection = this.inspections.findOrAdd(id, this.carriers.findOrAdd(usdotNumber));
    if (inspection >= this.days.length) this.#reserve(Math.ceil((inspection + 1) * 1.6));
    return inspection;
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
