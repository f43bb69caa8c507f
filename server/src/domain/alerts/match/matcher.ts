import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ObservationKey } from '../../observations/observation.ts';
import { unmatchedQueue } from '../../observations/unmatched.ts';
import { ensureDays, isRecent } from '../preview/recent-days.ts';
import { insertRecent, type RecentSighting } from '../preview/recent-store.ts';
import { AlertFeed } from './alert-feed.ts';
import { fetchSightings, insertPairs, type Pairs, refreshPairs, type Sighting } from './match-store.ts';
import { sightingView } from './sighting-view.ts';

type Options = { database: Database; clock: Clock; wake: (table: string) => void; batch?: number };

/** What came of comparing a batch. */
type Found = { sightings: Sighting[]; now: Date; pairs: Pairs; recent: RecentSighting[] };

export type MatchRound = { sightings: number; pairs: number };

const FOLD_MS = 5;

/** Compares waiting sightings with all active alerts, a batch at a time. */
export class Matcher {
  readonly #options: Options;
  readonly #queue = unmatchedQueue();
  readonly #feed = new AlertFeed();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Everything that waits, in two lanes: while the database writes one batch, another is compared. Returns the sum.
   */
  async drain(signal?: AbortSignal): Promise<MatchRound> {
    const sum: MatchRound = { sightings: 0, pairs: 0 };
    const lane = async () => {
      while (!signal?.aborted) {
        const { sightings, pairs } = await this.round();
        if (sightings === 0) return;
        sum.sightings += sightings;
        sum.pairs += pairs;
      }
    };
    const lanes = await Promise.allSettled([lane(), lane()]);
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
    return sum;
  }

  /** One batch: claimed, compared, and its pairs written in the transaction that says it is done. */
  async round(): Promise<MatchRound> {
    const { database, batch = 1_000 } = this.#options;
    const { leaseId, rows } = await this.#queue.claim(database, batch);
    if (rows.length === 0) {
      (await this.#feed.upToDate(database)).fold(FOLD_MS);
      return { sightings: 0, pairs: 0 };
    }
    const keys = rows.map(({ key, usdot_number, time_captured }) => ({
      id: key,
      usdot_number,
      time_captured,
    }));
    try {
      const found = await this.#compare(keys);
      return { sightings: rows.length, pairs: await this.#write(leaseId, keys, found) };
    } catch (error) {
      // Nothing is wrong with the sightings: they wait again at once, for whoever gets to them.
      const ids = keys.map((key) => key.id);
      await this.#queue.release(database, leaseId, ids).catch(() => undefined);
      throw error;
    }
  }

  async #compare(keys: ObservationKey[]): Promise<Found> {
    const { database, clock } = this.#options;
    const sightings = await fetchSightings(database, keys);
    // After the sightings have been read, so that no alert is missed that is older than one of them.
    const index = await this.#feed.upToDate(database);
    const found: Found = {
      sightings,
      now: clock.now(),
      pairs: { alertIds: [], sightingIds: [] },
      recent: [],
    };
    for (const sighting of sightings) {
      const view = sightingView(sighting);
      for (const alertId of index.match(view)) {
        found.pairs.alertIds.push(alertId);
        found.pairs.sightingIds.push(sighting.id);
      }
      if (isRecent(sighting.time_captured, found.now)) found.recent.push({ key: sighting, view });
    }
    index.fold(FOLD_MS);
    return found;
  }

  async #write(leaseId: string, keys: ObservationKey[], found: Found): Promise<number> {
    const { database, wake } = this.#options;
    await ensureDays(
      database,
      found.recent.map(({ key }) => key.time_captured),
    );
    const written = await database.transaction(async (tx) => {
      // What does not come back was taken or changed meanwhile: it is matched by someone else, in its new form.
      const ours = new Set(
        await this.#queue.finish(
          tx,
          leaseId,
          keys.map((key) => key.id),
        ),
      );
      const { pairs, recent } = ours.size === keys.length ? found : only(found, ours);
      await insertRecent(tx, recent);
      const { length } = pairs.alertIds;
      const added = length === 0 ? 0 : await insertPairs(tx, pairs, found.sightings, found.now);
      if (added < length) await refreshPairs(tx, pairs, found.sightings, found.now);
      return added;
    });
    if (written > 0) wake('alert_matches');
    return written;
  }
}

function only({ pairs: { alertIds, sightingIds }, recent }: Found, ours: Set<string | number>) {
  const kept = sightingIds.flatMap((id, i) => (ours.has(id) ? [i] : []));
  return {
    pairs: {
      alertIds: kept.map((i) => alertIds[i] as number),
      sightingIds: kept.map((i) => sightingIds[i] as number),
    },
    recent: recent.filter(({ key }) => ours.has(key.id)),
  };
}
