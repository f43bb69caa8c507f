import { CRITERION_NAMES } from '../../../contract/criteria.ts';
import { truckField, truckFieldNames } from '../../../contract/truck-fields.ts';
import { type Db, statement } from '../../../db/database.ts';
import { bucketOfImage, bucketOfSighting, forBuckets } from '../../../lib/camera-bucket.ts';
import { ON_PLATES, substituter } from '../../../lib/identifiers/confusable.ts';
import { hasHash, startsOf } from '../../images/blob-key.ts';
import type { Observation, ObservationKey } from '../../observations/observation.ts';
import { queuedObservation } from '../../observations/unmatched.ts';
import { keyValues, sightingsWithKeys } from '../../observations/vehicles/look-up.ts';
import { MIN_VIN_FIELD_LENGTH, type VehiclePattern } from './vehicle-pattern.ts';

/*
 * Sightings are found by their values. The other searches read their whole table: no index covers every spelling of a plate in a
 * text. PostgreSQL filters by the regular expression, then the strings of the few remaining rows are checked one by one.
 */

/** What may contain a plate or VIN. */
const TEXTS = [...truckFieldNames().filter((name) => truckField(name).mayNameVehicle), 'source', 'route'];
const observations = statement(
  'erase.find-observations',
  `select usdot_number, time_captured, id, plate_state, ${TEXTS} from observations
    where type = 'Detection' and (${TEXTS.map((name) => `${name} ~* $1`).join(' or ')}
      or ($2 <> '' and length(vin) >= 6 and right($2, length(vin)) = vin))`,
  { allShards: 'An erasure reads every row: no index covers all spellings.' },
);

type FoundObservation = ObservationKey & { alpr_plate_number: string; plate_state: string; vin: string };

/** Sightings whose observations are not written yet. */
const waiting = statement(
  'erase.find-waiting',
  `select sighting from unmatched_sightings
    where sighting::text ~* $1 or ($2 <> '' and length(sighting->>'vin') >= 6
      and right($2, length(sighting->>'vin')) = sighting->>'vin')`,
);

/** $1 the value with confused characters replaced, or the ends of a VIN. It is compared again below. */
const byValue = statement(
  'erase.find-by-value',
  `select v.usdot_number, v.seen_at as time_captured, v.sighting_id as id
     from unnest($1::text[]) as e (folded) cross join lateral (
       select usdot_number, seen_at, sighting_id from vehicle_sightings
        where translate(value, 'OILSBZDQ', '01158200') like e.folded
          and translate(value, 'OILSBZDQ', '01158200') = e.folded) v`,
);
const withKeys = statement(
  'erase.find-with-keys',
  `${sightingsWithKeys(
    ['usdot_number', 'time_captured', 'id', 'plate_state', ...TEXTS].map((name) => `o.${name}`).join(', '),
  )} and o.type = 'Detection'`,
);

async function writtenByValue(db: Db, { id }: VehiclePattern): Promise<FoundObservation[]> {
  const ends = Array.from({ length: Math.max(1, id.value.length - MIN_VIN_FIELD_LENGTH + 1) }, (_, n) => n);
  const values = id.kind === 'plate' ? [id.value] : ends.map((n) => id.value.slice(n));
  const keys = await db.rows<ObservationKey>(byValue, [values.map(substituter(ON_PLATES))]);
  return keys.length === 0 ? [] : db.rows<FoundObservation>(withKeys, keyValues(keys));
}

/**
 * The keys of the sightings that show the vehicle. Those that wait are read first: what is written meanwhile is found below.
 * `onlyByValue`: as one of their values, and not in another text.
 */
export async function findObservations(
  db: Db,
  pattern: VehiclePattern,
  onlyByValue = false,
): Promise<ObservationKey[]> {
  const values = [pattern.sql, vinOf(pattern)];
  const waited = await db.rows<{ sighting: unknown }>(waiting, values);
  const written = onlyByValue
    ? await writtenByValue(db, pattern)
    : await db.rows<FoundObservation>(observations, values);
  return [...waited.map(({ sighting }) => searched(queuedObservation(sighting))), ...written]
    .filter(({ usdot_number: _u, time_captured: _t, id: _i, ...fields }) => {
      const isOther = pattern.isIn(fields.alpr_plate_number) && !pattern.isState(fields.plate_state);
      return !isOther && (pattern.isIn(fields) || pattern.isVin(fields.vin));
    })
    .map(({ usdot_number, time_captured, id }) => ({ usdot_number, time_captured, id }));
}

const FOUND = ['usdot_number', 'time_captured', 'id', 'plate_state', ...TEXTS] as (keyof Observation)[];
const searched = (observation: Observation) =>
  Object.fromEntries(FOUND.map((name) => [name, observation[name]])) as unknown as FoundObservation;

function vinOf({ id }: VehiclePattern): string {
  return id.kind === 'vin' ? id.value : '';
}

