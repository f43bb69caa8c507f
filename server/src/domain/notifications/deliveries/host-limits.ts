type Host = { limit: number; running: number; lastDoneMs: number };

const INITIAL_PER_HOST = 8;
const MOST_PER_HOST = 16;
const MOST_PER_ORGANIZATION = 256;
const SLOW_MS = 3_000;
const STUCK_MS = 1_000;

/**
 * Limits concurrent requests per host and per organization. Every slow or failed request halves the host's limit,
 * down to one, so that unreachable hosts hold few sockets; fast responses raise it again.
 */
export class HostLimits {
  readonly #hosts = new Map<string, Host>();
  readonly #organizations = new Map<number, number>();

  /** Reserves a request slot; false if the host or the organization has none free. */
  acquire(hostname: string, organizationId: number): boolean {
    const known = this.#hosts.get(hostname);
    if ((known && isSaturated(known)) || this.isFull(organizationId)) return false;
    const host = known ?? { limit: INITIAL_PER_HOST, running: 0, lastDoneMs: performance.now() };
    this.#hosts.set(hostname, host);
    host.running++;
    this.#organizations.set(organizationId, (this.#organizations.get(organizationId) ?? 0) + 1);
    return true;
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

  /** `responded` is true for a response with any status. */
  release(hostname: string, organizationId: number, responded: boolean, durationMs: number): void {
    const left = (this.#organizations.get(organizationId) ?? 1) - 1;
    if (left === 0) this.#organizations.delete(organizationId);
    else this.#organizations.set(organizationId, left);
    const host = this.#hosts.get(hostname);
    if (!host) return;
    host.running--;
    host.lastDoneMs = performance.now();
    const isHealthy = responded && durationMs < SLOW_MS;
    host.limit = isHealthy
      ? Math.min(host.limit + 1 / host.limit, MOST_PER_HOST)
      : Math.max(1, host.limit / 2);
    if (host.running === 0 && host.limit >= INITIAL_PER_HOST) this.#hosts.delete(hostname);
  }
}

function isSaturated({ running, limit }: Host): boolean {
  return running >= Math.floor(limit);
}
