/** One result: our figure beside that of a peer, measured in the same run. */
export type Ratio = {
  name: string;
  ours: number;
  /** Null if there is no peer. */
  peer: number | null;
  /** The unit of `ours` and `peer`. */
  measuredIn: string;
  /** The figure that is compared with the goal. */
  value: number;
  goal: number | null;
  unit: string;
  better: 'higher' | 'lower';
  /** The goal applies at the full size only, so --quick does not report it as missed. */
  isFullSizeGoal?: boolean;
};

export type BenchOptions = {
  quick: boolean;
  /** From --sizes=1000000,5000000: the sizes that are measured instead of the usual ones. */
  sizes: number[] | null;
  /** From --seconds=600: how long a sustained load lasts. */
  seconds: number | null;
};

/** Each file in lab/bench exports a `bench`. */
export type Bench = { about: string; run(options: BenchOptions): Promise<Ratio[]> };

type Pair = { ours: number; peer: number };

/** Compares rates: a higher ratio is better. */
export function rateRatio(
  name: string,
  { ours, peer }: Pair,
  measuredIn: string,
  goal: number | null,
  value = ours / peer,
): Ratio {
  return { name, ours, peer, measuredIn, value, goal, unit: 'x', better: 'higher' };
}

/** Compares times: the value is how many times faster we are. */
export function speedup(name: string, { ours, peer }: Pair, measuredIn: string, goal: number | null): Ratio {
  return { name, ours, peer, measuredIn, value: peer / ours, goal, unit: 'x', better: 'higher' };
}

/** Compares times: the value is our overhead, so lower is better. */
export function overhead(
  name: string,
  { ours, peer }: Pair,
  measuredIn: string,
  goal: number | null,
  value = ours / peer,
): Ratio {
  return { name, ours, peer, measuredIn, value, goal, unit: 'x', better: 'lower' };
}

/** A figure without a peer. */
export function absolute(
  name: string,
  value: number,
  unit: string,
  goal: number | null,
  better: Ratio['better'] = 'lower',
): Ratio {
  return { name, ours: value, peer: null, measuredIn: unit, value, goal, unit, better };
}

export function atFullSize(ratio: Ratio): Ratio {
  return { ...ratio, isFullSizeGoal: true };
}

/** Runs both in turn, so a noisy machine affects both equally. Returns the medians of the rounds. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Pair> {
  const measured = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const side of order) measured[side].push(await (side === 'ours' ? ours() : peer()));
  }
  return { ours: median(measured.ours), peer: median(measured.peer) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const p99 = (values: readonly number[]) => percentile(values, 0.99);

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
