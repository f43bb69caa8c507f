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
  /** The figure of `ours` over time: the end of each interval in seconds, and the figure of that interval. */
  course?: [seconds: number, figure: number][];
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

/** `value` is the ratio of the two, unless the rounds were compared pairwise. */
type Pair = { ours: number; peer: number; value?: number };
type Compare = (name: string, pair: Pair, measuredIn: string, goal: number | null) => Ratio;

/** Compares rates: a higher ratio is better. */
export const rateRatio: Compare = (name, pair, measuredIn, goal) => ({
  name,
  value: pair.ours / pair.peer,
  ...pair,
  measuredIn,
  goal,
  unit: 'x',
  better: 'higher',
});

/** Compares times: the value is how many times faster we are. */
export const speedup: Compare = (name, { ours, peer }, measuredIn, goal) =>
  rateRatio(name, { ours, peer, value: peer / ours }, measuredIn, goal);

/** Compares times: the value is our overhead, so lower is better. */
export const overhead: Compare = (...args) => ({ ...rateRatio(...args), better: 'lower' });

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

/** Runs all in turn and in changing order, so a noisy machine affects them equally. Returns the results of the rounds. */
export async function inTurns<Side extends string>(
  rounds: number,
  sides: Record<Side, () => Promise<number>>,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 ? names : names.toReversed()) measured[name].push(await sides[name]());
  return measured;
}

/** Runs both in turn. Returns the medians of the rounds. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Pair> {
  const measured = await inTurns(rounds, { ours, peer });
  return { ours: median(measured.ours), peer: median(measured.peer) };
}

/** The value is the median of the ratios of each round, so a machine that slows down affects both equally. */
export function pairwise(ours: number[], peer: number[]): Pair {
  const value = median(ours.map((one, i) => one / (peer[i] ?? 0)));
  return { ours: median(ours), peer: median(peer), value };
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** The rate of `count` tasks, `concurrency` of them at a time. */
export async function perSecond(
  count: number,
  concurrency: number,
  task: (i: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < count) await task(next++);
  };
  return count / (await secondsOf(() => Promise.all(Array.from({ length: concurrency }, worker))));
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
