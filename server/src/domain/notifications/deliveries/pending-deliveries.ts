import type { Claimed } from './claim-deliveries.ts';

type Lane = { host: string; organizationId: number; held: number };

/** What is claimed and has no place yet, by host; and which lanes lead to which host while anything of theirs is here. */
export class WaitingRoom {
  readonly #waiting = new Map<string, Claimed[]>();
  readonly #lanes = new Map<number, Lane>();
  size = 0;

  add(row: Claimed): void {
    const queue = this.#waiting.get(row.host);
    if (queue) queue.push(row);
    else this.#waiting.set(row.host, [row]);
    const { host, organizationId } = row;
    const lane = this.#lanes.get(row.lane) ?? { host, organizationId, held: 0 };
    lane.held++;
    this.#lanes.set(row.lane, lane);
    this.size++;
  }

  /** The next of the first host that gets a place; that host is the last in turn then. `leave` says when it is done. */
  next(getsPlace: (row: Claimed) => boolean): Claimed | null {
    for (const [host, queue] of this.#waiting) {
      const [row] = queue;
      if (!row || !getsPlace(row)) continue;
      queue.shift();
      this.size--;
      this.#waiting.delete(host);
      if (queue.length > 0) this.#waiting.set(host, queue);
      return row;
    }
    return null;
  }

  leave({ lane: number }: Claimed): void {
    const lane = this.#lanes.get(number);
    if (lane && --lane.held === 0) this.#lanes.delete(number);
  }

  /** Everything that waits for such a host, taken out. */
  takeAt(isMeant: (host: string) => boolean): Claimed[] {
    const taken: Claimed[] = [];
    for (const [host, queue] of this.#waiting) {
      if (!isMeant(host)) continue;
      taken.push(...queue);
      this.#waiting.delete(host);
    }
    this.size -= taken.length;
    for (const row of taken) this.leave(row);
    return taken;
  }

  waitingAt(host: string): number {
    return this.#waiting.get(host)?.length ?? 0;
  }

  lanesAt(isMeant: (host: string, organizationId: number) => boolean): number[] {
    return [...this.#lanes]
      .filter(([, { host, organizationId }]) => isMeant(host, organizationId))
      .map(([lane]) => lane);
  }
}
