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

const MAX_PAUSE_MS = 5_000;

/**
 * Runs LISTEN on its own connection and reconnects until it is closed. `onConnect` prepares every new connection, for
 * example with locks that last as long as the connection.
 */
export async function listen(
  database: Database,
  subscriptions: Subscription[],
  log: Log,
  onConnect: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<Listener> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let live = false;

  const setLive = (state: boolean) => {
    live = state;
    for (const { onState } of subscriptions) onState(state);
  };

  async function connect(): Promise<void> {
    const fresh = await database.connect();
    fresh.on('notification', ({ channel, payload }) => {
      for (const s of subscriptions) if (s.channel === channel) s.onMessage(payload ?? '');
    });
    fresh.on('error', () => onLost(fresh));
    fresh.on('end', () => onLost(fresh));
    try {
      for (const { channel } of subscriptions) await fresh.query(`listen "${channel}"`);
      await onConnect(fresh);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (stopping.signal.aborted) return fresh.end();
    client = fresh;
    setLive(true);
  }

  function onLost(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    setLive(false);
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

  await connect();
  return {
    isLive: () => live,
    async close() {
      stopping.abort();
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}
