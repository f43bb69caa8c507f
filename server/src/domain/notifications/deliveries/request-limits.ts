/** The requests of one organization to one host. */
type Lane = { limit: number; running: number; lastDoneMs: number };

/** A request that may run. Call `end` when it has ended; `responded` is true for a response with any status. */
export type RequestSlot = { end(responded: boolean, durationMs: number): void };

const INITIAL_PER_LANE = 8;
const MOST_PER_LANE = 16;
/** Of all organizations together. An organization without a running request may still start one. */
const MOST_PER_HOST = 64;
const MOST_PER_ORGANIZATION = 256;
const SLOW_MS = 3_000;
const STUCK_MS = 1_000;
/** Requests younger than STARTING_MS use this process's CPU; older ones only wait for their host. */
const MOST_STARTING = 64;
const STARTING_MS = 250;

/**
 * Limits concurrent requests: per host and organization, per host, per organization, and those that have just started. Every
 * slow or failed request halves the limit of its host for its organization, down to one, so that unreachable hosts hold few
 * sockets; fast responses raise it again. Organizations that share a host do not slow each other down.
 */
export class RequestLimits {
  readonly #lanes = new Map<string, Lane>();
  readonly #hosts = new Map<string, number>();
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
  acquire(host: string, organizationId: number): RequestSlot | null {
    const key = laneOf(host, organizationId);
    const known = this.#lanes.get(key);
    if ((known && isSaturated(known)) || this.isFull(organizationId)) return null;
    const isHostFull = (this.#hosts.get(host) ?? 0) >= MOST_PER_HOST;
    if (isHostFull && known !== undefined && known.running > 0) return null;
    const lane = known ?? { limit: INITIAL_PER_LANE, running: 0, lastDoneMs: performance.now() };
    this.#lanes.set(key, lane);
    lane.running++;
    increment(this.#hosts, host);
    increment(this.#organizations, organizationId);
    const started = this.#countStarting();
    return {
      end: (responded, durationMs) => {
        started();
        decrement(this.#organizations, organizationId);
        decrement(this.#hosts, host);
        this.#releaseLane(key, lane, responded && durationMs < SLOW_MS);
      },
    };
  }

  isFull(organizationId: number): boolean {
    return (this.#organizations.get(organizationId) ?? 0) >= MOST_PER_ORGANIZATION;
  }

  /** True if all slots of the organization for the host are in use and none has been released recently. */
  isStuck(host: string, organizationId: number): boolean {
    const lane = this.#lanes.get(laneOf(host, organizationId));
    if (!lane || !isSaturated(lane)) return false;
    return lane.limit < INITIAL_PER_LANE / 2 || performance.now() - lane.lastDoneMs > STUCK_MS;
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

  #releaseLane(key: string, lane: Lane, isHealthy: boolean): void {
    lane.running--;
    lane.lastDoneMs = performance.now();
    lane.limit = isHealthy
      ? Math.min(lane.limit + 1 / lane.limit, MOST_PER_LANE)
      : Math.max(1, lane.limit / 2);
    if (lane.running === 0 && lane.limit >= INITIAL_PER_LANE) this.#lanes.delete(key);
  }
}

/** Requests of one organization to one host wait for each other and for no others. */
export function laneOf(host: string, organizationId: number): string {
  return `${organizationId} ${host}`;
}

function isSaturated({ running, limit }: Lane): boolean {
  return running >= Math.floor(limit);
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function decrement<Key>(counts: Map<Key, number>, key: Key): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
