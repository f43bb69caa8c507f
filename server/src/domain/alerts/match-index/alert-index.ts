import { hasWhole } from '../../../lib/identifiers/comparable.ts';
import { type ActiveAlert, SEARCHED_TEXTS, type SearchedText, searchedText } from '../match/conditions.ts';
import { type SightingView, squeezedOf } from '../match/sighting-view.ts';
import type { MismatchRule } from '../mismatch/find-mismatches.ts';
import { Growing } from './growing.ts';
import { Needles } from './needles.ts';
import { Postings } from './postings.ts';
import { fieldOf, indexOf, ValueNumbers } from './value-numbers.ts';
import { chooseAnchor, conditionField, FIRST_PART, PARTS } from './values.ts';

const LAST_ROUND = 2 ** 30;

const NO_REST = -1;
/** A list of values as a negative number other than NO_REST, and back. */
const listRest = (list: number) => -2 - list;
const listOf = (rest: number) => -2 - rest;

/**
 * All active alerts. Each alert is listed under its narrowest value, the anchor: in a hash table when the value is a
 * whole field, in an automaton when it is part of a text. The other conditions are compared after the anchor was found.
 */
export class AlertIndex {
  readonly #values: ValueNumbers;
  readonly #postings: Postings;
  /** The value that each alert is listed under, by alert id. */
  readonly #anchors = new Map<number, number>();
  /** The values of alerts with more than two. */
  readonly #lists: number[][] = [];
  readonly #freeLists: number[] = [];
  /** By alert id. */
  readonly #days = new Map<number, { from: number | null; to: number | null }>();
  readonly #mismatches = new Map<number, MismatchRule>();
  readonly #needles = new Map<SearchedText, Needles>(SEARCHED_TEXTS.map((text) => [text, new Needles()]));

  /** For the current sighting: the number of each field's value, -1 when no alert looks for it. */
  readonly #given = new Int32Array(FIRST_PART);
  readonly #seen: Growing;
  #round = 0;
  #view: SightingView | null = null;
  #found: number[] = [];
  readonly #hit = (value: number) => {
    const index = indexOf(value);
    if (this.#seen.get(index) === this.#round) return;
    this.#seen.set(index, this.#round);
    this.#collect(value);
  };

  constructor(expected = 1_000) {
    this.#values = new ValueNumbers(expected);
    this.#postings = new Postings(expected);
    this.#seen = new Growing(expected);
  }

  get size(): number {
    return this.#anchors.size;
  }

