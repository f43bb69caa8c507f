import type { CarrierDetail } from '../../../contract/carrier.ts';
import type { Database } from '../../../db/database.ts';
import { listen } from '../../../db/listener.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import { FEDERAL_CHANGED } from '../../federal/loads.ts';
import { MAX_USDOT } from '../records/census.ts';
import { readCarrierDetail } from './carrier-detail.ts';

export type DetailCache = {
  /** The frozen record of a carrier; null when no federal register has it. */
  read(usdotNumber: number): Promise<CarrierDetail | null>;
  close(): Promise<void>;
};

const MAX_ENTRIES = 20_000;
/** Without an import, a record changes only with the date: a filing may expire. */
const MAX_AGE_MS = 300_000;

type Entry = { detail: Promise<CarrierDetail | null>; expiresAt: number };

/**
 * Caches carrier records. Every import of federal files notifies all processes, which empties the cache. Nothing is
 * cached while notifications cannot be received, or with a replica, which may lag behind the notification.
 */
export async function openDetailCache(
  database: Database,
  reader: Reader,
  hasReplica: boolean,
  clock: Clock,
  log: Log,
): Promise<DetailCache> {
  const entries = new Map<number, Entry>();
  let isListening = false;
  const listener = hasReplica
    ? null
    : await listen(
        database,
        [
          {
            channel: FEDERAL_CHANGED,
            onMessage: () => entries.clear(),
            onState(state) {
              isListening = state;
              entries.clear();
            },
          },
        ],
        log,
      );

  async function readDetail(usdotNumber: number): Promise<CarrierDetail | null> {
    const detail = await readCarrierDetail(reader, usdotNumber, clock.now().toISOString().slice(0, 10));
    return detail && Object.freeze(detail);
  }

  return {
    read(usdotNumber) {
      if (usdotNumber > MAX_USDOT) return Promise.resolve(null);
      if (!isListening) return readDetail(usdotNumber);
      const now = clock.now().getTime();
      const found = entries.get(usdotNumber);
      if (found && found.expiresAt > now) return found.detail;
      // Stored before the read ends: a notification during the read evicts it, and concurrent calls share the read.
      const entry: Entry = { detail: readDetail(usdotNumber), expiresAt: now + MAX_AGE_MS };
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(usdotNumber, entry);
      entry.detail.catch(() => {
        if (entries.get(usdotNumber) === entry) entries.delete(usdotNumber);
      });
      return entry.detail;
    },
    async close() {
      await listener?.close();
    },
  };
}
