type Host = { limit: number; running: number; lastDoneMs: number };

/** A request that may run. Call `end` when it has ended; `responded` is true for a response with any status. */
export type RequestSlot = { end(responded: boolean, durationMs: number): void };

const INITIAL_PER_HOST = 8;
const MOST_PER_HOST = 16;
const MOST_PER_ORGANIZATION = 256;
const SLOW_MS = 3_000;
const STUCK_MS = 1_000;
/** Requests younger than STARTING_MS use this process's CPU; older ones only wait for their host. */
const MOST_STARTING = 64;
const STARTING_MS = 250;

/**
 * Limits concurrent requests: per host, per organization, and those that have just started. Every slow or failed request
 * halves the host's limit, down to one, so that unreachable hosts hold few sockets; fast responses raise it again.
 */
export class RequestLimits {
  readonly #hosts = new Map<string, Host>();
  readonly #organizations = new Map<number, number>();
  readonly #onRoom: () => void;
  #starting = 0;

  /** `onRoom` is called when a request has run for so long that another one may start. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  /** False while many requests have just started. */
  get canStart(): boolean {
    return this.#starting < MOST_STARTING;
  }

  /** Null if the host or the organization has no free slot. */
  acquire(hostname: string, organizationId: number): RequestSlot | null {
    const known = this.#hosts.get(hostname);
    if ((known && isSaturated(known)) || this.isFull(organizationId)) return null;
    const host = known ?? { limit: INITIAL_PER_HOST, running: 0, lastDoneMs: performance.now() };
    this.#hosts.set(hostname, host);
    host.running++;
    this.#organizations.set(organizationId, (this.#organizations.get(organizationId) ?? 0) + 1);
    const started = this.#countStarting();
    return {
      end: (responded, durationMs) => {
        started();
        this.#releaseOrganization(organizationId);
        this.#releaseHost(hostname, host, responded && durationMs < SLOW_MS);
      },
    };
  }

  isFull(organizationId: number): boolean {
    return (this.#organizations.get(organizationId) ?? 0) >= MOST_PER_ORGANIZATION;
  }

  /** True if all slots are in use and none has been released recently. */
  isStuck(hostname: string): boolean {
    const host = this.#hosts.get(hostname);
    if (!host || !isSaturated(host)) return false;
    return host.limit < INITIAL_PER_HOST / 2 || performance.now() - host.lastDoneMs > STUCK_MS;
  }

  #countStarting(): () => void {
    this.#starting++;
    let isStarting = true;
    const timer = setTimeout(() => {
      isStarting = false;
      this.#starting--;
      this.#onRoom();
    }, STARTING_MS);
    return () => {
      clearTimeout(timer);
      if (isStarting) this.#starting--;
    };
  }

  #releaseOrganization(organizationId: number): void {
    const left = (this.#organizations.get(organizationId) ?? 1) - 1;
    if (left === 0) this.#organizations.delete(organizationId);
    else this.#organizations.set(organizationId, left);
  }

  #releaseHost(hostname: string, host: Host, isHealthy: boolean): void {
    host.running--;
    host.lastDoneMs = performance.now();
    host.limit = isHealthy
      ? Math.min(host.limit + 1 / host.limit, MOST_PER_HOST)
      : Math.max(1, host.limit / 2);
    if (host.running === 0 && host.limit >= INITIAL_PER_HOST) this.#hosts.delete(hostname);
  }
}

function isSaturated({ running, limit }: Host): boolean {
  return running >= Math.floor(limit);
}
