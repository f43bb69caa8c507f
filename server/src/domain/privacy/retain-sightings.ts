import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, retryOnDeadlock, statement } from '../../db/database.ts';
import { cameraBucket } from '../../lib/camera-bucket.ts';
import { deleteOldMatches } from '../alerts/match/match-store.ts';
import { capturedIn, daysAround } from '../images/retention/captured-days.ts';
import type { ObservationKey } from '../observations/observation.ts';
import { lockSource } from '../recognition/sighting/sighting-store.ts';
import { deleteWholeSightings } from './delete-sightings.ts';

type Retained = { sightings: number; matches: number; images: number; hasMore: boolean };

const DAY_MS = 86_400_000;
const BATCH = 200;
const MATCHES = 1_000;
/** Sightings and matches of one organization in one round, so that no organization holds up the others. */
const MAX_PER_ROUND = 20_000;

const limited = statement(
  'privacy.limited',
  `select id, sighting_retention_days as days from organizations where sighting_retention_days is not null order by id`,
);
/** One index lookup. */
const nextSource = statement(
  'privacy.next-source',
  'select source from sightings where organization_id = $1 and source > $2 order by source limit 1',
);
const hasOld = statement(
  'privacy.has-old-sightings',
  `select 1 from sightings where bucket = $4 and organization_id = $1 and source = $2 and time_captured < $3 limit 1`,
);
/** False while another process deletes sightings of this camera. */
const takeCamera = statement(
  'privacy.take-camera',
  `select pg_try_advisory_xact_lock(${LOCKS.retainCamera}, hashtext($1)) as mine`,
);
const oldSightings = statement(
  'privacy.old-sightings',
  `select usdot_number, time_captured, id from sightings
    where bucket = $4 and organization_id = $1 and source = $2 and time_captured < $3 order by time_captured limit ${BATCH}`,
);
/** The row of an image stays, without what was read in it. Its file has a retention of its own. */
const clearReadings = statement(
  'privacy.clear-readings',
  `update images set readings = null, plate_number = null, sighting_id = null
    where sighting_id = any($1::bigint[]) and bucket = $4 and ${capturedIn('$2', '$3')}`,
);
/** Images that could not be read never became a sighting, but may have a plate. */
const clearFailed = statement(
  'privacy.clear-failed',
  `update images set readings = null, plate_number = null where id in (
     select i.id from image_queue q join images i on i.id = q.image_id and i.bucket = q.bucket
      where q.organization_id = $1 and q.died_at is not null and i.time_captured < $2
        and (i.plate_number is not null or i.readings is not null) limit 1000)`,
);

/** Labels of images without a sighting. The table is small. */
const deleteLabels = statement(
  'privacy.delete-labels',
  `delete from image_labels l using images i
    where l.organization_id = $1 and i.id = l.image_id and i.bucket = l.bucket and i.time_captured < $2`,
);

/**
 * Deletes the sightings that organizations submitted, and the matches of their alerts, after their retention. Federal
 * records belong to no organization and stay. Works in short transactions, each for one camera.
 */
export async function retainSightings(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<Retained> {
  const total: Retained = { sightings: 0, matches: 0, images: 0, hasMore: false };
  for (const { id, days } of await database.rows<{ id: number; days: number }>(limited)) {
    const before = new Date(now.getTime() - days * DAY_MS);
    const isStopping = () => signal?.aborted === true;
    const sightings = await deleteOldSightings(database, id, before, isStopping);
    const matches = await repeat(isStopping, () => deleteOldMatches(database, id, before), MATCHES);
    const images = await repeat(isStopping, () => database.run(clearFailed, [id, before]));
    await database.run(deleteLabels, [id, before]);
    total.sightings += sightings.count;
    total.matches += matches.count;
    total.images += images.count;
    total.hasMore ||= sightings.hasMore || matches.hasMore || images.hasMore;
  }
  return total;
}

/** Repeats a batch until it finds less than `full`, up to the limit of a round. */
async function repeat(isStopping: () => boolean, batch: () => Promise<number>, full = 1) {
  let count = 0;
  for (let last = full; last >= full; count += last) {
    if (isStopping() || count >= MAX_PER_ROUND) return { count, hasMore: !isStopping() };
    last = await batch();
  }
  return { count, hasMore: false };
}

/** The cameras with old sightings. Each process takes them in an order of its own. */
async function oldSources(database: Database, organizationId: number, before: Date): Promise<string[]> {
  const sources: string[] = [];
  for (let source: string | undefined = ''; source !== undefined; ) {
    const next: { source: string } | null = await database.row(nextSource, [organizationId, source]);
    source = next?.source;
    if (source === undefined) break;
    const values = [organizationId, source, before, cameraBucket(organizationId, source)];
    if (await database.row(hasOld, values)) sources.splice(Math.random() * (sources.length + 1), 0, source);
  }
  return sources;
}

async function deleteOldSightings(
  database: Database,
  organizationId: number,
  before: Date,
  isStopping: () => boolean,
) {
  let count = 0;
  for (const source of await oldSources(database, organizationId, before))
    for (let last = BATCH; last === BATCH; count += last) {
      if (isStopping() || count >= MAX_PER_ROUND) return { count, hasMore: !isStopping() };
      last = await deleteBatch(database, organizationId, source, before);
    }
  return { count, hasMore: false };
}

/** Processes share the cameras: waiting for the lock of one would be waiting for another process that does the same work. */
function deleteBatch(
  database: Database,
  organizationId: number,
  source: string,
  before: Date,
): Promise<number> {
  const bucket = cameraBucket(organizationId, source);
  return retryOnDeadlock(() =>
    database.transaction(async (tx) => {
      const taken = await tx.row<{ mine: boolean }>(takeCamera, [`${organizationId} ${source}`]);
      if (!taken?.mine) return 0;
      await lockSource(tx, organizationId, source);
      const sightings = await tx.rows<ObservationKey>(oldSightings, [organizationId, source, before, bucket]);
      await deleteWholeSightings(tx, sightings);
      await tx.run(clearReadings, [sightings.map(({ id }) => id), ...daysAround(sightings), bucket]);
      return sightings.length;
    }),
  );
}
