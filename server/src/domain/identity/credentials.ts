import type { Database } from '../../db/database.ts';
import { type Listener, listen } from '../../db/listener.ts';
import type { Clock } from '../../lib/clock.ts';
import { sha256 } from '../../lib/hash.ts';
import type { Log } from '../../lib/log.ts';
import { isApiKeyForm } from './api-keys.ts';
import * as store from './store.ts';
import { findAccessToken, findKey, type KeyRow, type TokenRow } from './tokens-store.ts';

export type Credentials = {
  /** Whose key it is; null for one that is unknown or revoked. */
  key(apiKey: string): Promise<KeyRow | null>;
  /** Who holds it; null for one that is unknown or whose user is disabled. It may be expired. */
  token(accessToken: string): Promise<TokenRow | null>;
  /** Writes down when each key was last used. */
  flushUses(): Promise<void>;
  close(): Promise<void>;
};

const REMEMBERED_AT_MOST = 50_000;
const TOKEN_FORM = /^mpa_[A-Za-z0-9_-]{43}$/;

/**
 * Known credentials are remembered, so that a request needs no look-up. Any change to a key, user, token
 * or organization is told to all processes by the database, and they forget everything; while that line
 * is down nothing is remembered.
 */
export async function openCredentials(database: Database, clock: Clock, log: Log): Promise<Credentials> {
  const keys = new Map<string, KeyRow>();
  const tokens = new Map<string, TokenRow>();
  const uses = new Map<number, Date>();
  let live = false;
  let generation = 0;

  const forget = () => {
    generation++;
    keys.clear();
    tokens.clear();
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

  async function remembered<Row>(
    memory: Map<string, Row>,
    secret: string,
    find: (hash: Buffer) => Promise<Row | null>,
  ) {
    const hash = sha256(secret);
    const name = hash.toString('latin1');
    const known = memory.get(name);
    if (known !== undefined) return known;
    const asked = generation;
    const row = await find(hash);
    // An answer that was on its way while something changed may be stale: used once, not remembered.
    if (row !== null && live && asked === generation) {
      if (memory.size >= REMEMBERED_AT_MOST) memory.clear();
      memory.set(name, row);
    }
    return row;
  }

  async function flushUses(): Promise<void> {
    if (uses.size === 0) return;
    const batch = [...uses];
    uses.clear();
    await store.touchApiKeys(database, batch);
  }

  return {
    async key(apiKey) {
      if (!isApiKeyForm(apiKey)) return null;
      const row = await remembered(keys, apiKey, (hash) => findKey(database, hash));
      if (row) uses.set(row.api_key_id, clock.now());
      return row;
    },
    async token(accessToken) {
      if (!TOKEN_FORM.test(accessToken)) return null;
      return remembered(tokens, accessToken, (hash) => findAccessToken(database, hash));
    },
    flushUses,
    async close() {
      await listener.close();
      await flushUses();
    },
  };
}
