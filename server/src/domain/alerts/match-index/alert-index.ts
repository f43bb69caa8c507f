import { hasWhole } from '../../../lib/identifiers/comparable.ts';
import { type ActiveAlert, SEARCHED_TEXTS, type SearchedText, searchedText } from '../match/conditions.ts';
import { type SightingView, squeezedOf, VIEW_FIELDS } from '../match/sighting-view.ts';
import { Growing } from './growing.ts';
import { Needles } from './needles.ts';
import { Postings } from './postings.ts';
import { Slots } from './slots.ts';
import { chooseAnchor, fieldOf, PARTS, Values } from './values.ts';

const LAST_ROUND = 2 ** 30;

/**
 * All active alerts. Each alert is listed under its narrowest value, the anchor: in a hash table when the value is a
 * whole field, in an automaton when it is part of a text. The other conditions are compared after the anchor was found.
 */
export class AlertIndex {
  readonly #values: Values;
  readonly #postings: Postings;
  readonly #slots: Slots;
  readonly #ids: Growing;
  readonly #anchors: Growing;
  /** The values of an alert other than its anchor. */
  readonly #others: (number[] | null)[] = [];
  readonly #days = new Map<number, { from: number | null; to: number | null }>();
  readonly #free: number[] = [];
  #used = 0;
  readonly #needles = new Map<SearchedText, Needles>(SEARCHED_TEXTS.map((text) => [text, new Needles()]));

  /** For the current sighting: the number of each field's value, -1 when no alert looks for it. */
  readonly #given = new Int32Array(VIEW_FIELDS.length);
  readonly #seen: Growing;
  #round = 0;
  #view: SightingView | null = null;
  #found: number[] = [];
  readonly #hit = (value: number) => {
    if (this.#seen.get(value) === this.#round) return;
    this.#seen.set(value, this.#round);
    this.#collect(value);
  };

  constructor(expected = 1_000) {
    this.#slots = new Slots(expected);
    this.#values = new Values(expected);
    this.#postings = new Postings(expected);
    this.#ids = new Growing(expected);
    this.#anchors = new Growing(expected);
    this.#seen = new Growing(expected);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Adds an alert, or replaces the one with the same id. */
  put(alert: ActiveAlert): void {
    this.remove(alert.id);
    if (alert.conditions.length === 0) return;
    const slot = this.#free.pop() ?? this.#used++;
    const all: number[] = [];
    for (const condition of alert.conditions) {
      all.push(this.#values.use(fieldOf(condition), condition.value));
    }
    const anchor = chooseAnchor(all, this.#values, this.#postings);
    this.#slots.add(alert.id, slot);
    this.#ids.set(slot, alert.id);
    this.#anchors.set(slot, anchor);
    this.#others[slot] = all.length > 1 ? all.filter((value) => value !== anchor) : null;
    if (alert.from !== null || alert.to !== null) this.#days.set(slot, { from: alert.from, to: alert.to });
    const part = PARTS[this.#values.field(anchor)];
    if (part && this.#postings.length(anchor) === 0) {
      this.#seen.set(anchor, 0);
      this.#needles.get(part.text)?.add(this.#values.text(anchor), part.isWhole, anchor);
    }
    this.#postings.add(anchor, slot);
  }

  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === -1) return;
    const anchor = this.#anchors.get(slot);
    this.#postings.remove(anchor, slot);
    const part = PARTS[this.#values.field(anchor)];
    if (part && this.#postings.length(anchor) === 0) {
      this.#needles.get(part.text)?.remove(this.#values.text(anchor), part.isWhole);
    }
    this.#values.release(anchor);
    for (const value of this.#others[slot] ?? []) this.#values.release(value);
    this.#others[slot] = null;
    this.#days.delete(slot);
    this.#slots.delete(id);
    this.#free.push(slot);
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
    for (let slot = this.#postings.first(value); slot !== -1; slot = this.#postings.next(slot)) {
      const others = this.#others[slot];
      if (others && !this.#allHold(others)) continue;
      if (this.#days.size > 0 && !this.#inDays(slot)) continue;
      this.#found.push(this.#ids.get(slot));
    }
  }

  #allHold(values: number[]): boolean {
    for (const value of values) {
      const field = this.#values.field(value);
      const holds = field < VIEW_FIELDS.length ? this.#given[field] === value : this.#hasPart(field, value);
      if (!holds) return false;
    }
    return true;
  }

  #hasPart(field: number, value: number): boolean {
    const part = PARTS[field];
    if (!part || !this.#view) return false;
    const wanted = this.#values.text(value);
    if (!part.isWhole) return searchedText(this.#view, part.text).includes(wanted);
    if (part.text === 'squeezed') return squeezedOf(this.#view).hasWhole(wanted);
    return hasWhole(searchedText(this.#view, part.text), wanted);
  }

  #inDays(slot: number): boolean {
    const days = this.#days.get(slot);
    if (!days || !this.#view) return true;
    const { time } = this.#view;
    return (days.from === null || time >= days.from) && (days.to === null || time < days.to);
  }
}
