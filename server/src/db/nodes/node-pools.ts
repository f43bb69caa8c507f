import pg from 'pg';

/** How a process reaches the nodes of a cluster. */
export type NodeAddresses = {
  /** Whether it connects to them. If not, all statements go through the coordinator. */
  isDirect: boolean;
  /** `host:port` by what the coordinator knows, where that differs. */
  reachedAt?: ReadonlyMap<string, string>;
};

const CONNECT_MS = 5_000;
/** No server sees a deadlock between two transactions that have a part on each of several nodes. */
export const NODE_SESSION = '-c lock_timeout=10s';

/** One pool for each node and session settings, opened at its first use. */
export class NodePools<Pool extends { close(): Promise<void> }> {
  readonly #connection: pg.ClientConfig;
  readonly #addresses: NodeAddresses;
  readonly #open: (connection: pg.ClientConfig, session: string) => Pool;
  readonly #pools = new Map<string, Pool>();

  constructor(
    connection: pg.ClientConfig,
    addresses: NodeAddresses,
    open: (connection: pg.ClientConfig, session: string) => Pool,
  ) {
    this.#connection = connection;
    this.#addresses = addresses;
    this.#open = open;
  }

  at(node: string, session: string): Pool | null {
    const { isDirect, reachedAt } = this.#addresses;
    if (!isDirect) return null;
    const address = reachedAt?.get(node) ?? node;
    const key = `${address} ${session}`;
    const opened = this.#pools.get(key) ?? this.#open(this.#connectionTo(address), session);
    this.#pools.set(key, opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  /** With the role, the database and the encryption of the coordinator. */
  #connectionTo(address: string): pg.ClientConfig {
    const { user, password, database, ssl } = new pg.Client(this.#connection);
    const colon = address.lastIndexOf(':');
    const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
    const port = Number(address.slice(colon + 1));
    const one = { user, password, database, ssl, host, port, connectionTimeoutMillis: CONNECT_MS };
    return one as pg.ClientConfig;
  }
}
