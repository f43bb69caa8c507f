import type { Database } from '../../../db/database.ts';
import { listen } from '../../../db/listener.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import { FEDERAL_CHANGED } from '../../federal/federal-changed.ts';
import { readCarrierDetail } from './carrier-detail.ts';

/** The carrier's record as the text of the contract's `fmcsa_detail` array. */
export type Details = { of(usdotNumber: number): Promise<string>; close(): Promise<void> };

const REMEMBERED_AT_MOST = 20_000;
/** A filing may end with the day; nothing else in a record changes without an import. */
const REMEMBERED_MS = 300_000;
const LARGEST_NUMBER = 2 ** 31 - 1;

type Entry = { json: Promise<string>; until: number };

/**
 * Records change only when federal files are imported, and every import tells all processes so. While that line is
 * down, and with a replica, which may still be behind when the word comes, nothing is remembered.
 */
export async function openDetails(
  database: Database,
  reader: Reader,
  hasReplica: boolean,
  clock: Clock,
  log: Log,
): Promise<Details> {
  const known = new Map<number, Entry>();
  let live = false;
  const listener = hasReplica
    ? null
    : await listen(
        database,
        [
          {
            channel: FEDERAL_CHANGED,
            onMessage: () => known.clear(),
            onState(state) {
              live = state;
              known.clear();
            },
          },
        ],
        log,
      );

  async function read(usdotNumber: number): Promise<string> {
    const detail = await readCarrierDetail(reader, usdotNumber, clock.now().toISOString().slice(0, 10));
    return JSON.stringify(detail === null ? [] : [detail]);
  }

  return {
    of(usdotNumber) {
      if (usdotNumber > LARGEST_NUMBER) return Promise.resolve('[]');
      if (!live) return read(usdotNumber);
      const now = clock.now().getTime();
      const found = known.get(usdotNumber);
      if (found && found.until > now) return found.json;
      // Remembered before it is read: what is told meanwhile forgets it, and who asks meanwhile waits for the same.
      const entry: Entry = { json: read(usdotNumber), until: now + REMEMBERED_MS };
      if (known.size >= REMEMBERED_AT_MOST) known.clear();
      known.set(usdotNumber, entry);
      entry.json.catch(() => {
        if (known.get(usdotNumber) === entry) known.delete(usdotNumber);
      });
      return entry.json;
    },
    async close() {
      await listener?.close();
    },
  };
}
