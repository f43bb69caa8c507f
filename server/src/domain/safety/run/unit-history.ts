import type { Facts } from '../sms/facts.ts';
import { dayNumber, monthsBefore } from '../sms/time-weight.ts';

const NEVER = -2_147_483_648;

/**
 * Power units now, six and eighteen months ago, from the archive of the SMS census, as average_power_units() of the
 * database has them: what was before the archive began counts as the oldest number known.
 */
export class UnitHistory {
  readonly #sixMonths: number;
  readonly #eighteenMonths: number;
  readonly #now: Newest;
  readonly #six: Newest;
  readonly #eighteen: Newest;
  readonly #oldestDays: Int32Array;
  readonly #oldest: Int32Array;

  constructor(carriers: number, asOf: string) {
    this.#sixMonths = dayNumber(monthsBefore(asOf, 6));
    this.#eighteenMonths = dayNumber(monthsBefore(asOf, 18));
    this.#now = new Newest(carriers);
    this.#six = new Newest(carriers);
    this.#eighteen = new Newest(carriers);
    this.#oldestDays = new Int32Array(carriers).fill(2_147_483_647);
    this.#oldest = new Int32Array(carriers);
  }

  /** In any order. */
  add(place: number, day: number, powerUnits: number): void {
    this.#now.add(place, day, powerUnits);
    if (day <= this.#sixMonths) this.#six.add(place, day, powerUnits);
    if (day <= this.#eighteenMonths) this.#eighteen.add(place, day, powerUnits);
    if (day < (this.#oldestDays[place] as number)) {
      this.#oldestDays[place] = day;
      this.#oldest[place] = powerUnits;
    }
  }

  /** Where the archive knows nothing, the count of the day is the average. */
  finish(facts: Facts): void {
    for (let place = 0; place < this.#oldest.length; place++) {
      if (!this.#now.has(place)) {
        facts.averageUnits[place] = facts.powerUnits[place] as number;
        continue;
      }
      const oldest = this.#oldest[place] as number;
      const six = this.#six.has(place) ? this.#six.value(place) : oldest;
      const eighteen = this.#eighteen.has(place) ? this.#eighteen.value(place) : oldest;
      facts.averageUnits[place] = (this.#now.value(place) + six + eighteen) / 3;
      facts.unitMonths[place] = this.#eighteen.has(place) ? 18 : this.#six.has(place) ? 6 : 0;
    }
  }
}

/** Of each place the number with the newest day. */
class Newest {
  readonly #days: Int32Array;
  readonly #values: Int32Array;

  constructor(places: number) {
    this.#days = new Int32Array(places).fill(NEVER);
    this.#values = new Int32Array(places);
  }

  add(place: number, day: number, value: number): void {
    if (day <= (this.#days[place] as number)) return;
    this.#days[place] = day;
    this.#values[place] = value;
  }

  has(place: number): boolean {
    return this.#days[place] !== NEVER;
  }

  value(place: number): number {
    return this.#values[place] as number;
  }
}
