import { type Database, retryOnDeadlock, type Transaction } from '../../../db/database.ts';
import { acrossNodes, type Places } from '../../../db/nodes/across-nodes.ts';
import { bucketOfSighting } from '../../../lib/camera-bucket.ts';
import type { Clock } from '../../../lib/clock.ts';
import { noTracing, type Tracing } from '../../../lib/telemetry/tracing.ts';
import { writeQueued } from '../../observations/record-sightings.ts';
import { hasConflictingName, queuedSighting, unmatchedQueue } from '../../observations/unmatched.ts';
import {
  type ClaimedSightings,
  carriersOf,
  markMatched,
  writeApart,
} from '../../observations/write-apart.ts';
import { mismatchesAmong, type Suspect } from '../mismatch/find-mismatches.ts';
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
  /** Called when observations could not be written together with the matches. */
  onDelayed?: (error: unknown) => void;
  /** Called after the matches of a batch are committed. */
  onMatched?: (matched: MatchedSighting) => void;
};

type MatchedSighting = { sightingId: number; imageIds: string[]; alertIds: number[] };

/** `dead`: sightings that failed for good when the batch was claimed. */
type EndedRound = {
  outcome: 'done' | 'retry' | 'interrupted';
  sightings: number;
  dead: number;
  durationMs: number;
};

/** Result of comparing a batch. */
type Found = { sightings: Sighting[]; now: Date; pairs: Pairs; recent: RecentSighting[] };

/** A claimed sighting that is not matched yet. */
type Waiting = Receipt & { id: number; sighting: Sighting | null; hasForeignName: boolean };

type MatchRound = { sightings: number; pairs: number };

const FOLD_MS = 5;
const MAX_BATCH = 1_000;

/** Writes the observations of waiting sightings and compares them with all active alerts, one batch at a time. */
export class Matcher {
  readonly #options: Options;
  readonly #queue = unmatchedQueue();
  readonly #feed = new AlertFeed();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Processes the waiting sightings. While the database writes one batch, a second loop compares another; it starts only when the first
   * has rows. A batch that is not full ends its loop: what arrived meanwhile is left for the next batch.
   */
  async drain(signal?: AbortSignal): Promise<MatchRound> {
    const { batch = MAX_BATCH } = this.#options;
    const sum: MatchRound = { sightings: 0, pairs: 0 };
    let second: Promise<void> | null = null;
    const loop = async (onClaimed?: () => void) => {
      for (let isFull = true; isFull && !signal?.aborted; ) {
        const { sightings, pairs } = await this.round(onClaimed);
        sum.sightings += sightings;
        sum.pairs += pairs;
        isFull = sightings === batch;
      }
    };
    const first = loop(() => {
      second ??= loop();
      second.catch(() => undefined);
    });
    const loops = [...(await Promise.allSettled([first])), ...(await Promise.allSettled([second]))];
    for (const ended of loops) if (ended.status === 'rejected') throw ended.reason;
    return sum;
  }

