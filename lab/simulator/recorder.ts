import type { Database } from '../../server/src/db/database.ts';
import { readRow, retryOnDeadlock, statement, type Transaction } from '../../server/src/db/database.ts';
import { Matcher } from '../../server/src/domain/alerts/match/matcher.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { insertImages } from '../../server/src/domain/images/insert/insert-images.ts';
import { takeSightingIds } from '../../server/src/domain/observations/record-observations.ts';
import {
  correctImage,
  withdrawCorrection,
} from '../../server/src/domain/recognition/labels/correct-image.ts';
import type { Label } from '../../server/src/domain/recognition/labels/label.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { recordImage } from '../../server/src/domain/recognition/sighting/record-image.ts';
import { revisitQueue } from '../../server/src/domain/recognition/sighting/revisit-queue.ts';
import { revisitSighting } from '../../server/src/domain/recognition/sighting/revisit-sighting.ts';
import { DEFAULT_RULES } from '../../server/src/domain/recognition/sighting/sighting-rules.ts';
import { storedReading } from '../../server/src/domain/recognition/sighting/view.ts';
import { mapConcurrent } from '../../server/src/lib/async/map-concurrent.ts';
import { bucketOfImage } from '../../server/src/lib/camera-bucket.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import type { SimulatedImage } from './traffic.ts';
import type { SimulatedCarrier, World } from './world.ts';

const AT_ONCE = 8;
const BATCH = 200;
const REVISITS = 100;
const LOGOS = inventedWordmarks.map((name) => name.toLowerCase());
const SIZE = { width: 1920, height: 1080 };

const finishImage = statement('simulator.finish', 'delete from image_queue where image_id = $1');

const ownId = statement('simulator.own-id', 'select own_sighting_id from images where id = $1');

/** Records simulated images with the code of the workers: everything but the OCR. */
export class Recorder {
  readonly #database: Database;
  readonly #organizations: number[];
  readonly #users: number[];
  /** Revisits that changed a sighting or not, over all. */
  revisits = 0;

  private constructor(database: Database, organizations: number[], users: number[]) {
    this.#database = database;
    this.#organizations = organizations;
    this.#users = users;
  }

  /** On an empty database. */
  static async open(database: Database, { carriers, neighbors }: World): Promise<Recorder> {
    const organizations: number[] = [];
    for (const name of ['First partner', 'Second partner']) {
      const { organization_id: id } = await createOrganization(database, { name, kind: 'partner' });
      organizations.push(id);
    }
    await database.pool.query(
      `insert into organization_quotas (organization_id, name, value)
       select o, n, 1000000000000 from unnest($1::int[]) o, unnest($2::text[]) n`,
      [organizations, ['images_per_day', 'stored_bytes', 'corrections_per_day']],
    );
    const { rows: users } = await database.pool.query<{ id: number }>(
      `insert into users (organization_id, email) select o, o || '@simulator.example' from unnest($1::int[]) o returning id`,
      [organizations],
    );
    await register(database, [...carriers, ...neighbors]);
    return new Recorder(
      database,
      organizations,
      users.map(({ id }) => id),
    );
  }

  /** Like a worker: images of different cameras at once. */
  async record(images: readonly SimulatedImage[], atOnce = AT_ONCE): Promise<void> {
    for (let at = 0; at < images.length; at += BATCH) {
      const batch = images.slice(at, at + BATCH);
      const unique = [...new Map(batch.map((image) => [image.id, image])).values()];
      await insertImages(
        this.#database,
        unique.map((image) => this.#rowOf(image)),
      );
      const ids = await takeSightingIds(
        this.#database,
        batch.map(({ id }) => bucketOfImage(id)),
      );
      await mapConcurrent(atOnce, [...batch.entries()], ([i, image]) =>
        this.#recordOne(image, ids[i] as number),
      );
      await this.decideAgain();
    }
  }

  async #recordOne(image: SimulatedImage, new_sighting_id: number): Promise<void> {
    const { own_sighting_id } = await readRow<{ own_sighting_id: number | null }>(this.#database, ownId, [
      image.id,
    ]);
    const { id, sha256, record, lines, organization } = image;
    const { plate_number: number, alpr_state: state, alpr_confidence: confidence } = record;
    const reading = { ...SIZE, isWhole: false, lines };
    const fields = readFields(reading, {
      logos: LOGOS,
      plate: number ? { number, state, confidence } : null,
    });
    const row = {
      key: id,
      sha256,
      byte_size: 1,
      received_at: new Date(),
      correlation_id: null,
      partition: null,
      traceparent: null,
      ...{ own_sighting_id, new_sighting_id },
    };
    const waiting = { ...record, ...SIZE, ...row };
    const organization_id = this.#organizations[organization] as number;
    const finish = async (tx: Transaction) => {
      await tx.run(finishImage, [id]);
      return true;
    };
    await recordImage(this.#database, { ...waiting, organization_id }, storedReading(reading, fields), {
      finish,
    });
  }

  #rowOf({ id, sha256, record, organization }: SimulatedImage) {
    const facts = { format: 'jpeg' as const, ...SIZE };
    const organizationId = this.#organizations[organization] as number;
    return { id, organizationId, record, sha256, facts, byteSize: 1, receivedAt: new Date(), force: true };
  }

  /** Until no sighting is left to decide again, and all observations are written. */
  async decideAgain(): Promise<void> {
    const queue = revisitQueue();
    for (;;) {
      const { leaseId, rows } = await queue.claim(this.#database, REVISITS);
      if (rows.length === 0) break;
      this.revisits += rows.length;
      await mapConcurrent(4, rows, ({ key }) =>
        retryOnDeadlock(() =>
          this.#database.transaction(async (tx) => {
            if ((await queue.finish(tx, leaseId, [key])).length === 1)
              await revisitSighting(tx, key, DEFAULT_RULES);
          }),
        ),
      );
    }
    await new Matcher({ database: this.#database, clock: systemClock, wake: () => undefined }).drain();
  }

  async correct(
    { id, organization }: SimulatedImage,
    label: Pick<Label, 'field'> & { value: string | null; plate_state?: string },
  ) {
    await correctImage(this.#corrector(organization), id, { ...label, confirm: true });
    await this.decideAgain();
  }

  async withdraw({ id, organization }: SimulatedImage, field: Label['field']): Promise<void> {
    await withdrawCorrection(this.#corrector(organization), id, field);
    await this.decideAgain();
  }

  #corrector(organization: number) {
    const organizationId = this.#organizations[organization] as number;
    const userId = this.#users[organization] as number;
    return { database: this.#database, now: new Date(), organizationId, userId, wake: () => undefined };
  }
}

async function register(database: Database, carriers: readonly SimulatedCarrier[]): Promise<void> {
  for (let at = 0; at < carriers.length; at += 10_000) {
    const part = carriers.slice(at, at + 10_000);
    await database.pool.query(
      `insert into company_census (usdot_number, legal_name, phy_city, phy_state, docket1_prefix, docket1_number)
       select u, n, 'TULSA', 'OK', case when m > 0 then 'MC' end, nullif(m, 0)
         from unnest($1::int[], $2::text[], $3::int[]) as c (u, n, m) on conflict do nothing`,
      [part.map(({ usdot }) => usdot), part.map(({ name }) => name), part.map(({ mc }) => mc ?? 0)],
    );
  }
  await database.pool.query('analyze company_census');
}
