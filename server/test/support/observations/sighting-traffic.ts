import { type Database, retryOnDeadlock, type Transaction } from '../../../src/db/database.ts';
import type { NewObservation, ObservationKey } from '../../../src/domain/observations/observation.ts';
import {
  recordSightings,
  replaceSightings,
  withdrawSightings,
} from '../../../src/domain/observations/record-sightings.ts';

type Options = {
  organizationId: number;
  random: () => number;
  make: (random: () => number) => Omit<NewObservation, 'type'>;
};

/** Records, decides again, replaces and deletes sightings at random, as recognition and retention do. */
export class SightingTraffic {
  readonly #db: Database;
  readonly #options: Options;
  /** The sightings that remain. */
  readonly keys: ObservationKey[] = [];

  constructor(db: Database, options: Options) {
    this.#db = db;
    this.#options = options;
  }

  async step(): Promise<void> {
    const { organizationId, random, make } = this.#options;
    const choice = random();
    const at = Math.floor(random() * this.keys.length);
    const key = this.keys[at];
    const record = (fields: object) =>
      this.#change((tx) => recordSightings(tx, [{ ...make(random), organizationId, ...fields }]));
    if (choice < 0.4 || !key) this.keys.push(...(await record({})));
    else if (choice < 0.8) {
      // Some change only the place, so that the row keeps its key.
      const same = random() < 0.4 ? key : { id: key.id };
      this.keys.splice(at, 1, ...(await record({ ...same, former: key, isDecidedAgain: true })));
    } else {
      this.keys.splice(at, 1);
      if (choice < 0.9) await this.#change((tx) => withdrawSightings(tx, [key]));
      else await this.#change((tx) => replaceSightings(tx, [{ ...key, organization_id: organizationId }]));
    }
  }

  #change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return retryOnDeadlock(() => this.#db.transaction(work));
  }
}
