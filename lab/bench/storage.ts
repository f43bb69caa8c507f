import { createHash } from 'node:crypto';
import type { Database } from '../../server/src/db/database.ts';
import { openPool } from '../../server/src/db/database.ts';
import { Matcher } from '../../server/src/domain/alerts/match/matcher.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { imageId } from '../../server/src/domain/images/image-id.ts';
import { claimImages, imageQueue, type WaitingImage } from '../../server/src/domain/images/image-queue.ts';
import type { IngestRecord } from '../../server/src/domain/images/ingest-record.ts';
import { insertImages } from '../../server/src/domain/images/insert/insert-images.ts';
import type { NewImage } from '../../server/src/domain/images/insert/new-image.ts';
import { classFor } from '../../server/src/domain/images/retention/retention-classes.ts';
import { ensureMonths } from '../../server/src/domain/observations/ensure-months.ts';
import { readFields } from '../../server/src/domain/recognition/readings/read-fields.ts';
import { recordImage } from '../../server/src/domain/recognition/sighting/record-image.ts';
import { type StoredReading, storedReading } from '../../server/src/domain/recognition/sighting/view.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import { readLines } from '../../server/test/support/recognition/read-lines.ts';
import { absolute, type Bench, type Ratio } from './support/bench.ts';
import { grownSince, isQueue, relationsOf, tableOf } from './support/pipeline/relations.ts';
import { postmasterOf, processorSecondsOfFamily } from './support/processes.ts';

const CAMERAS = 50;
const CARRIERS = 10_000;
const FIRST_CARRIER = 1_000_000;
const AT_ONCE = 20;
const BATCH = 100;
const START = Date.now() - 86_400_000;

/** In each half. So at most a tenth to a fifth of the rows of a table are dead, as with autovacuum. */
const VACUUMS = 10;
/** Of an image. */
const GOALS = { bytes: 2_200, observation: 220, versions: 2 };

type Counters = { inserted: number; updated: number; hot: number; deleted: number; bytes: number };

export const bench: Bench = {
  about:
    'what one image writes from its insert to its matched sighting: growth of every table and index over the second half of the images, with regular vacuums, row versions, and updates that touch no index; one image per sighting, a new plate for each, six lines of text, no alert',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    // Durable commits would take longer and write the same.
    const { connection, stop } = await startTestCluster();
    cleanup.defer(stop);
    const open = (size: number) => openPool({ ...connection, database: TEMPLATE }, size, silent);
    const images = sizes?.[0] ?? (quick ? 2_000 : 10_000);
    const database = open(1);
    cleanup.defer(() => database.close());
    // Vacuum runs after a number of images, not after some time, so that two runs compare.
    await database.pool.query('alter system set autovacuum = off');
    await database.pool.query('select pg_reload_conf()');
    await ensureMonths(database, [new Date(START), new Date()]);
    const writer = open(AT_ONCE);
    const organizationId = await fill(writer);
    const write = async (from: number) => {
      for (let part = 0; part < VACUUMS; part++) {
        const first = from + (part * images) / VACUUMS;
        await writeImages(writer, organizationId, first, images / VACUUMS);
        await database.pool.query('vacuum');
      }
    };
    // The first half fills tables, pages and lists that an index sorts in later: their size is not the cost of an image.
    await write(0);
    const former = await relationsOf(database);
    const postmaster = await postmasterOf(database);
    const before = processorSecondsOfFamily(postmaster);
    const ownBefore = process.cpuUsage();
    await write(images);
    const spent = processorSecondsOfFamily(postmaster) - before;
    const own = process.cpuUsage(ownBefore);
    // A session reports its counters when it ends.
    await writer.close();
    const per = (value: number) => value / images;
    const grown = grownSince(former, await relationsOf(database), images);
    const sumOf = (of: (table: string) => boolean) =>
      grown.filter(({ name }) => of(tableOf(name))).reduce((total, { bytes }) => total + bytes, 0);
    const { row, reading } = await rowSizes(database);
    const tables = [...new Set(grown.map(({ name }) => tableOf(name)))];
    return [
      absolute(
        'all tables with indexes, without the queues',
        sumOf((table) => !isQueue(table)),
        'bytes/image',
        GOALS.bytes,
      ),
      absolute(
        'of these: kept for 30 days only (recent_sightings)',
        sumOf((table) => table === 'recent_sightings'),
        'bytes/image',
        null,
      ),
      absolute('observation: row without indexes', row, 'bytes', GOALS.observation),
      absolute('images: stored reading', reading, 'bytes/image', null),
      absolute('PostgreSQL: processor time, with vacuum', per(spent) * 1_000, 'ms/image', null),
      absolute(
        'insert, record and match: processor time',
        per(own.user + own.system) / 1_000,
        'ms/image',
        null,
      ),
      ...grown.map(({ name, bytes }) => absolute(name, bytes, 'bytes/image', null)),
      ...(await Promise.all(tables.map((table) => versionsOf(database, table, 2 * images)))).flat(),
    ];
  },
};

