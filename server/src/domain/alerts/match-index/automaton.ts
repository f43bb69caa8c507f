/**
 * Aho-Corasick with a dense table: one lookup per character for any number of needles. A character outside ASCII is
 * encoded as an escape and four half-bytes, which keeps the rows narrow for every alphabet.
 */
export class Automaton {
  /**
   * Row of a state: column 0 holds its output, the others the next state. A state is its row's start, and the complement
   * of that when it has an output, so that a step without an output reads one cell.
   */
  readonly #table: Int32Array;
  /** Column of each symbol; 0 for those that no needle has. */
  readonly #columns: Uint8Array;
  readonly #outputs: Outputs;

  private constructor(table: Int32Array, columns: Uint8Array, outputs: Outputs) {
    this.#table = table;
    this.#columns = columns;
    this.#outputs = outputs;
  }

  /** Builds in steps, so that other work can run in between. `needles[i]` is reported as `ids[i]`. */
  static *build(ids: number[], needles: string[]): Generator<void, Automaton> {
    const columns = new Uint8Array(SYMBOLS);
    let symbols = 0;
    for (const needle of needles) symbols += forEachSymbol(needle, (symbol) => (columns[symbol] = 1));
    let width = 1;
    for (let symbol = 0; symbol < SYMBOLS; symbol++) if (columns[symbol] === 1) columns[symbol] = width++;
    // The upper bound of rows. Pages that are never written use no memory.
    const table = new Int32Array((symbols + 1) * width);
    const rows = yield* plant(table, columns, width, ids, needles);
    const outputs = yield* link(table, width, rows);
    return new Automaton(table, columns, outputs);
  }

  /** Calls back for every needle that ends at `end` (exclusive), the longest first. */
  scan(text: string, found: (id: number, end: number) => void): void {
    const table = this.#table;
    const columns = this.#columns;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = code < 128 ? step(table, state, columns[code] as number) : this.#beyond(state, code);
      if (state >= 0) continue;
      state = ~state;
      let output = table[state] as number;
      while (output !== 0) {
        found(this.#outputs.ids[output] as number, at + 1);
        output = this.#outputs.next[output] as number;
      }
    }
  }

  #beyond(from: number, code: number): number {
    let state = step(this.#table, from, this.#columns[ESCAPE] as number);
    for (let shift = 12; shift >= 0; shift -= 4) {
      // Only the last of the five symbols ends a character, so the states between have no output.
      state = step(this.#table, state, this.#columns[NIBBLE + ((code >> shift) & 15)] as number);
    }
    return state;
  }
}

/** Output lists share their tails: the needles that end here, then those of the next shorter suffix. Entry 0 ends a list. */
type Outputs = { ids: number[]; next: number[] };

const ESCAPE = 128;
const NIBBLE = 129;
const SYMBOLS = NIBBLE + 16;
const NODES_A_STEP = 2_000;

function step(table: Int32Array, state: number, column: number): number {
  return column === 0 ? 0 : (table[state + column] as number);
}

function forEachSymbol(needle: string, visit: (symbol: number) => void): number {
  let count = 0;
  for (let at = 0; at < needle.length; at++) {
    const code = needle.charCodeAt(at);
    if (code < 128) {
      visit(code);
      count++;
      continue;
    }
    visit(ESCAPE);
    for (let shift = 12; shift >= 0; shift -= 4) visit(NIBBLE + ((code >> shift) & 15));
    count += 5;
  }
  return count;
}

/** The trie. Until `link`, the output column of a needle's last row holds its id plus one. Returns the rows used. */
function* plant(
  table: Int32Array,
  columns: Uint8Array,
  width: number,
  ids: number[],
  needles: string[],
): Generator<void, number> {
  let used = 1;
  let state = 0;
  const descend = (symbol: number) => {
    const cell = state + (columns[symbol] as number);
    if (table[cell] === 0) table[cell] = used++ * width;
    state = table[cell] as number;
  };
  for (let i = 0; i < needles.length; i++) {
    state = 0;
    forEachSymbol(needles[i] as string, descend);
    table[state] = (ids[i] as number) + 1;
    if (i % 500 === 499) yield;
  }
  return used;
}

/** Breadth first: where the trie has no branch, a row goes where its longest proper suffix goes. */
function* link(table: Int32Array, width: number, rows: number): Generator<void, Outputs> {
  const outputs: Outputs = { ids: [-1], next: [0] };
  const suffix = new Int32Array(rows);
  const queue = new Int32Array(rows);
  let end = 1;
  for (let head = 0; head < end; head++) {
    const state = queue[head] as number;
    const shorter = suffix[state / width] as number;
    const id = (table[state] as number) - 1;
    if (state !== 0) table[state] = table[shorter] as number;
    if (id >= 0) {
      outputs.next.push(table[state] as number);
      table[state] = outputs.ids.push(id) - 1;
    }
    for (let column = 1; column < width; column++) {
      const next = table[state + column] as number;
      const other = state === 0 ? 0 : (table[shorter + column] as number);
      if (next === 0) table[state + column] = other;
      else {
        suffix[next / width] = other < 0 ? ~other : other;
        queue[end++] = next;
        if (other < 0 || table[next] !== 0) table[state + column] = ~next;
      }
    }
    if (head % NODES_A_STEP === NODES_A_STEP - 1) yield;
  }
  return outputs;
}
