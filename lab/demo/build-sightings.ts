import { createHash } from 'node:crypto';
import type { Database } from '../../server/src/db/database.ts';
import { ensureMonths } from '../../server/src/domain/observations/ensure-months.ts';
import { type NewSighting, recordSightings } from '../../server/src/domain/observations/record-sightings.ts';
import { recordImage } from '../../server/src/domain/recognition/sighting/record-image.ts';
import { hashedUuid } from '../../server/src/lib/bytes/hash.ts';
import { isAuthorized, makeLicense } from '../country/authority.ts';
import { type Carrier, makeCarrier } from '../country/carrier.ts';
import { demoCountry } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { makeUnit } from '../country/unit.ts';
import { inventedWordmarks } from '../scenes/vehicle.ts';
import { demoNow } from './build-country.ts';
import {
  type Camera,
  ownCameras,
  partnerCameras,
  routeOf,
  SILENT_CAMERA,
  SILENT_DAYS,
} from './demo-cameras.ts';
import { demoOrganizations } from './demo-ids.ts';
import { demoTrucks, type ReadScene } from './demo-scenes.ts';

const STREAM_SIGHTINGS = 92;
const STREAM_IMAGES = 93;
const DAY_MS = 86_400_000;
const DAYS = 90;
const PARTNER_SIGHTINGS = 6_000;
/** Sightings of the organization's own cameras, each with an image; more in the last days. */
const OWN_SIGHTINGS = 240;

/** The stored file of a scene. */
export type SceneFile = ReadScene & { sha256: string };

type Passage = { at: Date; write(database: Database): Promise<void> };

/** Records 90 days of sightings in the order of their times, as the product does when images arrive. */
export async function buildSightings(database: Database, scenes: SceneFile[]): Promise<void> {
  const carriers = carriersOnRoad();
  const batches = [...ownPassages(scenes), ...partnerPassages(carriers)];
  batches.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { write } of batches) await write(database);
  await database.pool.query(
    `insert into sightings (id, organization_id, source, usdot_number, time_captured, captured_until, image_ids, plate,
       read_usdot_number, vin, cab_number, trailer_number, is_open, fingerprint)
     select id, $1, source, usdot_number, time_captured, time_captured, '{}', alpr_plate_number, usdot_number, vin, cab_number,
       equipment_number, false, '\\x' from observations o
     where type = 'Detection' and image_id is null and not exists (select from sightings s where s.id = o.id)`,
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
    const carrier = makeCarrier(demoCountry, index);
    if (carrier.status !== 'A' || carrier.inspectionsPerUnit === 0 || carrier.powerUnits === 0) continue;
    if (!isAuthorized(makeLicense(demoCountry, carrier), demoCountry.asOfDay)) continue;
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
  const sightings = Array.from({ length: PARTNER_SIGHTINGS }, () => partnerSighting(rng, rng.pick(carriers)));
  sightings.sort((a, b) => a.time_captured.getTime() - b.time_captured.getTime());
  const byDay = Map.groupBy(sightings, ({ time_captured }) => time_captured.toISOString().slice(0, 10));
  return [...byDay.values()].map((batch) => ({
    at: batch[0]?.time_captured ?? demoNow,
    async write(database) {
      await ensureMonths(database, [batch[0]?.time_captured ?? demoNow]);
      await database.transaction((tx) => recordSightings(tx, batch));
    },
  }));
}