async function versionsOf(database: Database, table: string, images: number): Promise<Ratio[]> {
  const { inserted, updated, hot, deleted } = await countersOf(database, table);
  const goal = table === 'images' ? GOALS.versions : null;
  return [
    absolute(`${table}: row versions`, (inserted + updated) / images, 'per image', goal),
    absolute(`${table}: dead rows`, (updated + deleted) / images, 'per image', null),
    absolute(`${table}: HOT updates`, updated === 0 ? 1 : hot / updated, 'of updates', null, 'higher'),
  ];
}

async function rowSizes(database: Database): Promise<{ row: number; reading: number }> {
  const { rows } = await database.pool.query<{ row: number; reading: number }>(
    `select (select avg(pg_column_size(o.*))::float8 from observations o) as row,
       (select avg(pg_column_size(readings))::float8 from images) as reading`,
  );
  return rows[0] ?? { row: 0, reading: 0 };
}

/** Creates the organization and loads the carriers. */
async function fill(database: Database): Promise<number> {
  const { organization_id: organizationId } = await createOrganization(database, {
    name: 'Bench',
    kind: 'partner',
  });
  await database.pool.query(
    `insert into company_census (usdot_number, legal_name, phy_city, phy_state, docket1_prefix, docket1_number)
     select ${FIRST_CARRIER} + n, 'HIGH PLAINS FREIGHT LLC', 'AMARILLO', 'TX', 'MC', 100000 + n
     from generate_series(0, ${CARRIERS - 1}) n`,
  );
  return organizationId;
}

async function writeImages(
  database: Database,
  organizationId: number,
  first: number,
  images: number,
): Promise<void> {
  const matcher = new Matcher({ database, clock: systemClock, wake: () => undefined });
  for (let done = 0; done < images; done += BATCH) {
    const length = Math.min(BATCH, images - done);
    const batch = Array.from({ length }, (_, i) => newImage(organizationId, first + done + i));
    await insertImages(database, batch);
    await readAll(database);
    await matcher.drain();
  }
}

async function readAll(database: Database): Promise<void> {
  const queue = imageQueue();
  for (;;) {
    const { leaseId, rows } = await claimImages(queue, database, AT_ONCE);
    if (rows.length === 0) return;
    await Promise.all(
      rows.map((image) =>
        recordImage(database, image, readingOf(image), {
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
      plate_number: plateOf(sha256),
    },
  };
  return {
    id: imageId(classFor(365), organizationId, record, sha256),
    ...{ organizationId, record, sha256, byteSize: 300_000, receivedAt: new Date(), force: false },
    facts: { format: 'jpeg', width: 1_920, height: 1_080 },
  };
}

/** Three letters and four digits. */
function plateOf(sha256: Buffer): string {
  const letters = Array.from(sha256.subarray(8, 11), (byte) => 'ABCDEFGHJKLMNPRSTUVWXYZ'[byte % 23]);
  return `${letters.join('')}${String(sha256.readUInt16BE(11) % 10_000).padStart(4, '0')}`;
}

/** The text on the door of a truck; its numbers, its slope and the confidences follow from the hash of the image. */
function readingOf({ sha256, plate_number, alpr_state, alpr_confidence }: WaitingImage): StoredReading {
  const number = sha256.readUInt32BE(0);
  const texts = [
    'HIGH PLAINS FREIGHT LLC',
    'AMARILLO TX',
    `USDOT ${FIRST_CARRIER + (number % CARRIERS)}`,
    `MC ${100_000 + (number % CARRIERS)}`,
    `UNIT ${number % 10_000}`,
    'GVW 80,000 LBS',
  ];
  const byteAt = (i: number) => sha256[i % sha256.length] as number;
  const lines = texts.map((text, i) => ({
    text,
    x: 200 + byteAt(i),
    y: 60 + i * 90 + (byteAt(i + 7) % 20),
    height: 30 + (byteAt(i + 13) % 9),
    turned: (byteAt(4) % 41) / 10 - 2,
  }));
  const plain = readLines(lines, { width: 1_192, height: 689 });
  const varied = plain.lines.map((line, i) => {
    const characters = line.characters.map((_, k) => 0.999 - byteAt(11 * i + 5 * k) / 4_000);
    const read = { text: line.text, characters, confidence: Math.min(...characters) };
    return { ...line, ...read, second: read };
  });
  const reading = { ...plain, lines: varied };
  const plate = { number: plate_number ?? '', state: alpr_state, confidence: alpr_confidence };
  return storedReading(reading, readFields(reading, { logos: [], plate }));
}

async function countersOf(database: Database, table: string): Promise<Counters> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::text::regclass
     union select $1::text where not exists (select 1 from pg_inherits where inhparent = $1::text::regclass)`,
    [table],
  );
  const { rows } = await database.pool.query<Counters>(
    `select sum(n_tup_ins)::float8 as inserted, sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as hot,
       sum(n_tup_del)::float8 as deleted, sum(pg_total_relation_size(relid))::float8 as bytes
     from pg_stat_user_tables where relid = any($1::regclass[])`,
    [tables.map(({ name }) => name)],
  );
  return rows[0] as Counters;
}
