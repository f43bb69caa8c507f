import { createHash } from 'node:crypto';
import type { Database } from '../../server/src/db/database.ts';
import { ensureMonths } from '../../server/src/domain/observations/ensure-months.ts';
import { takeSightingIds } from '../../server/src/domain/observations/record-observations.ts';
import { recordImage } from '../../server/src/domain/recognition/sighting/record-image.ts';
import { BUCKETS, bucketOfImage } from '../../server/src/lib/camera-bucket.ts';
import { miles } from '../../server/src/lib/geography/great-circle.ts';
import { writeWaiting } from '../../server/test/support/observations/write-waiting.ts';
import { isAuthorized, makeLicense } from '../country/authority.ts';
import type { Carrier } from '../country/carrier.ts';
import { demoCountry, FIRST_USDOT } from '../country/country.ts';
import { makeOrders } from '../country/files/out-of-service-orders.ts';
import type { PlantedSighting } from '../country/fraud/record-planted.ts';
import type { Unit } from '../country/record-types.ts';
import { Rng } from '../country/rng.ts';
import { makeUnit } from '../country/unit.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { demoNow } from './build-country.ts';
import { type Camera, partnerCameras, routeOf } from './demo-cameras.ts';
import { demoImageId, demoOrganizations } from './demo-ids.ts';
import { passageImages, type ReadImage } from './demo-images.ts';
import { demoCarrier, demoPlan, isPlanted } from './demo-plan.ts';
import { demoRigs } from './demo-rigs.ts';
import { canReach, type OwnPassage } from './own-passages.ts';
import { type DemoSighting, writeSightings } from './write-sightings.ts';

const STREAM_SIGHTINGS = 92;
const DAY_MS = 86_400_000;
const DAYS = 90;
const PARTNER_SIGHTINGS = 6_000;
const BATCH = 200;

/** The stored file of an image. */
export type ImageFile = ReadImage & { sha256: string };

/** What passes a camera at a time. The camera is chosen later, so that no truck is faster than trucks are. */
type Passage = {
  at: Date;
  /** Null if the truck may be anywhere: that is what the case shows. */
  vin: string | null;
  cameras: readonly Camera[];
  /** What a partner's camera reports, or how an image of an own camera is stored. */
  record:
    | { sighting(camera: Camera): DemoSighting }
    | { image(database: Database, camera: Camera): Promise<void> };
};

/** Records 90 days of sightings in the order of their times, as the product does when images arrive. */
export async function buildSightings(database: Database, files: ImageFile[]): Promise<void> {
  const passages = [...ownPassages(files), ...partnerPassages(carriersOnRoad()), ...plantedPassages()];
  passages.sort((a, b) => a.at.getTime() - b.at.getTime());
  const rng = new Rng(demoCountry.seed, 1, STREAM_SIGHTINGS);
  const last = new Map<string, { at: Date; camera: Camera }>();
  let batch: DemoSighting[] = [];
  const writeBatch = async () => {
    await ensureMonths(
      database,
      batch.map((sighting) => sighting.time_captured),
    );
    await writeSightings(database, batch);
    batch = [];
  };
  for (const { at, vin, cameras, record } of passages) {
    const before = vin === null ? undefined : last.get(vin);
    const reachable = before ? cameras.filter((camera) => canReach(before, camera, at)) : cameras;
    if (reachable.length === 0) continue;
    const camera = rng.pick(reachable);
    if (vin !== null) last.set(vin, { at, camera });
    if ('sighting' in record) batch.push(record.sighting(camera));
    if (batch.length > 0 && ('image' in record || batch.length === BATCH)) await writeBatch();
    if ('image' in record) await record.image(database, camera);
  }
  if (batch.length > 0) await writeBatch();
  await writeWaiting(database);
  await database.pool.query(
    `insert into sightings (id, bucket, organization_id, source, usdot_number, time_captured, captured_until, image_ids, alpr_plate_number,
       keys, is_open, fingerprint)
     select id, id % ${BUCKETS}, $1, source, usdot_number, time_captured, time_captured, '{}', alpr_plate_number, '',
       false, '\\x' from observations o
     where type = 'Detection' and not exists (select from sightings s where s.id = o.id)`,
    [demoOrganizations.partner],
  );
  // Later evidence changes nothing in the demo, and the hashes cover dates that are shifted when the data is loaded.
  await database.pool.query(`update sightings set is_open = false, fingerprint = '\\x'`);
  await database.pool.query('delete from revisits');
}

