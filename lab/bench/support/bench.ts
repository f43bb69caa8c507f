/** One comparison: ours beside its peer, measured in the same run. */
export type Ratio = {
  name: string;
  ours: number;
  /** What was compared with; null where the figure stands for itself. */
  peer: number | null;
  /** Of `ours` and `peer`. */
  measuredIn: string;
  /** The figure that counts: usually ours / peer. */
  value: number;
  goal: number | null;
  unit: string;
  better: 'higher' | 'lower';
};

/** A file in server/bench exports one as `bench`. */
export type Bench = { about: string; run(options: { quick: boolean }): Promise<Ratio[]> };

/** Runs both in turns, so that a noisy machine disturbs both alike; returns the medians of the rounds. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number; peer: number }> {
  const measured = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const who of order) measured[who].push(await (who === 'ours' ? ours() : peer()));
  }
  return { ours: median(measured.ours), peer: median(measured.peer) };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function p99(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