  /** Processes one batch. The transaction that finishes it writes its observations and its pairs. */
  async round(onClaimed?: () => void): Promise<MatchRound> {
    const { database, batch = MAX_BATCH, tracing = noTracing, onRound } = this.#options;
    const startedAt = performance.now();
    const { leaseId, rows, dead } = await this.#queue.claim(database, batch);
    const ended = (outcome: EndedRound['outcome'], sightings = rows.length) =>
      onRound?.({
        outcome,
        sightings,
        dead: outcome === 'interrupted' ? 0 : dead.length,
        durationMs: performance.now() - startedAt,
      });
    if (rows.length === 0) {
      if (dead.length > 0) ended('done');
      (await this.#feed.upToDate(database)).fold(FOLD_MS);
      return { sightings: 0, pairs: 0 };
    }
    onClaimed?.();
    const keys = rows.flatMap(({ key, received_at, is_decided_again, sighting, is_matched }) => {
      const receipt = { receivedAt: received_at, isDecidedAgain: is_decided_again };
      const alerted = sighting === null ? null : queuedSighting(sighting);
      const hasForeignName = hasConflictingName(sighting);
      return is_matched ? [] : [{ ...receipt, id: key, sighting: alerted, hasForeignName }];
    });
    const traces = new MatchTraces(tracing, rows);
    try {
      const found = await this.#compare(keys);
      const { pairs, delayed } = await this.#write({ leaseId, rows }, keys, found, traces);
      ended('done', rows.length - delayed);
      ended('interrupted', delayed);
      return { sightings: rows.length, pairs };
    } catch (error) {
      ended('retry');
      // The sightings are not at fault: they return to the queue at once.
      const ids = rows.map(({ key }) => key);
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
    const add = (alertId: number, sighting: Sighting) => {
      found.pairs.alertIds.push(alertId);
      found.pairs.sightingIds.push(sighting.id);
    };
    const suspects: (Suspect & { alertId: number })[] = [];
    for (const { sighting, hasForeignName } of keys) {
      if (sighting === null) continue;
      const view = sightingView(sighting);
      for (const alertId of index.match(view)) {
        const rule = index.mismatchOf(alertId);
        if (rule) suspects.push({ alertId, rule, sighting, hasForeignName });
        else add(alertId, sighting);
      }
      if (isRecent(sighting.time_captured, found.now)) found.recent.push({ key: sighting, view });
    }
    index.fold(FOLD_MS);
    for (const { alertId, sighting } of await mismatchesAmong(database, suspects)) add(alertId, sighting);
    return found;
  }

  /**
   * If the observations cannot be written, for example because a node of the database is away, the matches are written at once
   * and the observations of each node apart.
   */
  async #write({ leaseId, rows }: ClaimedSightings, keys: Waiting[], found: Found, traces: MatchTraces) {
    const { database, wake, onMatched, onDelayed } = this.#options;
    const detailsOf = this.#detailsOf(keys, found.now, traces);
    const ids = rows.map(({ key }) => key);
    await ensureDays(
      database,
      found.recent.map(({ key }) => key.time_captured),
    );
    const buckets = ids.map(bucketOfSighting);
    const write = (ours: (tx: Transaction, places: Places) => Promise<unknown[]>, isWhole: boolean) =>
      retryOnDeadlock(() =>
        acrossNodes(
          database,
          { buckets, carriers: isWhole ? rows.flatMap(carriersOf) : [] },
          async (tx, places) => {
            // Rows that are not returned were claimed or changed by others, who write and match them again.
            const held = new Set(await ours(tx, places));
            const pairs = await writePairs(tx, keys, found, held, detailsOf);
            const ownRows = rows.filter(({ key }) => held.has(key));
            if (isWhole) await writeQueued(tx, ownRows, places);
            return pairs;
          },
        ),
      );
    let delayed = 0;
    const queue = this.#queue;
    const hold = (_: Transaction, places: Places) => queue.extendAt(places, leaseId, ids);
    const whole = async () => {
      if (!queue.isApart) return write((tx) => queue.finish(tx, leaseId, ids), true);
      const written = await write(hold, true);
      await acrossNodes(database, { buckets }, (_, places) => queue.finishAt(places, leaseId, ids));
      return written;
    };
    const pairs = await whole().catch(async (error) => {
      const written = await write(queue.isApart ? hold : (tx) => markMatched(tx, leaseId, ids), false);
      if (queue.isApart) await markMatched(database, leaseId, ids);
      onDelayed?.(error);
      delayed = await writeApart(database, queue, { leaseId, rows }, error);
      return written;
    });
    if (pairs > 0) wake('alert_matches');
    if (onMatched) for (const matched of bySighting(found)) onMatched(matched);
    return { pairs, delayed };
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

/** Returns the number of new pairs, and of those that notify now. */
async function writePairs(
  tx: Transaction,
  keys: Waiting[],
  found: Found,
  held: Set<unknown>,
  detailsOf: (sighting: Sighting) => MatchDetails,
): Promise<number> {
  const { pairs, recent } = keys.every(({ id }) => held.has(id)) ? found : only(found, held);
  await insertRecent(tx, recent);
  const { length } = pairs.alertIds;
  const added = length > 0 ? await insertPairs(tx, pairs, found.sightings, found.now, detailsOf) : 0;
  const changed = changedAmong(keys, found.sightings).filter((id) => held.has(id));
  await settleFormerMatches(tx, changed, pairs);
  if (added === length) return added;
  const announced = await announcePairs(tx, pairs, found.sightings, found.now, detailsOf);
  await refreshPairs(tx, pairs, found.sightings, found.now);
  return added + announced;
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

function only({ pairs: { alertIds, sightingIds }, recent }: Found, held: Set<unknown>) {
  const kept = sightingIds.flatMap((id, i) => (held.has(id) ? [i] : []));
  return {
    pairs: {
      alertIds: kept.map((i) => alertIds[i] as number),
      sightingIds: kept.map((i) => sightingIds[i] as number),
    },
    recent: recent.filter(({ key }) => held.has(key.id)),
  };
}
