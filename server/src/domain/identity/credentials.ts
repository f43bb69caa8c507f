import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { type Listener, listen } from '../../db/listener.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { hasApiKeyFormat } from './manage-api-keys.ts';
import { type SessionUse, touchSessions } from './sessions.ts';
import { findAccessToken, findKey, type KeyRow, type TokenRow, touchApiKeys } from './token-store.ts';

/** The key and user of a request; null when not sent, unknown, expired (the key), revoked or disabled. */
export type Pair = { key: KeyRow | null; caller: TokenRow | null };

export type Credentials = {
  /** Null when the key is unknown, expired or revoked, or its organization is disabled. */
  key(apiKey: string): Promise<KeyRow | null>;
  /** Synchronous when the pair is cached. The token may be expired. */
  pair(apiKey: string | undefined, accessToken: string | undefined): Pair | Promise<Pair>;
  /** Calls back after any change to a key, user, token or organization. Returns a function that stops it. */
  onChange(changed: () => void): () => void;
  /** Records the use of a session in memory; `flushUses` stores it. */
  noteUse(caller: TokenRow, address: string): void;
  /** Stores when keys and sessions were last used. */
  flushUses(): Promise<void>;
  close(): Promise<void>;
};

const MAX_CACHED = 50_000;
const TOKEN_FORMAT = /^mpa_[A-Za-z0-9_-]{43}$/;
const FLUSH_EVERY_MS = 30_000;

/**
 * Caches keys and pairs of key and token, so that a request needs one hash and no lookup. On any change to a key, user,
 * token or organization, PostgreSQL notifies all processes, which clear their caches. Nothing is cached while the
 * LISTEN connection is down.
 */
export async function openCredentials(database: Database, clock: Clock, log: Log): Promise<Credentials> {
  const keys = new Map<string, KeyRow>();
  const pairs = new Map<string, Pair>();
  const uses = new Set<number>();
  const sessions = new Map<number, SessionUse>();
  let isListening = false;
  let generation = 0;

  const listeners = new Set<() => void>();
  const clear = () => {
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
        onMessage: clear,
        onState(state) {
          isListening = state;
          clear();
        },
      },
    ],
    log,
  );

  /** A row read before the last change may be stale, so it is not cached. */
  function remember<Row>(cache: Map<string, Row>, name: string, row: Row, readIn: number): void {
    if (!isListening || readIn !== generation) return;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(name, row);
  }

  async function key(apiKey: string): Promise<KeyRow | null> {
    if (!hasApiKeyFormat(apiKey)) return null;
    const name = sha256(apiKey);
    const readIn = generation;
    const row = keys.get(name.toString('base64')) ?? (await findKey(database, name));
    if (!row || hasExpired(row)) return null;
    uses.add(row.api_key_id);
    remember(keys, name.toString('base64'), row, readIn);
    return row;
  }

  function hasExpired({ expires_at }: KeyRow): boolean {
    return expires_at !== null && expires_at <= clock.now();
  }

  async function lookUp(
    name: string,
    apiKey: string | undefined,
    accessToken: string | undefined,
  ): Promise<Pair> {
    const readIn = generation;
    const found = {
      key: apiKey === undefined ? null : await key(apiKey),
      caller: TOKEN_FORMAT.test(accessToken ?? '')
        ? await findAccessToken(database, sha256(accessToken ?? ''))
        : null,
    };
    if (found.caller && (found.key || apiKey === undefined)) remember(pairs, name, found, readIn);
    return found;
  }

  async function flushUses(): Promise<void> {
    const keyIds = [...uses];
    uses.clear();
    if (keyIds.length > 0) await touchApiKeys(database, keyIds, clock.now());
    const used = new Map(sessions);
    sessions.clear();
    if (used.size > 0) await touchSessions(database, used, clock.now());
  }

  const flushing = setInterval(() => {
    flushUses().catch((error) =>
      log.warn({ error: messageOf(error) }, 'could not store when API keys and sessions were last used'),
    );
  }, FLUSH_EVERY_MS).unref();

  return {
    key,
    pair(apiKey, accessToken) {
      const name = hash('sha256', `${apiKey}\n${accessToken}`, 'base64');
      const known = pairs.get(name);
      if (known === undefined) return lookUp(name, apiKey, accessToken);
      if (known.key === null) return known;
      if (hasExpired(known.key)) return { ...known, key: null };
      uses.add(known.key.api_key_id);
      return known;
    },
    onChange(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    noteUse({ session_id, token_hash: tokenHash }, address) {
      sessions.set(session_id, { tokenHash, address });
    },
    flushUses,
    async close() {
      clearInterval(flushing);
      await listener.close();
      await flushUses();
    },
  };
}
