import type { Category, Method } from './method.ts';
import { neighbour } from './peer-groups.ts';
import { blend, cutsOf, type Distribution, percentileByCuts } from './percentiles.ts';

type Ranked = { cuts: Float64Array; medianEvents: number };

/** Percentiles in the peer groups of one category. */
export class PeerRanks {
  readonly #method: Method;
  readonly #category: Category;
  readonly #groups = new Map<number, Ranked>();

  constructor(method: Method, category: Category, peers: ReadonlyMap<number, Distribution>) {
    this.#method = method;
    this.#category = category;
    for (const [group, { measures, medianEvents }] of peers)
      this.#groups.set(group, { cuts: cutsOf(measures), medianEvents });
  }

  /** Of a measure in a group; -1 when the group has nobody. */
  percentile(group: number, measure: number, events: number): number {
    const own = this.#groups.get(group);
    if (!own || Number.isNaN(measure)) return -1;
    const { extremeFrom } = this.#category;
    if (extremeFrom !== null && measure >= extremeFrom) return 100;
    const percentile = percentileByCuts(own.cuts, measure);
    if (this.#method.percentile === 'ranked' || events === own.medianEvents) return percentile;
    const beside = neighbour(this.#category, group, events < own.medianEvents ? -1 : 1);
    const other = beside === null ? undefined : this.#groups.get(beside);
    if (!other) return percentile;
    const otherPercentile = percentileByCuts(other.cuts, measure);
    return blend(percentile, otherPercentile, events, own.medianEvents, other.medianEvents);
  }
}
