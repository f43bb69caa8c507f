import { hasWhole } from '../../../lib/identifiers/comparable.ts';
import { EQUAL_FIELDS } from '../match/conditions.ts';
import type { ActiveAlert } from '../match/matches-plainly.ts';
import type { SightingView } from '../match/sighting-view.ts';
import { chooseAnchor, partOf } from './choose-anchor.ts';
import { Growing } from './growing.ts';
import { Needles } from './needles.ts';
import { Postings } from './postings.ts';
import { Slots } from './slots.ts';
import { FIELD_COUNT, fieldOf, Values } from './values.ts';

const LAST_ROUND = 2 ** 30;
const PARTS = Array.from({ length: FIELD_COUNT }, (_, field) => partOf(field));

/**
 * All active alerts. Each is found by one of its values, its narrowest: by a hash when that is a whole field, by an
 * automaton when it is a part of a text. What else it asks for is then compared.
 */
export class AlertIndex {
  readonly #values: Values;
  readonly #postings: Postings;
  readonly #slots: Slots;
  readonly #ids: Growing;
  readonly #anchors: Growing;
  /** What an alert asks for beside its anchor. */
  readonly #others: (number[] | null)[] = [];
  readonly #days = new Map<number, { from: number | null; to: number | null }>();
  readonly #free: number[] = [];
  #used = 0;
  readonly #needles = { trailer: new Needles(), trailerTolerant: new Needles(), deep: new Needles() };

  /** Of the sighting at hand: the number of each field's value, -1 when no alert asks for it. */
  readonly #given = new Int32Array(EQUAL_FIELDS.length);
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

  /** Adds an alert, or puts it in place of the one with its id. */
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
      this.#needles[part.view].add(this.#values.text(anchor), part.whole, anchor);
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
      this.#needles[part.view].remove(this.#values.text(anchor), part.whole);
    }
    this.#values.release(anchor);
    for (const value of this.#others[slot] ?? []) this.#values.release(value);
    this.#others[slot] = null;
    this.#days.delete(slot);
    this.#slots.delete(id);
    this.#free.push(slot);
  }

  /** The ids of the alerts that match, in no particular order, none twice. */
  match(view: SightingView): number[] {
    this.#nextRound();
    this.#view = view;
    this.#found = [];
    const given = this.#given;
    for (let field = 0; field < EQUAL_FIELDS.length; field++) {
      const text = view[EQUAL_FIELDS[field] as (typeof EQUAL_FIELDS)[number]];
      given[field] = text === '' ? -1 : this.#values.find(field, text);
    }
    for (let field = 0; field < EQUAL_FIELDS.length; field++) {
      const value = given[field] as number;
      if (value >= 0) this.#collect(value);
    }
    this.#needles.trailer.scan(view.trailer, this.#hit);
    this.#needles.trailerTolerant.scan(view.trailerTolerant, this.#hit);
    this.#needles.deep.scan(view.deep, this.#hit);
    return this.#found;
  }

  /** Takes all that was put so far into the large automata at once: for the first load. */
  settle(): void {
    for (const needles of Object.values(this.#needles)) needles.settle();
  }

  /** Some of the housekeeping that changes leave behind; true when none is left. */
  fold(budgetMs: number): boolean {
    const now = () => performance.now();
    const deadline = now() + budgetMs;
    return Object.values(this.#needles).every((needles) => needles.fold(deadline, now));
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
      const holds = field < EQUAL_FIELDS.length ? this.#given[field] === value : this.#hasPart(field, value);
      if (!holds) return false;
    }
    return true;
  }

  #hasPart(field: number, value: number): boolean {
    const part = PARTS[field];
    if (!part || !this.#view) return false;
    const text = this.#view[part.view];
    const wanted = this.#values.text(value);
    return part.whole ? hasWhole(text, wanted) : text.includes(wanted);
  }

  #inDays(slot: number): boolean {
    const days = this.#days.get(slot);
    if (!days || !this.#view) return true;
    const { time } = this.#view;
    return (days.from === null || time >= days.from) && (days.to === null || time < days.to);
  }
}
