import type { Shard } from './nodes/bucket-ranges.ts';

/** A part of a queue whose rows are claimed together: one shard, or the whole queue if `shard` is null. */
export type QueueRange = {
  shard: Shard | null;
  /** The last fairness key of the previous claim, if there were more keys than rows in a batch. */
  after: number;
  /** Until when the range is asked only if the others have nothing: it had nothing itself. */
  restsUntil: number;
  /** Until when the range is not asked: its node could not be reached. */
  isAwayUntil: number;
};

/** Without it, every claim under load would ask each shard. A range that rests is asked before a claim returns nothing. */
const REST_MS = 250;
const AWAY_MS = 5_000;

/** The ranges of a queue, in turn. A range whose node is away does not keep the rows of the others waiting. */
export class ClaimedRanges {
  #ranges: QueueRange[] = [];
  #first = 0;

  /** `shards`: null for a queue that is on one server. */
  keep(shards: Shard[] | null): void {
    const wanted = shards ?? [null];
    const former = new Map(this.#ranges.map((range) => [range.shard?.buckets[0] ?? -1, range]));
    this.#ranges = wanted.map((shard) => {
      const range = former.get(shard?.buckets[0] ?? -1) ?? { after: 0, restsUntil: 0, isAwayUntil: 0, shard };
      range.shard = shard;
      return range;
    });
  }

  get isApart(): boolean {
    return this.#ranges.some(({ shard }) => shard !== null);
  }

  /** Collects up to `size` rows. Throws if a range could not be asked and the others have none. */
  async collect<Row>(
    size: number,
    claim: (range: QueueRange, room: number) => Promise<Row[]>,
  ): Promise<Row[]> {
    const taken: Row[] = [];
    let failure: unknown;
    for (const range of this.#inTurn()) {
      if (taken.length >= size || (taken.length > 0 && range.restsUntil > performance.now())) break;
      try {
        const rows = await claim(range, size - taken.length);
        if (rows.length === 0) range.restsUntil = performance.now() + REST_MS;
        else range.restsUntil = 0;
        taken.push(...rows);
      } catch (error) {
        failure = error;
        range.isAwayUntil = performance.now() + AWAY_MS;
      }
    }
    if (taken.length === 0 && failure !== undefined) throw failure;
    return taken;
  }

  /** Those that rest are last. Each claim begins with another one. */
  #inTurn(): QueueRange[] {
    const now = performance.now();
    this.#first = (this.#first + 1) % this.#ranges.length;
    const turned = [...this.#ranges.slice(this.#first), ...this.#ranges.slice(0, this.#first)];
    const present = turned.filter((range) => range.isAwayUntil <= now || turned.length === 1);
    const isReady = ({ restsUntil }: QueueRange) => restsUntil <= now;
    return [...present.filter(isReady), ...present.filter((range) => !isReady(range))];
  }
}
