import { isWhole } from '../../../lib/identifiers/comparable.ts';
import { Automaton } from './automaton.ts';

/** The small automaton is rebuilt after each change. With more new needles than this, they move to the large one. */
const SMALL = 1_000;
const NONE = -1;

/** A large automaton that is being built. */
type Folding = { build: Generator<void, Automaton>; ids: number[] };
type IsWhole = (from: number, to: number) => boolean;

/**
 * Needles that are searched in one text. Each has up to two values: one for a match anywhere, one for a match of whole
 * words. A large automaton holds most needles and a small one the recent ones. A needle that was removed stays in the
 * large automaton, but its matches are ignored.
 */
export class Needles {
  #ids = new Map<string, number>();
  #texts: string[] = [];
  #anywhere: number[] = [];
  #whole: number[] = [];
  #isLarge: boolean[] = [];
  #free: number[] = [];
  #large: Automaton | null = null;
  #small: Automaton | null = null;
  /** Needles that the large automaton lacks; some may have been removed. */
  #recent: number[] = [];
  #smallIsStale = false;
  #gone = 0;
  #folding: Folding | null = null;

  #hit: (value: number) => void = () => undefined;
  #isWhole: IsWhole = () => false;
  readonly #found = (id: number, end: number) => {
    const anywhere = this.#anywhere[id] as number;
    if (anywhere !== NONE) this.#hit(anywhere);
    const whole = this.#whole[id] as number;
    if (whole === NONE) return;
    const length = (this.#texts[id] as string).length;
    if (this.#isWhole(end - length, end)) this.#hit(whole);
  };

  add(text: string, whole: boolean, value: number): void {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#free.pop() ?? this.#texts.length;
      this.#ids.set(text, id);
      this.#texts[id] = text;
      this.#anywhere[id] = NONE;
      this.#whole[id] = NONE;
      this.#isLarge[id] = false;
      this.#recent.push(id);
      this.#smallIsStale = true;
    } else if (this.#isDead(id) && this.#isLarge[id]) this.#gone--;
    (whole ? this.#whole : this.#anywhere)[id] = value;
  }

  remove(text: string, whole: boolean): void {
    const id = this.#ids.get(text);
    if (id === undefined) return;
    (whole ? this.#whole : this.#anywhere)[id] = NONE;
    if (this.#isDead(id) && this.#isLarge[id]) this.#gone++;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  /** Calls `hit` with the value of every needle in the text, once for each occurrence. */
  scan(
    text: string,
    hit: (value: number) => void,
    isWholeAt: IsWhole = (from, to) => isWhole(text, from, to),
  ): void {
    if (text === '' || this.isEmpty) return;
    if (this.#smallIsStale) this.#buildSmall();
    this.#hit = hit;
    this.#isWhole = isWholeAt;
    this.#large?.scan(text, this.#found);
    this.#small?.scan(text, this.#found);
  }

  /** Moves needles from the small automaton to the large one until the deadline. Returns true when none is left. */
  fold(deadline: number, now: () => number): boolean {
    const isCrowded = this.#recent.length > SMALL || this.#gone > Math.max(SMALL, this.#ids.size / 2);
    if (!this.#folding && !isCrowded) return true;
    const { build } = this.#folding ?? this.#begin();
    do {
      const step = build.next();
      if (step.done) {
        this.#replace(step.value);
        return true;
      }
    } while (now() < deadline);
    return false;
  }

  /** Builds the large automaton from all needles; used after the first load. */
  settle(): void {
    this.#replace(complete(this.#begin().build));
  }

  #isDead(id: number): boolean {
    return this.#anywhere[id] === NONE && this.#whole[id] === NONE;
  }

  #begin(): Folding {
    const ids: number[] = [];
    for (const id of this.#ids.values()) if (!this.#isDead(id)) ids.push(id);
    const texts = ids.map((id) => this.#texts[id] as string);
    this.#folding = { build: Automaton.build(ids, texts), ids };
    return this.#folding;
  }

  #replace(large: Automaton): void {
    this.#large = this.#folding?.ids.length ? large : null;
    this.#isLarge.fill(false);
    for (const id of this.#folding?.ids ?? []) this.#isLarge[id] = true;
    this.#folding = null;
    this.#recent = [];
    this.#gone = 0;
    for (const [text, id] of this.#ids) {
      if (this.#isLarge[id]) this.#gone += this.#isDead(id) ? 1 : 0;
      else if (this.#isDead(id)) this.#forget(text, id);
      else this.#recent.push(id);
    }
    this.#buildSmall();
  }

  #buildSmall(): void {
    this.#smallIsStale = false;
    const folding = this.#folding === null ? null : new Set(this.#folding.ids);
    this.#recent = this.#recent.filter((id) => {
      const drop = this.#isDead(id) && !folding?.has(id);
      if (drop) this.#forget(this.#texts[id] as string, id);
      return !drop;
    });
    const texts = this.#recent.map((id) => this.#texts[id] as string);
    this.#small = texts.length === 0 ? null : complete(Automaton.build(this.#recent, texts));
  }

  #forget(text: string, id: number): void {
    this.#ids.delete(text);
    this.#free.push(id);
  }
}

/** Runs all steps of a build. */
function complete(build: Generator<void, Automaton>): Automaton {
  for (;;) {
    const step = build.next();
    if (step.done) return step.value;
  }
}
