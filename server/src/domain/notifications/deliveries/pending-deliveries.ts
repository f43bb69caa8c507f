import type { Claimed } from './claim-deliveries.ts';

type Queue = { host: string; organizationId: number; claimed: number };

/** Claimed deliveries that wait for a request slot, by host, and the fairness keys of all deliveries claimed here. */
export class PendingDeliveries {
  readonly #byHost = new Map<string, Claimed[]>();
  readonly #byFairnessKey = new Map<number, Queue>();
  size = 0;

  add(row: Claimed): void {
    const waiting = this.#byHost.get(row.host);
    if (waiting) waiting.push(row);
    else this.#byHost.set(row.host, [row]);
    const { host, organizationId } = row;
    const queue = this.#byFairnessKey.get(row.fairnessKey) ?? { host, organizationId, claimed: 0 };
    queue.claimed++;
    this.#byFairnessKey.set(row.fairnessKey, queue);
    this.size++;
  }

  /**
   * Removes the first delivery that `tryStart` accepts, and returns it with what `tryStart` returned. Hosts take turns. Call
   * `done` when it is sent.
   */
  next<T>(tryStart: (row: Claimed) => T | null): { row: Claimed; started: T } | null {
    for (const [host, waiting] of this.#byHost) {
      const [row] = waiting;
      const started = row ? tryStart(row) : null;
      if (!row || started === null) continue;
      waiting.shift();
      this.size--;
      this.#byHost.delete(host);
      if (waiting.length > 0) this.#byHost.set(host, waiting);
      return { row, started };
    }
    return null;
  }

  done({ fairnessKey }: Claimed): void {
    const queue = this.#byFairnessKey.get(fairnessKey);
    if (queue && --queue.claimed === 0) this.#byFairnessKey.delete(fairnessKey);
  }

  /** Removes and returns all waiting deliveries to the selected hosts. */
  takeAll(isSelected: (host: string) => boolean): Claimed[] {
    const taken: Claimed[] = [];
    for (const [host, waiting] of this.#byHost) {
      if (!isSelected(host)) continue;
      taken.push(...waiting);
      this.#byHost.delete(host);
    }
    this.size -= taken.length;
    for (const row of taken) this.done(row);
    return taken;
  }

  waitingFor(host: string): number {
    return this.#byHost.get(host)?.length ?? 0;
  }

  fairnessKeys(isSelected: (host: string, organizationId: number) => boolean): number[] {
    return [...this.#byFairnessKey]
      .filter(([, { host, organizationId }]) => isSelected(host, organizationId))
      .map(([fairnessKey]) => fairnessKey);
  }
}
