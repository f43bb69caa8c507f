import type { Claimed } from './claim-deliveries.ts';
import { laneOf } from './request-limits.ts';

type Queue = { host: string; organizationId: number; claimed: number };

/** Claimed deliveries that wait for a request slot, by host and organization, and the fairness keys of all deliveries claimed here. */
export class PendingDeliveries {
  readonly #byLane = new Map<string, Claimed[]>();
  readonly #byFairnessKey = new Map<number, Queue>();
  size = 0;

  add(row: Claimed): void {
    const { host, organizationId } = row;
    const lane = laneOf(host, organizationId);
    const waiting = this.#byLane.get(lane);
    if (waiting) waiting.push(row);
    else this.#byLane.set(lane, [row]);
    const queue = this.#byFairnessKey.get(row.fairnessKey) ?? { host, organizationId, claimed: 0 };
    queue.claimed++;
    this.#byFairnessKey.set(row.fairnessKey, queue);
    this.size++;
  }

  /**
   * Removes the first delivery that `tryStart` accepts, and returns it with what `tryStart` returned. Lanes take turns. Call
   * `done` when it is sent.
   */
  next<T>(tryStart: (row: Claimed) => T | null): { row: Claimed; started: T } | null {
    for (const [lane, waiting] of this.#byLane) {
      const [row] = waiting;
      const started = row ? tryStart(row) : null;
      if (!row || started === null) continue;
      waiting.shift();
      this.size--;
      this.#byLane.delete(lane);
      if (waiting.length > 0) this.#byLane.set(lane, waiting);
      return { row, started };
    }
    return null;
  }

  done({ fairnessKey }: Claimed): void {
    const queue = this.#byFairnessKey.get(fairnessKey);
    if (queue && --queue.claimed === 0) this.#byFairnessKey.delete(fairnessKey);
  }

  /** Removes and returns all waiting deliveries of the selected organizations to the selected hosts. */
  takeAll(isSelected: (host: string, organizationId: number) => boolean): Claimed[] {
    const taken: Claimed[] = [];
    for (const [lane, waiting] of this.#byLane) {
      const [first] = waiting;
      if (!first || !isSelected(first.host, first.organizationId)) continue;
      taken.push(...waiting);
      this.#byLane.delete(lane);
    }
    this.size -= taken.length;
    for (const row of taken) this.done(row);
    return taken;
  }

  waitingFor(host: string, organizationId: number): number {
    return this.#byLane.get(laneOf(host, organizationId))?.length ?? 0;
  }

  fairnessKeys(isSelected: (host: string, organizationId: number) => boolean): number[] {
    return [...this.#byFairnessKey]
      .filter(([, { host, organizationId }]) => isSelected(host, organizationId))
      .map(([fairnessKey]) => fairnessKey);
  }
}
