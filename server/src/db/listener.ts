import type pg from 'pg';
import { sleep } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';

type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  /** Called with true once notifications flow, with false when some may have been missed. */
  onState: (live: boolean) => void;
};

export type Listener = { isLive(): boolean; close(): Promise<void> };

const LONGEST_PAUSE_MS = 5_000;

/** LISTEN on one connection of its own, reconnecting for as long as the process lives. */
export async function listen(database: Database, subscriptions: Subscription[], log: Log): Promise<Listener> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let live = false;

  const tell = (state: boolean) => {
    live = state;
    for (const { onState } of subscriptions) onState(state);
  };

  async function attach(): Promise<void> {
    const fresh = await database.connect();
    fresh.on('notification', ({ channel, payload }) => {
      for (const s of subscriptions) if (s.channel === channel) s.onMessage(payload ?? '');
    });
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    for (const { channel } of subscriptions) await fresh.query(`listen "${channel}"`);
    if (stopping.signal.aborted) return fresh.end();
    client = fresh;
    tell(true);
  }

  function lost(which: pg.Client): void {
    if (client !== which) return;
    client = null;
    tell(false);
    void reattach();
  }

  async function reattach(): Promise<void> {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await attach();
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'waiting for the database');
        await sleep(pauseMs, stopping.signal);
      }
    }
  }

  await attach();
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