export type FoundImage = { id: string; organization_id: number; source: string; sighting_id: number | null };

const IMAGE = 'id, organization_id, source, sighting_id';
const images = statement(
  'erase.find-images',
  `select ${IMAGE}, plate_number, alpr_state, readings from images
    where plate_number ~* $1 or readings::text ~* $1
      or ($2 <> '' and length(readings #>> '{f,v,0}') >= 6
        and right($2, length(readings #>> '{f,v,0}')) = readings #>> '{f,v,0}')`,
);
type ImageText = FoundImage & {
  plate_number: string | null;
  alpr_state: string;
  readings: { f?: { v?: [string?] } } | null;
};

/** Those that wait, or that could not be read. */
const queuedImages = statement(
  'erase.find-queued-images',
  `select ${IMAGE.split(', ')
    .map((column) => `i.${column}`)
    .join(', ')}, i.plate_number, i.alpr_state, i.readings
     from image_queue q join images i on i.id = q.image_id and i.bucket = q.bucket where i.plate_number ~* $1`,
);

/** `onlyByValue`: images that are no sighting yet. The others are found with their sightings. */
export async function findImages(
  db: Db,
  pattern: VehiclePattern,
  onlyByValue = false,
): Promise<FoundImage[]> {
  const rows = onlyByValue
    ? await db.rows<ImageText>(queuedImages, [pattern.sql])
    : await db.rows<ImageText>(images, [pattern.sql, vinOf(pattern)]);
  return rows.filter(({ plate_number, alpr_state, readings }) => {
    const isOther = pattern.isIn(plate_number) && !pattern.isState(alpr_state);
    const vin = readings?.f?.v?.[0] ?? '';
    return !isOther && (pattern.isIn(plate_number) || pattern.isIn(readings) || pattern.isVin(vin));
  });
}

const ofSightings = statement(
  'erase.find-images-of-sightings',
  `select ${IMAGE} from images where sighting_id = any($1::bigint[]) and bucket = $2
   union
   select ${IMAGE.split(', ')
     .map((column) => `i.${column}`)
     .join(', ')}
     from sightings s cross join lateral unnest(s.image_ids) as k (image_id) join images i on i.id = k.image_id and i.bucket = $2
    where s.id = any($1::bigint[]) and s.bucket = $2`,
);

/** All images of these sightings: each shows the same truck. */
export async function imagesOfSightings(db: Db, sightingIds: number[]): Promise<FoundImage[]> {
  const found: FoundImage[] = [];
  for (const [bucket, ids] of Map.groupBy(sightingIds, bucketOfSighting))
    found.push(...(await db.rows<FoundImage>(ofSightings, [ids, bucket])));
  return found;
}

const hashes = statement(
  'erase.find-hashes',
  'select distinct sha256 from images where id = any($1::uuid[]) and bucket = $2',
);
const sameBytes = statement(
  'erase.find-same-bytes',
  `select ${IMAGE} from images where ${hasHash('$2', '$3')} and not id = any($1::uuid[])`,
);

/** Other images with the same bytes as one of these. They may be records of other vehicles: partners also send placeholders. */
export async function imagesWithSameBytes(db: Db, imageIds: string[]): Promise<FoundImage[]> {
  const rows = await forBuckets(imageIds, bucketOfImage, (own, bucket) =>
    db.rows<{ sha256: Buffer }>(hashes, [own, bucket]),
  );
  const found = rows.flat().map(({ sha256 }) => sha256);
  return db.rows<FoundImage>(sameBytes, [imageIds, found, startsOf(found)]);
}

export type FoundAlert = { id: number; organization_id: number; alert_name: string; email: string };

const CRITERIA = [...CRITERION_NAMES, 'alert_name'];
const alerts = statement(
  'erase.find-alerts',
  `select id, organization_id, email, ${CRITERIA.join(', ')} from alerts
    where concat_ws(E'\\n', ${CRITERIA.join(', ')}) ~* $1 or ($2 <> '' and upper(vin) = right($2, 6)) order by id`,
);
type AlertText = FoundAlert & Record<string, string | null>;

/** Alerts that name the vehicle in a criterion or in their name. An alert names a VIN by its last six characters. */
export async function findAlerts(db: Db, pattern: VehiclePattern): Promise<FoundAlert[]> {
  const rows = await db.rows<AlertText>(alerts, [pattern.sql, vinOf(pattern)]);
  return rows
    .filter((row) => {
      const isOther = pattern.isIn(row.license_plate) && !pattern.isState(row.license_plate_state ?? '');
      const names = CRITERIA.map((name) => row[name]);
      return !isOther && (names.some(pattern.isIn) || pattern.isVin(row.vin ?? ''));
    })
    .map(({ id, organization_id, alert_name, email }) => ({ id, organization_id, alert_name, email }));
}