/** Carriers that may be on the road, each as often as the square root of its fleet. */
function carriersOnRoad(): Carrier[] {
  const weighted: Carrier[] = [];
  for (let index = 0; index < demoCountry.carriers; index++) {
    if (isPlanted(index)) continue;
    const carrier = demoCarrier(index);
    if (carrier.status !== 'A' || carrier.inspectionsPerUnit === 0 || carrier.powerUnits === 0) continue;
    const license = makeLicense(demoCountry, carrier);
    if (!isAuthorized(license, demoCountry.asOfDay - DAYS) || !isAuthorized(license, demoCountry.asOfDay))
      continue;
    if (makeOrders(demoCountry, carrier).length > 0) continue;
    if (carrier.operation !== 'A' && !cameraIn(carrier.state)) continue;
    for (let n = Math.ceil(Math.sqrt(carrier.powerUnits)); n > 0; n--) weighted.push(carrier);
  }
  return weighted;
}

const cameraIn = (state: string) => partnerCameras.some((camera) => camera.state === state);

/** Evenly over the days, but by day rather than by night. */
function timeOf(rng: Rng, daysAgo: number): Date {
  const hour = rng.chance(0.8) ? rng.between(11, 23) : rng.below(24);
  const start = demoNow.getTime() - (daysAgo + 1) * DAY_MS;
  return new Date(start + hour * 3_600_000 + rng.below(3_600) * 1_000);
}

function partnerPassages(carriers: Carrier[]): Passage[] {
  const rng = new Rng(demoCountry.seed, 0, STREAM_SIGHTINGS);
  // The rigs that the demo's own cameras see are nowhere else.
  const own = new Set(demoRigs.map(({ vin }) => vin));
  return Array.from({ length: PARTNER_SIGHTINGS }, () => partnerPassage(rng, rng.pick(carriers))).filter(
    ({ vin }) => vin === null || !own.has(vin),
  );
}

function partnerPassage(rng: Rng, carrier: Carrier): Passage {
  const isLocal = carrier.operation !== 'A' || rng.chance(0.35);
  const near = partnerCameras.filter(({ state }) => state === carrier.state);
  const hasTractor = carrier.tractors > 0;
  const kind = hasTractor ? 'tractor' : carrier.coaches > 0 ? 'coach' : 'truck';
  const n = rng.below(hasTractor ? carrier.tractors : carrier.powerUnits);
  const unit = makeUnit(demoCountry, carrier, kind, n);
  const trailer =
    hasTractor && carrier.trailers > 0 && rng.chance(0.85)
      ? makeUnit(demoCountry, carrier, 'trailer', rng.below(carrier.trailers))
      : null;
  const at = timeOf(rng, rng.below(DAYS));
  const fields = shownFields(rng, carrier, unit, trailer);
  return {
    at,
    vin: unit.vin,
    cameras: isLocal && near.length > 0 ? near : partnerCameras,
    record: {
      sighting: (camera) => ({ ...fields, time_captured: at, source: camera.source, ...placeOf(camera) }),
    },
  };
}

const frauds = new Set(demoPlan.cases.filter(({ isFraud }) => isFraud).map(({ usdot }) => usdot));

/** The demo shows each planted fraud: its numbers are read clearly. The accuracy measurements keep the doubtful ones. */
const clearly = (seen: PlantedSighting): PlantedSighting =>
  frauds.has(Number(seen.usdot_number))
    ? { ...seen, usdot_number_ocr_score: 'High', is_usdot_imputed: false }
    : seen;

/** The sightings of the planted cases, moved to the nearest camera, in the same state if there is one. */
function plantedPassages(): Passage[] {
  return demoPlan.plantedSightings().map((seen) => ({
    at: seen.time_captured,
    vin: null,
    cameras: [nearestCamera(seen)],
    record: {
      sighting(camera) {
        const { type: _, ...fields } = clearly(seen);
        const owner = { organizationId: demoOrganizations.partner, source: camera.source };
        return { ...fields, ...owner, ...placeOf(camera) };
      },
    },
  }));
}

function nearestCamera(seen: PlantedSighting): Camera {
  const at = { latitude: seen.latitude ?? 0, longitude: seen.longitude ?? 0 };
  const inState = partnerCameras.filter(({ state }) => state === seen.location_state);
  const index = Number(seen.usdot_number) - FIRST_USDOT;
  // Some cases show a number that nobody has.
  const home = index >= 0 && index < demoCountry.carriers ? demoCarrier(index).state : '';
  const isAway = seen.location_state !== home;
  const choice =
    inState.length > 0 ? inState : partnerCameras.filter(({ state }) => !isAway || state !== home);
  return choice.reduce((best, one) => (miles(one, at) < miles(best, at) ? one : best));
}

