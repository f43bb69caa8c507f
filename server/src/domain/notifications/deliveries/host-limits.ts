/** Places for requests to one host; fewer for one that does not answer well. */
type Host = { limit: number; running: number; lastDoneMs: number };

const FIRST_PER_HOST = 8;
const MOST_PER_HOST = 16;
const MOST_PER_ORGANIZATION = 256;
const SLOW_MS = 3_000;
const STUCK_MS = 1_000;

/**
 * Who may send now. A host that is slow or silent loses places until one is left, so that any number of dead
 * endpoints hold few sockets and delay nobody; one that answers quickly gains a place for each round of answers.
 */
export class HostLanes {
  readonly #hosts = new Map<string, Host>();
  readonly #organizations = new Map<number, number>();

  take(host: string, organizationId: number): boolean {
    if (!this.hasRoom(host, organizationId)) return false;
    const place = this.#hosts.get(host) ?? {
      limit: FIRST_PER_HOST,
      running: 0,
      lastDoneMs: performance.now(),
    };
    this.#hosts.set(host, place);
    place.running++;
    this.#organizations.set(organizationId, (this.#organizations.get(organizationId) ?? 0) + 1);
    return true;
  }

  hasRoom(host: string, organizationId: number): boolean {
    const place = this.#hosts.get(host);
    if (place && place.running >= Math.floor(place.limit)) return false;
    return !this.isFull(organizationId);
  }

  isFull(organizationId: number): boolean {
    return (this.#organizations.get(organizationId) ?? 0) >= MOST_PER_ORGANIZATION;
  }

  /** All its places are taken, and for a while nobody has left. */
  isStuck(host: string): boolean {
    const place = this.#hosts.get(host);
    if (!place || place.running < Math.floor(place.limit)) return false;
    return place.limit < FIRST_PER_HOST / 2 || performance.now() - place.lastDoneMs > STUCK_MS;
  }

  /** `answered`: with whatever status, as long as it was an answer. */
  giveBack(host: string, organizationId: number, answered: boolean, durationMs: number): void {
    const left = (this.#organizations.get(organizationId) ?? 1) - 1;
    if (left === 0) this.#organizations.delete(organizationId);
    else this.#organizations.set(organizationId, left);
    const place = this.#hosts.get(host);
    if (!place) return;
    place.running--;
    place.lastDoneMs = performance.now();
    const well = answered && durationMs < SLOW_MS;
    place.limit = well
      ? Math.min(place.limit + 1 / place.limit, MOST_PER_HOST)
      : Math.max(1, place.limit / 2);
    if (place.running === 0 && place.limit >= FIRST_PER_HOST) this.#hosts.delete(host);
  }
}
