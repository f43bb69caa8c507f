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

  peek(host: string): Claimed | undefined {
    return this.#waiting.get(host)?.[0];
  }

  /** It gets its place; `leave` says when it is done. */
  shift(host: string): void {
    const queue = this.#waiting.get(host);
    if (queue?.shift()) this.size--;
    if (queue?.length === 0) this.#waiting.delete(host);
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

  hosts(): string[] {
    return [...this.#waiting.keys()];
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
