import type { WatchKind } from '../../../contract/brokers/watchlist.ts';
import type { Failure } from '../../../db/claim.ts';
import { retryOnDeadlock } from '../../../db/database.ts';
import { isDatabaseFault } from '../../../db/database-fault.ts';
import { codeOf } from '../../../lib/errors.ts';
import { currentLoads } from '../../federal/loads.ts';
import { type CurrentFacts, readFacts } from '../facts/kinds.ts';
import { dayOf, type WatchlistService } from '../watchlist-service.ts';
import { compareCarriers } from './compare-carriers.ts';
import { watchedQueue } from './due-carriers.ts';
import { askedKinds, type TellingList, tellingLists } from './telling-lists.ts';
import { writeCompared } from './write-events.ts';

const BATCH = 200;
const EXTENSIONS_PER_LEASE = 4;

export type Round = { claimed: number; checked: number; events: number; dead: number; failure: unknown };
type Rows = Awaited<ReturnType<ReturnType<typeof watchedQueue>['claim']>>['rows'];

/** Compares the watched carriers that are due with what was known of them. */
export class CarrierChecks {
  readonly #service: WatchlistService;
  readonly #queue = watchedQueue();
  readonly #batch: number;

  constructor(service: WatchlistService, batch = BATCH) {
    this.#service = service;
    this.#batch = batch;
  }

  /** Claims, compares and writes one batch. */
  async round(): Promise<Round> {
    const { db } = this.#service;
    const { leaseId, rows, dead } = await this.#queue.claim(db, this.#batch);
    const round = {
      claimed: rows.length,
      checked: 0,
      events: 0,
      dead: dead.length,
      failure: null as unknown,
    };
    if (rows.length === 0) return round;
    const keys = rows.map(({ key }) => key);
    const extending = setInterval(() => {
      this.#queue.extend(db, leaseId, keys).catch(() => undefined);
    }, this.#queue.leaseMs / EXTENSIONS_PER_LEASE);
    try {
      Object.assign(round, await this.#check(leaseId, rows));
    } catch (error) {
      round.failure = error;
      round.dead += await this.#fail(leaseId, rows, error);
    } finally {
      clearInterval(extending);
    }
    return round;
  }

  /** One carrier that cannot be compared must not stop the others of its batch: they are tried one by one. */
  async #fail(leaseId: string, rows: Rows, cause: unknown): Promise<number> {
    const outside = isDatabaseFault(cause);
    const failed: Failure[] = [];
    for (const row of rows) {
      const { key, attempts } = row;
      let reason = reasonOf(cause);
      if (!outside && rows.length > 1) {
        const alone = await this.#check(leaseId, [row]).catch((error: unknown) => ({ error }));
        if (!('error' in alone)) continue;
        reason = reasonOf(alone.error);
      }
      failed.push({ key, attempts, reason, outside });
    }
    return (await this.#queue.fail(this.#service.db, leaseId, failed)).length;
  }

  async #check(leaseId: string, rows: Rows): Promise<{ checked: number; events: number }> {
    const { db, clock } = this.#service;
    const today = dayOf(clock.now());
    const keys = rows.map(({ key }) => key);
    const lists = await tellingLists(db, keys);
    const current = await this.#read(rows, lists, today);
    if (current === null) {
      await this.#queue.release(db, leaseId, keys);
      return { checked: 0, events: 0 };
    }
    return retryOnDeadlock(() =>
      db.transaction(async (tx) => {
        const held = new Set(await this.#queue.finish(tx, leaseId, keys));
        const own = rows.filter(({ key }) => held.has(key));
        if (own.length === 0) return { checked: 0, events: 0 };
        // Lists may have changed while the facts were read. A kind that was added since has no facts yet.
        const compared = compareCarriers(
          own,
          await tellingLists(
            tx,
            own.map(({ key }) => key),
          ),
          current,
          today,
        );
        await writeCompared(this.#service, tx, compared, today);
        return { checked: own.length, events: compared.events.length };
      }),
    );
  }

  /** Null if a file was imported meanwhile: facts of the new file would be compared as those of the old one. */
  async #read(
    rows: Rows,
    lists: ReadonlyMap<number, TellingList[]>,
    today: string,
  ): Promise<CurrentFacts | null> {
    const { db, profile } = this.#service;
    const before = await currentLoads(db);
    const asked = new Map<WatchKind, Set<number>>();
    for (const { key, usdot_number } of rows)
      for (const kind of askedKinds(lists.get(key) ?? []))
        asked.set(kind, (asked.get(kind) ?? new Set()).add(usdot_number));
    const loaded = new Map(before.map(({ dataset, as_of }) => [dataset, as_of]));
    const numbers = new Map([...asked].map(([kind, of]) => [kind, [...of]]));
    const facts = await readFacts({ db, profile, today, loaded }, numbers);
    const after = await currentLoads(db);
    const loads = (of: typeof before) =>
      of.map(({ dataset, content_hash }) => `${dataset} ${content_hash}`).join();
    return loads(before) === loads(after) ? facts : null;
  }
}

/** Without the text of the error, which may quote a row. */
function reasonOf(error: unknown): string {
  return `The carrier could not be compared (${codeOf(error) ?? (error as Error)?.name ?? 'unknown error'}).`;
}