function partnerSighting(rng: Rng, carrier: Carrier): NewSighting {
  const isLocal = carrier.operation !== 'A' || rng.chance(0.35);
  const near = partnerCameras.filter(({ state }) => state === carrier.state);
  const camera = rng.pick(isLocal && near.length > 0 ? near : partnerCameras);
  const hasTractor = carrier.tractors > 0;
  const kind = hasTractor ? 'tractor' : carrier.coaches > 0 ? 'coach' : 'truck';
  const unit = makeUnit(
    demoCountry,
    carrier,
    kind,
    rng.below(hasTractor ? carrier.tractors : carrier.powerUnits),
  );
  const trailer =
    hasTractor && carrier.trailers > 0 && rng.chance(0.85)
      ? makeUnit(demoCountry, carrier, 'trailer', rng.below(carrier.trailers))
      : null;
  const isRead = rng.chance(0.93);
  const showsMc = carrier.docket !== null && rng.chance(0.6);
  const showsCab = rng.chance(0.7);
  const showsVin = rng.chance(0.3);
  const logo =
    trailer && rng.chance(0.4) ? inventedWordmarks[carrier.index % inventedWordmarks.length] : undefined;
  return {
    organizationId: demoOrganizations.partner,
    usdot_number: carrier.usdot,
    time_captured: timeOf(rng, rng.below(DAYS)),
    source: camera.source,
    ...placeOf(camera),
    alpr_plate_number: unit.plate,
    plate_state: unit.plateState,
    usdot_number_ocr_score: isRead ? 'High' : 'Medium',
    ...(showsMc && { mc_number: String(carrier.docket), mc_number_ocr_score: 'High' }),
    ...(showsCab && { cab_number: unit.number, cab_number_ocr_score: isRead ? 'High' : 'Medium' }),
    ...(showsVin && { vin: unit.vin, vin_ocr_score: 'High' }),
    ...(trailer && {
      equipment_number: trailer.number,
      trailer_number_ocr_score: 'High',
      equipment_type: 'Van',
    }),
    ...(logo && { equipment_logo: logo.toLowerCase(), trailer_logo_ocr_score: 'High' }),
  };
}

function placeOf(camera: Camera) {
  const { city, state, latitude, longitude } = camera;
  return { location_city: city, location_state: state, latitude, longitude, route: routeOf(camera) };
}

/** A truck passes a camera, which takes one image; of the first truck sometimes three. */
function ownPassages(scenes: SceneFile[]): Passage[] {
  const rng = new Rng(demoCountry.seed, 0, STREAM_IMAGES);
  const trucks = demoTrucks();
  const readable = scenes.filter(({ read }) => read.fields.usdot.score === 'High');
  return Array.from({ length: OWN_SIGHTINGS }, (_, n): Passage => {
    const camera = rng.pick(ownCameras);
    const scene = rng.pick(readable);
    const silentDays = camera.source === SILENT_CAMERA ? SILENT_DAYS : 0;
    const daysAgo = Math.max(silentDays, Math.floor((DAYS - 1) * rng.next() ** 2));
    const at = timeOf(rng, daysAgo);
    const views = scene.name === 'truck.jpg' ? ['truck.jpg', 'cab.jpg', 'rear.jpg'] : [scene.name];
    const plate = trucks[scene.truck]?.vehicle;
    return {
      at,
      async write(database) {
        for (const [i, name] of views.entries()) {
          const view = scenes.find((one) => one.name === name) ?? scene;
          const time = new Date(at.getTime() + i * 4_000);
          await storeImage(database, view, camera, time, plate?.plate ?? '', plate?.plateState ?? '', n);
        }
      },
    };
  });
}

async function storeImage(
  database: Database,
  scene: SceneFile,
  camera: Camera,
  time: Date,
  plate: string,
  plateState: string,
  n: number,
): Promise<void> {
  const { city, state, route, latitude, longitude, source } = camera;
  const id = hashedUuid('demo image', source, time.toISOString(), scene.name);
  const receivedAt = new Date(time.getTime() + 2_000 + (n % 50) * 100);
  const image = {
    key: id,
    organization_id: demoOrganizations.customer,
    sha256: Buffer.from(scene.sha256, 'hex'),
    source,
    time_captured: time,
    width: scene.width,
    height: scene.height,
    ...{ box_xmin: 0.02, box_ymin: 0.05, box_xmax: 0.98, box_ymax: 0.95 },
    ...{ latitude, longitude, city, state, route, traffic_direction: camera.direction },
    ...{ alpr_confidence: 0.94, alpr_state: plateState, plate_number: plate },
    ...{ correlation_id: null, traceparent: null },
  };
  await database.pool.query(
    `insert into images (id, organization_id, received_at, source, time_captured, sha256, byte_size, format, width, height,
       box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction,
       alpr_confidence, alpr_state, plate_number, due_at, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, 'jpeg', $8, $9, 0.02, 0.05, 0.98, 0.95, $10, $11, $12, $13, $14, $15, $16, $17, $18,
       null, 1)`,
    [
      ...[id, demoOrganizations.customer, receivedAt, source, time, image.sha256, scene.byteSize],
      ...[scene.width, scene.height, latitude, longitude, city, state, route, camera.direction],
      ...[image.alpr_confidence, plateState, plate],
    ],
  );
  await recordImage(database, image, scene.read, async () => true);
  await database.pool.query(`update images set recognized_at = $2 where id = $1`, [
    id,
    new Date(receivedAt.getTime() + 1_400),
  ]);
}

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
