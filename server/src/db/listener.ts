import type pg from 'pg';
import { sleep } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';

type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  /** Called with true once notifications arrive, and with false when some may have been missed. */
  onState: (live: boolean) => void;
};

export type Listener = { isLive(): boolean; close(): Promise<void> };

/** The subscriptions of one caller of `listen`. */
type Member = { subscriptions: Subscription[]; isLive: boolean };

type Connection = {
  add(member: Member): Promise<void>;
  /** Closes the connection when the last member has left. */
  remove(member: Member): Promise<void>;
};

const MAX_PAUSE_MS = 5_000;

/** The connection that the callers of `listen` share. */
const shared = new WeakMap<Database, Connection>();

/** Runs LISTEN on a connection that all callers of one process share, and reconnects until it is closed. */
export async function listen(database: Database, subscriptions: Subscription[], log: Log): Promise<Listener> {
  const connection = shared.get(database) ?? openConnection(database, log, () => shared.delete(database));
  shared.set(database, connection);
  return join(connection, subscriptions);
}

/**
 * The same on a connection of its own. `onConnect` prepares every new connection, for example with locks that last as
 * long as the connection. It may wait for a lock, during which no notification arrives.
 */
export function listenAlone(
  database: Database,
  subscriptions: Subscription[],
  log: Log,
  onConnect: (client: pg.Client) => Promise<void>,
): Promise<Listener> {
  return join(
    openConnection(database, log, () => undefined, onConnect),
    subscriptions,
  );
}

async function join(connection: Connection, subscriptions: Subscription[]): Promise<Listener> {
  const member: Member = { subscriptions, isLive: false };
  await connection.add(member);
  return { isLive: () => member.isLive, close: () => connection.remove(member) };
}

function openConnection(
  database: Database,
  log: Log,
  onClosed: () => void,
  onConnect: (client: pg.Client) => Promise<void> = async () => undefined,
): Connection {
  const stopping = new AbortController();
  const members = new Set<Member>();
  let client: pg.Client | null = null;
  let first: Promise<void> | null = null;

  const setLive = (member: Member, isLive: boolean) => {
    member.isLive = isLive;
    for (const { onState } of member.subscriptions) onState(isLive);
  };

  async function subscribe(to: pg.Client, { subscriptions }: Member): Promise<void> {
    for (const { channel } of subscriptions) await to.query(`listen "${channel}"`);
  }

  async function connect(): Promise<void> {
    const fresh = await database.connect();
    fresh.on('notification', ({ channel, payload }) => {
      for (const { subscriptions } of members)
        for (const s of subscriptions) if (s.channel === channel) s.onMessage(payload ?? '');
    });
    fresh.on('error', () => onLost(fresh));
    fresh.on('end', () => onLost(fresh));
    const known = new Set<Member>();
    try {
      for (const member of members) {
        await subscribe(fresh, member);
        known.add(member);
      }
      await onConnect(fresh);
      // Members that were added meanwhile. No other code runs between the last check and `client = fresh`.
      for (const member of members) if (!known.has(member)) await subscribe(fresh, member);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (stopping.signal.aborted) return fresh.end();
    client = fresh;
    for (const member of members) setLive(member, true);
  }

  function onLost(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    for (const member of members) setLive(member, false);
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return await connect();
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'cannot connect to the database; retrying');
        await sleep(pauseMs, stopping.signal);
      }
    }
  }

  async function remove(member: Member): Promise<void> {
    members.delete(member);
    if (members.size > 0 || stopping.signal.aborted) return;
    stopping.abort();
    onClosed();
    const last = client;
    client = null;
    await last?.end().catch(() => undefined);
  }

  return {
    async add(member) {
      members.add(member);
      first ??= connect();
      try {
        await first;
      } catch (error) {
        await remove(member);
        throw error;
      }
      const current = client;
      // Without a connection, the next one subscribes this member as well.
      if (member.isLive || current === null) return;
      const isKnown = await subscribe(current, member).then(
        () => true,
        () => false,
      );
      if (isKnown && client === current) setLive(member, true);
    },
    remove,
  };
}
