import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { type Listener, listen } from '../../db/listener.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { isApiKeyForm } from './api-keys.ts';
import * as store from './store.ts';
import { findAccessToken, findKey, type KeyRow, type TokenRow } from './tokens-store.ts';

/** What a request's headers stand for; null for what is unknown, revoked or disabled, or was not sent. */
export type Pair = { key: KeyRow | null; caller: TokenRow | null };

export type Credentials = {
  /** Whose key it is; null for one that is unknown or revoked. */
  key(apiKey: string): Promise<KeyRow | null>;
  /** At once when the pair is remembered. The caller's token may be expired. */
  pair(apiKey: string | undefined, accessToken: string | undefined): Pair | Promise<Pair>;
  /** Calls back after any change to a key, user, token or organization. Returns a function that stops it. */
  onChange(changed: () => void): () => void;
  /** Records which keys were used since the last call. */
  flushUses(): Promise<void>;
  close(): Promise<void>;
};

const REMEMBERED_AT_MOST = 50_000;
const TOKEN_FORM = /^mpa_[A-Za-z0-9_-]{43}$/;
const FLUSH_EVERY_MS = 30_000;

/**
 * Known keys, and pairs of key and token, are remembered, so that a request needs one hash and no look-up. Any change to a
 * key, user, token or organization is told to all processes by the database, and they forget everything; while
 * that line is down nothing is remembered.
 */
export async function openCredentials(database: Database, clock: Clock, log: Log): Promise<Credentials> {
  const keys = new Map<string, KeyRow>();
  const pairs = new Map<string, Pair>();
  const uses = new Set<number>();
  let live = false;
  let generation = 0;

  const listeners = new Set<() => void>();
  const forget = () => {
    generation++;
    keys.clear();
    pairs.clear();
    for (const changed of listeners) changed();
  };
  const listener: Listener = await listen(
    database,
    [
      {
        channel: 'credentials_changed',
        onMessage: forget,
        onState(state) {
          live = state;
          forget();
        },
      },
    ],
    log,
  );

  /** An answer that was on its way while something changed may be stale: used once, not remembered. */
  function remember<Row>(memory: Map<string, Row>, name: string, row: Row, asked: number): void {
    if (!live || asked !== generation) return;
    if (memory.size >= REMEMBERED_AT_MOST) memory.clear();
    memory.set(name, row);
  }

  async function key(apiKey: string): Promise<KeyRow | null> {
    if (!isApiKeyForm(apiKey)) return null;
    const name = sha256(apiKey);
    const asked = generation;
    const row = keys.get(name.toString('base64')) ?? (await findKey(database, name));
    if (!row) return null;
    uses.add(row.api_key_id);
    remember(keys, name.toString('base64'), row, asked);
    return row;
  }

  async function lookUp(
    name: string,
    apiKey: string | undefined,
    accessToken: string | undefined,
  ): Promise<Pair> {
    const asked = generation;
    const found = {
      key: apiKey === undefined ? null : await key(apiKey),
      caller: TOKEN_FORM.test(accessToken ?? '')
        ? await findAccessToken(database, sha256(accessToken ?? ''))
        : null,
    };
    if (found.key && found.caller) remember(pairs, name, found, asked);
    return found;
  }

  async function flushUses(): Promise<void> {
    if (uses.size === 0) return;
    const batch = [...uses];
    uses.clear();
    await store.touchApiKeys(database, batch, clock.now());
  }

  const flushing = setInterval(() => {
    flushUses().catch((error) =>
      log.warn({ error: messageOf(error) }, 'the use of keys was not written down'),
    );
  }, FLUSH_EVERY_MS).unref();

  return {
    key,
    pair(apiKey, accessToken) {
      const name = hash('sha256', `${apiKey}\n${accessToken}`, 'base64');
      const known = pairs.get(name);
      if (known === undefined) return lookUp(name, apiKey, accessToken);
      if (known.key) uses.add(known.key.api_key_id);
      return known;
    },
    onChange(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    flushUses,
    async close() {
      clearInterval(flushing);
      await listener.close();
      await flushUses();
    },
  };
}
