import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openLocalBlobs } from '../../server/src/adapters/blobs/local-blobs.ts';
import { openMailer } from '../../server/src/adapters/mail/open-mailer.ts';
import { readEnv } from '../../server/src/config/env.ts';
import { decideSettings } from '../../server/src/config/settings.ts';
import type { Database } from '../../server/src/db/database.ts';
import { allowLongWork } from '../../server/src/db/long-work.ts';
import { ensureDays } from '../../server/src/domain/alerts/preview/recent-days.ts';
import { auditKeys } from '../../server/src/domain/audit/audit-keys.ts';
import { AuditLog } from '../../server/src/domain/audit/audit-log.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { prepareImagePartitions } from '../../server/src/domain/images/retention/image-partitions.ts';
import { classFor } from '../../server/src/domain/images/retention/retention-classes.ts';
import { ImageSweeper } from '../../server/src/domain/images/sweep-images.ts';
import { ensureMonths } from '../../server/src/domain/observations/ensure-months.ts';
import { eraseVehicle } from '../../server/src/domain/privacy/erase/erase-vehicle.ts';
import { platePattern } from '../../server/src/domain/privacy/erase/vehicle-pattern.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { silent } from '../../server/test/support/cluster.ts';
import { absolute, atFullSize, type Bench, median, overhead, secondsOf } from './support/bench.ts';
import { postmasterOf, processorSecondsOfFamily } from './support/processes.ts';
import { benchDatabase, temporaryFolder } from './support/service.ts';

const DAY_MS = 86_400_000;
const DAYS = 9;
const PERIOD = 365;
const CAMERAS = 1_000;
const IMAGES_OF_A_VEHICLE = 10;
const FIRST_CARRIER = 1_000_000;
const ROUNDS = 3;
const CHUNK = 200_000;
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS;

export const bench: Bench = {
  about: `one plate with ${IMAGES_OF_A_VEHICLE} images, erased by its value (milepost erase --by-value) with its sightings, evidence, observations, look-ups and rows of previews, among 10 million images (--quick: 100,000; --sizes=3000000) and among a tenth of them`,
  async run({ quick, sizes }) {
    const [size = 0] = sizes ?? [quick ? 100_000 : 10_000_000];
    await using cleanup = new AsyncDisposableStack();
    const { database } = await benchDatabase(cleanup);
    const erase = await eraser(cleanup, database);
    const organizationId = await prepare(database);
    await fill(database, organizationId, 0, size / 10);
    const server = await postmasterOf(database);
    const ofTenth = await measure(erase, 0, server);
    await fill(database, organizationId, size / 10, size);
    const ofAll = await measure(erase, ROUNDS, server);
    const count = (rows: number) => rows.toLocaleString('en');
    return [
      atFullSize(absolute(`among ${count(size)} images`, ofAll.seconds, 's', 10)),
      overhead(
        `processor time of PostgreSQL, ${count(size)} images / ${count(size / 10)}`,
        { ours: ofAll.processorMs, peer: ofTenth.processorMs },
        'ms',
        2,
      ),
    ];
  },
};

type Erase = (plate: string) => Promise<number>;

/** Returns a function that erases a plate and returns the number of its images. */
async function eraser(cleanup: AsyncDisposableStack, database: Database): Promise<Erase> {
  const folder = await temporaryFolder(cleanup);
  const blobs = await openLocalBlobs(join(folder, 'blobs'));
  cleanup.defer(() => blobs.close());
  const auditLog = new AuditLog(database, auditKeys(['a key of the benchmark']), systemClock, silent);
  cleanup.defer(() => auditLog.close());
  const mailer = openMailer(decideSettings(readEnv({ DATA_DIR: folder })));
  cleanup.defer(() => mailer.close());
  const images = new ImageSweeper({ database, clock: systemClock, blobs });
  const options = { isDryRun: false, includeAlerts: false, allCopies: false, onlyByValue: true };
  return async (plate) => {
    const { counts } = await eraseVehicle(
      { database, images, mailer, auditLog },
      platePattern(plate, undefined),
      { ...options, confirm: async () => undefined },
      { at: new Date(), actor: { kind: 'cli', id: null, name: 'bench' }, address: 'localhost' },
    );
    return counts.images ?? 0;
  };
}

/** Medians of some vehicles of those that were filled first. */
async function measure(erase: Erase, firstVehicle: number, server: number) {
  const seconds: number[] = [];
  const processorMs: number[] = [];
  for (let vehicle = firstVehicle; vehicle < firstVehicle + ROUNDS; vehicle++) {
    let erased = 0;
    const before = processorSecondsOfFamily(server);
    seconds.push(await secondsOf(async () => (erased = await erase(plateOf(vehicle)))));
    processorMs.push((processorSecondsOfFamily(server) - before) * 1_000);
    // Plates with characters that cameras confuse are erased together.
    if (erased < IMAGES_OF_A_VEHICLE) throw new Error(`${erased} images of ${plateOf(vehicle)} were erased`);
  }
  return { seconds: median(seconds), processorMs: median(processorMs) };
}

