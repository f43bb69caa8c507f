import type { SignalName } from '../../../server/src/domain/carriers/signals/signal-rules.ts';
import { textTable } from '../../../server/src/lib/text-table.ts';

export const PRECISION_GOAL = 0.95;
export const RECALL_GOAL = 0.9;

type Judged = {
  usdot: number;
  /** The planted case, for the list of misses. */
  group: string;
  /** How many carriers of the country it stands for. */
  weight: number;
  expected: SignalName[];
  /** Counted neither as found nor as false. */
  accepted: SignalName[];
  found: SignalName[];
};
type Counts = { planted: number; found: number; truePositives: number; falsePositives: number };
type SignalFigures = { signal: SignalName; precision: number | null; recall: number | null } & Counts;
type Miss = { signal: SignalName; usdot: number; group: string; kind: 'missed' | 'false' };

/** Precision and recall of each signal, with weights. */
export class SignalTally {
  readonly misses: Miss[] = [];
  /** Milliseconds for all signals of one carrier. */
  readonly times: number[] = [];
  carriers = 0;
  readonly #counts: Map<SignalName, Counts>;

  constructor(names: SignalName[]) {
    this.#counts = new Map(
      names.map((name) => [name, { planted: 0, found: 0, truePositives: 0, falsePositives: 0 }]),
    );
  }

  add({ usdot, group, weight, expected, accepted, found }: Judged): void {
    this.carriers++;
    for (const [signal, counts] of this.#counts) {
      const [isExpected, isFound] = [expected.includes(signal), found.includes(signal)];
      if (!isExpected && accepted.includes(signal)) continue;
      if (isExpected) counts.planted += weight;
      if (isExpected && isFound) counts.truePositives += weight;
      if (isFound) counts.found++;
      if (isFound && !isExpected) counts.falsePositives += weight;
      if (isFound !== isExpected)
        this.misses.push({ signal, usdot, group, kind: isFound ? 'false' : 'missed' });
    }
  }

  figures(): SignalFigures[] {
    return [...this.#counts].map(([signal, counts]) => {
      const all = counts.truePositives + counts.falsePositives;
      return {
        signal,
        ...counts,
        precision: all === 0 ? null : counts.truePositives / all,
        recall: counts.planted === 0 ? null : counts.truePositives / counts.planted,
      };
    });
  }

  table(): string {
    const share = (value: number | null) => (value === null ? 'none' : value.toFixed(3));
    return textTable(
      ['signal', 'to find', 'found', 'false', 'precision', 'recall'],
      this.figures().map(({ signal, planted, truePositives, falsePositives, precision, recall }) => [
        signal,
        Math.round(planted),
        Math.round(truePositives),
        Math.round(falsePositives),
        share(precision),
        share(recall),
      ]),
    );
  }

  /** The misses by signal and case, the most frequent first. */
  missesByCase(): string[] {
    const groups = Map.groupBy(this.misses, ({ signal, group, kind }) => `${kind}: ${signal} of ${group}`);
    return [...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(
        ([text, list]) =>
          `${text}: ${list.length} (${list
            .slice(0, 3)
            .map(({ usdot }) => usdot)
            .join(', ')})`,
      );
  }
}
