import type { Db } from '../../../db/database.ts';
import { AlertIndex } from '../match-index/alert-index.ts';
import { activeAlerts, changesAfter, newestChange } from './feed-store.ts';

const PAGE = 10_000;

/** The index of this process and its position in the log of changes. */
export class AlertFeed {
  #index = new AlertIndex();
  #position: number | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** The index with every change that was committed before the call. Costs one short query when nothing has changed. */
  upToDate(db: Db): Promise<AlertIndex> {
    // Calls run one after the other, so that an older result cannot overwrite a newer one.
    const mine = this.#turn.then(() => this.#catchUp(db));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #catchUp(db: Db): Promise<AlertIndex> {
    if (this.#position === null) await this.#load(db);
    for (;;) {
      const position = this.#position ?? 0;
      if ((await newestChange(db)) === position) return this.#index;
      const found = await changesAfter(db, position, PAGE);
      // Changes after our position were deleted from the log: load everything again.
      if (found.read > 0 && found.first > position + 1) {
        await this.#load(db);
        continue;
      }
      for (const id of found.remove) this.#index.remove(id);
      for (const alert of found.put) this.#index.put(alert);
      this.#position = found.last;
      if (found.read < PAGE) return this.#index;
    }
  }

  /** The position is read before the alerts; changes in between are applied a second time. */
  async #load(db: Db): Promise<void> {
    const position = await newestChange(db);
    const index = new AlertIndex();
    for (let after = 0; ; ) {
      const alerts = await activeAlerts(db, after, PAGE);
      for (const alert of alerts) index.put(alert);
      after = alerts.at(-1)?.id ?? after;
      if (alerts.length < PAGE) break;
    }
    index.settle();
    this.#index = index;
    this.#position = position;
  }
}