  /** Adds an alert, or replaces the one with the same id. */
  put(alert: ActiveAlert): void {
    this.remove(alert.id);
    if (alert.conditions.length === 0) return;
    const all: number[] = [];
    for (const condition of alert.conditions) {
      const value = this.#values.use(conditionField(condition), condition.value);
      // Two criteria may look for the same value in the same text.
      if (all.includes(value)) this.#values.release(value);
      else all.push(value);
    }
    const anchor = chooseAnchor(all, this.#values, this.#postings);
    this.#anchors.set(alert.id, anchor);
    if (alert.from !== null || alert.to !== null)
      this.#days.set(alert.id, { from: alert.from, to: alert.to });
    if (alert.mismatch) this.#mismatches.set(alert.id, alert.mismatch);
    const part = PARTS[fieldOf(anchor)];
    if (part && this.#postings.length(anchor) === 0) {
      this.#seen.set(indexOf(anchor), 0);
      this.#needles.get(part.text)?.add(this.#values.text(anchor), part.isWhole, anchor);
    }
    this.#postings.add(anchor, alert.id, this.#restOf(all, anchor));
  }

  remove(id: number): void {
    const anchor = this.#anchors.get(id);
    if (anchor === undefined) return;
    const rest = this.#postings.remove(anchor, id);
    const part = PARTS[fieldOf(anchor)];
    if (part && this.#postings.length(anchor) === 0) {
      this.#needles.get(part.text)?.remove(this.#values.text(anchor), part.isWhole);
    }
    this.#values.release(anchor);
    if (rest >= 0) this.#values.release(rest);
    else if (rest !== NO_REST) {
      const list = listOf(rest);
      for (const value of this.#lists[list] as number[]) this.#values.release(value);
      this.#lists[list] = [];
      this.#freeLists.push(list);
    }
    this.#days.delete(id);
    this.#mismatches.delete(id);
    this.#anchors.delete(id);
  }

  /** The ids of the matching alerts, each once, in no particular order. */
  match(view: SightingView): number[] {
    this.#nextRound();
    this.#view = view;
    this.#found = [];
    const given = this.#given;
    const { values } = view;
    for (let field = 0; field < given.length; field++) {
      const text = values[field] as string;
      given[field] = text === '' ? -1 : this.#values.find(field, text);
    }
    for (let field = 0; field < given.length; field++) {
      const value = given[field] as number;
      if (value >= 0) this.#collect(value);
    }
    for (const [text, needles] of this.#needles) {
      if (needles.isEmpty) continue;
      if (text === 'squeezed') {
        const squeezed = squeezedOf(view);
        needles.scan(squeezed.text, this.#hit, (from, to) => squeezed.isWhole(from, to));
      } else needles.scan(searchedText(view, text), this.#hit);
    }
    return this.#found;
  }

  /** What an alert compares beside its conditions; the caller does so. */
  mismatchOf(id: number): MismatchRule | undefined {
    return this.#mismatches.get(id);
  }

  /** Builds the large automata from everything put so far; used after the first load. */
  settle(): void {
    for (const needles of this.#needles.values()) needles.settle();
  }

  /** Does part of the maintenance that changes require. Returns true when none is left. */
  fold(budgetMs: number): boolean {
    const now = () => performance.now();
    const deadline = now() + budgetMs;
    return [...this.#needles.values()].every((needles) => needles.fold(deadline, now));
  }

  #nextRound(): void {
    if (this.#round === LAST_ROUND) {
      this.#seen.values.fill(0);
      this.#round = 0;
    }
    this.#round++;
  }

  #collect(value: number): void {
    const length = this.#postings.length(value);
    if (length === 0) return;
    const { pairs } = this.#postings;
    const start = this.#postings.start(value);
    for (let at = start; at < start + length * 2; at += 2) {
      const rest = pairs[at + 1] as number;
      if (rest !== NO_REST && !this.#restHolds(rest)) continue;
      const id = pairs[at] as number;
      if (this.#days.size > 0 && !this.#inDays(id)) continue;
      this.#found.push(id);
    }
  }

  /** The values of an alert other than its anchor, as one number: none, the only one, or where their list is. */
  #restOf(all: number[], anchor: number): number {
    if (all.length === 1) return NO_REST;
    const others = all.filter((value) => value !== anchor);
    if (others.length === 1) return others[0] as number;
    const list = this.#freeLists.pop() ?? this.#lists.length;
    this.#lists[list] = others;
    return listRest(list);
  }

  #restHolds(rest: number): boolean {
    if (rest >= 0) return this.#holds(rest);
    for (const value of this.#lists[listOf(rest)] as number[]) if (!this.#holds(value)) return false;
    return true;
  }

  #holds(value: number): boolean {
    const field = fieldOf(value);
    return field < FIRST_PART ? this.#given[field] === value : this.#hasPart(field, value);
  }

  #hasPart(field: number, value: number): boolean {
    const part = PARTS[field];
    if (!part || !this.#view) return false;
    const wanted = this.#values.text(value);
    if (!part.isWhole) return searchedText(this.#view, part.text).includes(wanted);
    if (part.text === 'squeezed') return squeezedOf(this.#view).hasWhole(wanted);
    return hasWhole(searchedText(this.#view, part.text), wanted);
  }

  #inDays(id: number): boolean {
    const days = this.#days.get(id);
    if (!days || !this.#view) return true;
    const { time } = this.#view;
    return (days.from === null || time >= days.from) && (days.to === null || time < days.to);
  }
}
