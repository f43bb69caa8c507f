import type { Category, Method } from './method.ts';
import { neighbour } from './peer-groups.ts';
import { blend, percentileByCuts } from './percentiles.ts';

/** One peer group: where each percentile begins, and how many events its middle carrier has. */
export type Ranked = { cuts: Float64Array; medianEvents: number };

/** Percentiles in the peer groups of one category. */
export class PeerRanks {
  readonly #method: Method;
  readonly #category: Category;
  readonly #groups: ReadonlyMap<number, Ranked>;

  constructor(method: Method, category: Category, groups: ReadonlyMap<number, Ranked>) {
    this.#method = method;
    this.#category = category;
    this.#groups = groups;
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