type Shown = Omit<DemoSighting, 'time_captured'>;

function shownFields(rng: Rng, carrier: Carrier, unit: Unit, trailer: Unit | null): Shown {
  const usdot_number_ocr_score = rng.chance(0.93) ? 'High' : 'Medium';
  const showsMc = carrier.docket !== null && rng.chance(0.6);
  const showsCab = rng.chance(0.7);
  const showsVin = rng.chance(0.3);
  const wordmark =
    trailer && rng.chance(0.4) ? inventedWordmarks[carrier.index % inventedWordmarks.length] : undefined;
  return {
    organizationId: demoOrganizations.partner,
    usdot_number: carrier.usdot,
    usdot_number_ocr_score,
    alpr_plate_number: unit.plate,
    plate_state: unit.plateState,
    ...(showsMc && { mc_number: String(carrier.docket), mc_number_ocr_score: 'High' }),
    ...(showsCab && { cab_number: unit.number, cab_number_ocr_score: usdot_number_ocr_score }),
    ...(showsVin && { vin: unit.vin, vin_ocr_score: 'High' }),
    ...(trailer && {
      equipment_number: trailer.number,
      trailer_number_ocr_score: 'High',
      equipment_type: 'Van',
    }),
    ...(wordmark && { equipment_logo: wordmark.toLowerCase(), trailer_logo_ocr_score: 'High' }),
  };
}

function placeOf(camera: Camera) {
  const { city, state, latitude, longitude } = camera;
  return { location_city: city, location_state: state, latitude, longitude, route: routeOf(camera) };
}

/** The passages whose images were drawn. */
function ownPassages(files: ImageFile[]): Passage[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const views = Map.groupBy(passageImages(), ({ passage }) => passage);
  return [...views].flatMap(([passage, images]) => {
    const taken = images.flatMap(({ image }) => byName.get(image.name) ?? []);
    if (taken.length < images.length) return [];
    return {
      at: passage.at,
      vin: null,
      cameras: [passage.camera],
      record: {
        async image(database) {
          for (const [i, file] of taken.entries())
            await storeImage(database, file, passage, i * SECONDS_BETWEEN);
        },
      },
    };
  });
}

/** A trailer passes a camera some seconds after its tractor. */
const SECONDS_BETWEEN = 2;

async function storeImage(
  database: Database,
  file: ImageFile,
  { at, camera, rig }: OwnPassage,
  secondsLater: number,
): Promise<void> {
  const { city, state, route, latitude, longitude, source, direction } = camera;
  const time = new Date(at.getTime() + secondsLater * 1_000);
  const id = demoImageId(source, time, file.name);
  const receivedAt = new Date(time.getTime() + 2_000 + (time.getTime() % 50) * 100);
  // The partner's reader looks at the tractor.
  const hasPlate = file.sight !== 'rear';
  const image = {
    key: id,
    organization_id: demoOrganizations.customer,
    received_at: receivedAt,
    sha256: Buffer.from(file.sha256, 'hex'),
    source,
    time_captured: time,
    width: file.width,
    height: file.height,
    ...{ box_xmin: 0.02, box_ymin: 0.05, box_xmax: 0.98, box_ymax: 0.95 },
    ...{ latitude, longitude, city, state, route, traffic_direction: direction },
    alpr_confidence: 0.94,
    alpr_state: hasPlate ? rig.plateState : rig.trailerPlateState,
    plate_number: hasPlate ? rig.plate : null,
    ...{
      partition: null,
      correlation_id: null,
      own_sighting_id: null,
      traceparent: null,
      byte_size: file.byteSize,
    },
  };
  await database.pool.query(
    `insert into images (id, bucket, organization_id, received_at, source, time_captured, sha256, byte_size, format, width, height,
       box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
       alpr_confidence, alpr_state, plate_number)
     values ($1, image_bucket($1), $2, $3, $4, $5, $6, $7, 'jpeg', $8, $9, 0.02, 0.05, 0.98, 0.95, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      ...[id, demoOrganizations.customer, receivedAt, source, time, image.sha256, file.byteSize],
      ...[file.width, file.height, latitude, longitude, city, state, route, direction],
      ...[image.alpr_confidence, image.alpr_state, image.plate_number],
    ],
  );
  const [new_sighting_id = 0] = await takeSightingIds(database, [bucketOfImage(id)]);
  const waiting = { ...image, new_sighting_id };
  await recordImage(database, waiting, file.read, { finish: async () => true });
  await database.pool.query(`update images set recognized_at = $2 where id = $1`, [
    id,
    new Date(receivedAt.getTime() + 1_400),
  ]);
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