async function prepare(database: Database): Promise<number> {
  const { organization_id: organizationId } = await createOrganization(database, {
    name: 'Bench',
    kind: 'partner',
  });
  const times = Array.from({ length: DAYS }, (_, n) => new Date(START + n * DAY_MS));
  await prepareImagePartitions(database, new Date(START + DAY_MS));
  await ensureMonths(database, times);
  await ensureDays(database, times);
  return organizationId;
}

/** What the nth vehicle shows. The same in SQL. */
function plateOf(n: number): string {
  const letters = [1, 26, 676].map((of) => String.fromCharCode(65 + (Math.floor(n / of) % 26)));
  return letters.join('') + String((n * 7_919) % 10_000).padStart(4, '0');
}
const letters = [1, 26, 676].map((of) => `chr(65 + ((v / ${of}) % 26)::int)`).join(' || ');
const PLATE = `${letters} || lpad(((v * 7919) % 10000)::text, 4, '0')`;

/** Images `from` to `to`, in sightings of their own. Each vehicle has ten of them, spread over all days. */
const rowsOf = (from: number, to: number, first: number, last: number) => `
  select i * 1024 + b as id, b, v, ${PLATE} as plate, time, ${FIRST_CARRIER} + v / 50 as carrier, 'camera-' || c as camera,
    (to_hex((${classFor(PERIOD)}::bigint << 26) | (image_day(time)::bigint << 10) | b)
      || substr(md5(i::text), 9))::uuid as image, sha256(int8send(i)) as hash
  from (select i, ${from / IMAGES_OF_A_VEHICLE} + (i - ${from}) % ${(to - from) / IMAGES_OF_A_VEHICLE} as v, c, c % 1024 as b,
          to_timestamp(${START / 1_000} + (abs(hashint8(i + 11)::bigint) % ${DAYS * 86_400})) as time
     from (select i, abs(hashint8(i)::bigint) % ${CAMERAS} as c from generate_series(${first}::bigint, ${last - 1}) i) n) n`;

async function fill(database: Database, organizationId: number, from: number, to: number): Promise<void> {
  const statements: string[] = [];
  for (let first = from; first < to; first += CHUNK)
    statements.push(...inserts(rowsOf(from, to, first, Math.min(to, first + CHUNK)), organizationId));
  const waiting = statements.values();
  const run = async () => {
    const client = await database.connect();
    try {
      await allowLongWork(client, 'session');
      for (const statement of waiting) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
  await vacuum(database);
}

async function vacuum(database: Database): Promise<void> {
  const client = await database.connect();
  await allowLongWork(client, 'session');
  await client.query('vacuum analyze').finally(() => client.end());
}

const READING = `json_build_object('w', 1920, 'h', 1080, 'v', 'cab', 'l', json_build_array('USDOT ' || carrier),
  'f', json_build_object('p', json_build_array(plate)))`;

const inserts = (rows: string, organizationId: number) => [
  `insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height,
     box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence,
     alpr_state, plate_number, recognized_at, readings, sighting_id)
   select image, b, ${organizationId}, camera, time, hash, 220000, 'jpeg', 1920, 1080, 0.02, 0.05, 0.98, 0.95, 35.2, -101.8,
     'Amarillo', 'TX', 'I-40', 'Westbound', 0.95, 'TX', plate, time, ${READING}, id from (${rows}) r`,
  `insert into sightings (id, bucket, organization_id, source, usdot_number, time_captured, captured_until, image_ids,
     alpr_plate_number, keys, is_open, fingerprint)
   select id, b, ${organizationId}, camera, carrier, time, time, array[image], plate, 'plate ' || plate, true, '\\x00' from (${rows}) r`,
  `insert into observations (usdot_number, time_captured, id, organization_id, type, source, alpr_plate_number, plate_state,
     location_state, location_city, latitude, longitude, route, image_id)
   select carrier, time, id, ${organizationId}, 'Detection', camera, plate, 'TX', 'TX', 'Amarillo', 35.2, -101.8, 'I-40', image from (${rows}) r`,
  `insert into vehicle_sightings (value, kind, seen_at, sighting_id, usdot_number, organization_id, origin)
   select plate, 1, time, id, carrier, ${organizationId}, 0 from (${rows}) r`,
  `insert into vehicle_evidence (seen_at, sighting_id, usdot_number, organization_id, typed, kind, value, region, vin, cab_number,
     equipment_logo, equipment_type)
   select time, id, carrier, ${organizationId}, 0, 1, 'TX ' || plate, 'TX', '', '', '', '' from (${rows}) r`,
  `insert into recent_sightings (time_captured, id, bucket, usdot_number, keys, trailer, deep)
   select time, id, b, carrier, array['plate:' || plate], '', lower(plate) from (${rows}) r`,
];
