import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { noTracing, type Tracing } from '../../../lib/telemetry/tracing.ts';
import { queuedSighting, unmatchedQueue } from '../../observations/unmatched.ts';
import { ensureDays, isRecent } from '../preview/recent-days.ts';
import { insertRecent, type RecentSighting } from '../preview/recent-store.ts';
import { AlertFeed } from './alert-feed.ts';
import { settleFormerMatches } from './former-matches.ts';
import {
  announcePairs,
  insertPairs,
  type MatchDetails,
  type Pairs,
  refreshPairs,
  type Sighting,
} from './match-store.ts';
import { MatchTraces } from './match-traces.ts';
import { sightingView } from './sighting-view.ts';
import { type Receipt, silentForAll } from './silence.ts';

type Options = {
  database: Database;
  clock: Clock;
  wake: (table: string) => void;
  batch?: number;
  /** Images that were captured longer before they were received do not notify. Without it, all do. */
  maxAgeHours?: number;
  tracing?: Tracing;
  onRound?: (ended: EndedRound) => void;
  /** Called after the matches of a batch are committed. */
  onMatched?: (matched: MatchedSighting) => void;
};

type MatchedSighting = { sightingId: number; imageIds: string[]; alertIds: number[] };

/** `dead`: sightings that failed for good when the batch was claimed. */
type EndedRound = { outcome: 'done' | 'retry'; sightings: number; dead: number; durationMs: number };

/** Result of comparing a batch. */
type Found = { sightings: Sighting[]; now: Date; pairs: Pairs; recent: RecentSighting[] };

/** A claimed sighting. */
type Waiting = Receipt & { id: number; sighting: Sighting | null };

type MatchRound = { sightings: number; pairs: number };

const FOLD_MS = 5;
const MAX_BATCH = 1_000;

/** Compares waiting sightings with all active alerts, one batch at a time. */
export class Matcher {
  readonly #options: Options;
  readonly #queue = unmatchedQueue();
  readonly #feed = new AlertFeed();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Processes the waiting sightings. Two loops run at once: while the database writes one batch, another is compared. A batch
   * that is not full ends its loop: what arrived meanwhile is left for the next batch.
   */
  async drain(signal?: AbortSignal): Promise<MatchRound> {
    const { batch = MAX_BATCH } = this.#options;
    const sum: MatchRound = { sightings: 0, pairs: 0 };
    const loop = async () => {
      for (let isFull = true; isFull && !signal?.aborted; ) {
        const { sightings, pairs } = await this.round();
        sum.sightings += sightings;
        sum.pairs += pairs;
        isFull = sightings === batch;
      }
    };
    const loops = await Promise.allSettled([loop(), loop()]);
    for (const ended of loops) if (ended.status === 'rejected') throw ended.reason;
    return sum;
  }

  /** Processes one batch. The transaction that finishes it writes its pairs. */
  async round(): Promise<MatchRound> {
    const { database, batch = MAX_BATCH, tracing = noTracing, onRound } = this.#options;
    const startedAt = performance.now();
    const { leaseId, rows, dead } = await this.#queue.claim(database, batch);
    const ended = (outcome: EndedRound['outcome']) =>
      onRound?.({
        outcome,
        sightings: rows.length,
        dead: dead.length,
        durationMs: performance.now() - startedAt,
      });
    if (rows.length === 0) {
      if (dead.length > 0) ended('done');
      (await this.#feed.upToDate(database)).fold(FOLD_MS);
      return { sightings: 0, pairs: 0 };
    }
    const keys = rows.map(({ key, received_at, is_decided_again, sighting }) => ({
      ...{ id: key, receivedAt: received_at, isDecidedAgain: is_decided_again },
      sighting: sighting === null ? null : queuedSighting(sighting),
    }));
    const traces = new MatchTraces(tracing, rows);
    try {
      const found = await this.#compare(keys);
      const pairs = await this.#write(leaseId, keys, found, traces);
      ended('done');
      return { sightings: rows.length, pairs };
    } catch (error) {
      ended('retry');
      // The sightings are not at fault: they return to the queue at once.
      const ids = keys.map((key) => key.id);
      await this.#queue.release(database, leaseId, ids).catch(() => undefined);
      throw error;
    } finally {
      traces.end();
    }
  }

  async #compare(keys: Waiting[]): Promise<Found> {
    const { database, clock } = this.#options;
    const sightings = keys.flatMap(({ sighting }) => sighting ?? []);
    // The index is updated after the sightings were claimed, so that no alert older than a sighting is missed.
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

  async #write(leaseId: string, keys: Waiting[], found: Found, traces: MatchTraces): Promise<number> {
    const { database, wake, onMatched } = this.#options;
    const detailsOf = this.#detailsOf(keys, found.now, traces);
    await ensureDays(
      database,
      found.recent.map(({ key }) => key.time_captured),
    );
    const written = await database.transaction(async (tx) => {
      // Keys that are not returned were claimed or changed by others, who match them again.
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
      const added = length > 0 ? await insertPairs(tx, pairs, found.sightings, found.now, detailsOf) : 0;
      const changed = changedAmong(keys, found.sightings).filter((id) => ours.has(id));
      await settleFormerMatches(tx, changed, pairs);
      if (added === length) return added;
      const announced = await announcePairs(tx, pairs, found.sightings, found.now, detailsOf);
      await refreshPairs(tx, pairs, found.sightings, found.now);
      return added + announced;
    });
    if (written > 0) wake('alert_matches');
    if (onMatched) for (const matched of bySighting(found)) onMatched(matched);
    return written;
  }

  #detailsOf(keys: Waiting[], now: Date, traces: MatchTraces) {
    const { maxAgeHours = Number.POSITIVE_INFINITY } = this.#options;
    const receipts = new Map<number, Receipt>(keys.map((key) => [key.id, key]));
    return ({ id, time_captured }: Sighting): MatchDetails => {
      const receipt = receipts.get(id) ?? { receivedAt: null, isDecidedAgain: false };
      const { receivedAt } = receipt;
      const silentReason = silentForAll(receipt, time_captured, now, maxAgeHours);
      return { traceparent: traces.of(id), receivedAt, silentReason };
    };
  }
}

function bySighting({ sightings, pairs: { alertIds, sightingIds } }: Found): MatchedSighting[] {
  const byId = new Map(sightings.map((sighting) => [sighting.id, sighting]));
  const grouped = Map.groupBy(sightingIds.keys(), (i) => sightingIds[i] as number);
  return [...grouped].map(([sightingId, indexes]) => {
    const sighting = byId.get(sightingId);
    const imageIds = sighting?.view_image_ids ?? (sighting?.image_id ? [sighting.image_id] : []);
    return { sightingId, imageIds, alertIds: indexes.map((i) => alertIds[i] as number) };
  });
}

/** Sightings that may have matches already: decided again, with several images, or no longer there. */
function changedAmong(keys: Waiting[], sightings: Sighting[]): number[] {
  const found = new Map(sightings.map((sighting) => [sighting.id, sighting]));
  return keys.flatMap(({ id, isDecidedAgain }) => {
    const sighting = found.get(id);
    return isDecidedAgain || !sighting || sighting.view_image_ids !== null ? [id] : [];
  });
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
