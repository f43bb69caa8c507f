import { createHash } from 'node:crypto';
import type { Database } from '../../server/src/db/database.ts';
import { openPool } from '../../server/src/db/database.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { imageId } from '../../server/src/domain/images/frame-detections.ts';
import { claimImages, imageQueue } from '../../server/src/domain/images/image-queue.ts';
import { insertImages, type NewImage } from '../../server/src/domain/images/image-rows.ts';
import type { IngestRecord } from '../../server/src/domain/images/ingest-record.ts';
import { ensureMonths } from '../../server/src/domain/observations/ensure-months.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { recordImage } from '../../server/src/domain/recognition/sighting/record-image.ts';
import { type StoredReading, storedReading } from '../../server/src/domain/recognition/sighting/view.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { readLines } from '../../server/test/support/recognition/read-lines.ts';
import { absolute, type Bench, type Ratio } from './support/bench.ts';

const CAMERAS = 50;
const CARRIERS = 10_000;
const FIRST_CARRIER = 1_000_000;
const AT_ONCE = 20;
const START = Date.now() - 86_400_000;

/** The tables that grow with every image. */
const TABLES = [
  'images',
  'image_queue',
  'sightings',
  'vehicle_evidence',
  'observations',
  'observation_counts',
  'unmatched_sightings',
];
/** Of an image. */
const IMAGE_GOALS = { bytes: 900, versions: 2 };

type Counters = { inserted: number; updated: number; hot: number; deleted: number; bytes: number };

export const bench: Bench = {
  about:
    'what one image writes from its insert to its sighting: bytes with indexes after a vacuum, row versions, and updates that touch no index; one image per sighting, six lines of text',
  async run({ quick }) {
    await using cleanup = new AsyncDisposableStack();
    // Durable commits would take longer and write the same.
    const { connection, stop } = await startTestCluster();
    cleanup.defer(stop);
    const open = (size: number) => openPool({ ...connection, database: TEMPLATE }, size, silent);
    const images = quick ? 2_000 : 20_000;
    const database = open(1);
    cleanup.defer(() => database.close());
    await ensureMonths(database, [new Date(START), new Date()]);
    // Empty tables and months have a size, too, which is not the cost of an image.
    const empty = new Map<string, number>();
    for (const table of TABLES) empty.set(table, (await countersOf(database, table)).bytes);
    const writer = open(AT_ONCE);
    await writeImages(writer, images);
    // A session reports its counters when it ends.
    await writer.close();
    const ratios: Ratio[] = [];
    for (const table of TABLES) {
      const goals = table === 'images' ? IMAGE_GOALS : { bytes: null, versions: null };
      const { inserted, updated, hot, deleted, ...now } = await countersOf(database, table);
      const bytes = now.bytes - (empty.get(table) ?? 0);
      const per = (value: number) => value / images;
      ratios.push(
        absolute(`${table}: size`, per(bytes), 'bytes/image', goals.bytes),
        absolute(`${table}: row versions`, per(inserted + updated), 'per image', goals.versions),
        absolute(`${table}: dead rows`, per(updated + deleted), 'per image', null),
        absolute(`${table}: HOT updates`, updated === 0 ? 1 : hot / updated, 'of updates', null, 'higher'),
      );
    }
    const { rows } = await database.pool.query<{ bytes: number }>(
      'select avg(pg_column_size(readings))::float8 as bytes from images',
    );
    return [...ratios, absolute('images: stored reading', rows[0]?.bytes ?? 0, 'bytes/image', null)];
  },
};

async function writeImages(database: Database, images: number): Promise<void> {
  const { organization_id: organizationId } = await createOrganization(database, {
    name: 'Bench',
    kind: 'partner',
  });
  await database.pool.query(
    `insert into company_census (usdot_number, legal_name, phy_city, phy_state, docket1_prefix, docket1_number)
     select ${FIRST_CARRIER} + n, 'HIGH PLAINS FREIGHT LLC', 'AMARILLO', 'TX', 'MC', 100000 + n
     from generate_series(0, ${CARRIERS - 1}) n`,
  );
  for (let from = 0; from < images; from += 100) {
    const batch = Array.from({ length: Math.min(100, images - from) }, (_, i) =>
      newImage(organizationId, from + i),
    );
    await insertImages(database, batch);
    await readAll(database);
  }
}

async function readAll(database: Database): Promise<void> {
  const queue = imageQueue();
  for (;;) {
    const { leaseId, rows } = await claimImages(queue, database, AT_ONCE);
    if (rows.length === 0) return;
    await Promise.all(
      rows.map((image) =>
        recordImage(database, image, readingOf(image.sha256), {
          finish: async (tx) => (await queue.finish(tx, leaseId, [image.key])).length === 1,
        }),
      ),
    );
  }
}

function newImage(organizationId: number, nth: number): NewImage {
  const sha256 = createHash('sha256').update(String(nth)).digest();
  const record: IngestRecord = {
    source: `camera-${nth % CAMERAS}`,
    time_captured: new Date(START + Math.floor(nth / CAMERAS) * 200_000),
    ...{ box_xmin: 412, box_ymin: 288, box_xmax: 1_604, box_ymax: 977 },
    ...{ latitude: 35.1921, longitude: -101.8313, city: 'Amarillo', state: 'TX', route: 'I-40' },
    ...{
      traffic_direction: 'Westbound',
      alpr_confidence: 0.9512,
      alpr_state: 'OK',
      plate_number: `1AB${nth}`,
    },
  };
  return {
    id: imageId(organizationId, record, sha256),
    ...{ organizationId, record, sha256, byteSize: 300_000, receivedAt: new Date(), force: false },
    facts: { format: 'jpeg', width: 1_920, height: 1_080 },
  };
}

/** The text on the door of a truck; its numbers follow from the hash of the image. */
function readingOf(sha256: Buffer): StoredReading {
  const number = sha256.readUInt32BE(0);
  const lines = [
    'HIGH PLAINS FREIGHT LLC',
    'AMARILLO TX',
    `USDOT ${FIRST_CARRIER + (number % CARRIERS)}`,
    `MC ${100_000 + (number % CARRIERS)}`,
    `UNIT ${number % 10_000}`,
    'GVW 80,000 LBS',
  ];
  const reading = readLines(lines, { width: 1_192, height: 689 });
  return storedReading(reading, readFields(reading, { logos: [] }));
}

async function countersOf(database: Database, table: string): Promise<Counters> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::text::regclass
     union select $1::text where not exists (select 1 from pg_inherits where inhparent = $1::text::regclass)`,
    [table],
  );
  for (const { name } of tables) await database.pool.query(`vacuum ${name}`);
  const { rows } = await database.pool.query<Counters>(
    `select sum(n_tup_ins)::float8 as inserted, sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as hot,
       sum(n_tup_del)::float8 as deleted, sum(pg_total_relation_size(relid))::float8 as bytes
     from pg_stat_user_tables where relid = any($1::regclass[])`,
    [tables.map(({ name }) => name)],
  );
  return rows[0] as Counters;
}
