import { createHash } from 'node:crypto';
import type { Database } from '../../../src/db/database.ts';
import { dayNumber, idPrefix } from '../../../src/domain/images/image-id.ts';
import { KEPT_CLASS } from '../../../src/domain/images/retention/retention-classes.ts';
import { packLine, type ReadLine } from '../../../src/domain/observations/read-lines.ts';
import { hashedUuid } from '../../../src/lib/bytes/hash.ts';
import { cameraBucket } from '../../../src/lib/camera-bucket.ts';

type ReadImage = { sightingId: number; time: Date; lines: ReadLine[]; id?: string };

const SOURCE = 'synthetic-camera';

/**
 * Images of sightings that were written without recognition. Their files are deleted; what was read stays, because they are in the
 * class that is kept.
 */
export async function insertReadImages(
  { pool }: Pick<Database, 'pool'>,
  organizationId: number,
  images: ReadImage[],
): Promise<void> {
  const rows = images.map(({ sightingId, time, lines, id }) => ({
    id: id ?? keptId(organizationId, sightingId, time),
    hash: createHash('sha256').update(`read image ${sightingId}`).digest('hex'),
    time,
    sighting_id: sightingId,
    readings: { w: 1_920, h: 1_080, v: 'cab', l: lines.map(packLine), f: {} },
  }));
  await pool.query(
    `insert into images (id, bucket, organization_id, received_at, recognized_at, image_deleted_at, source, time_captured, sha256,
       byte_size, format, width, height, box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route,
       traffic_direction, alpr_confidence, alpr_state, readings, sighting_id)
     select id, image_bucket(id), $1, time, time, time, '${SOURCE}', time, decode(hash, 'hex'),
       1, 'jpeg', 1920, 1080, 0, 0, 1, 1, 0, 0, '', '', '', '', 0, '', readings, sighting_id
     from json_to_recordset($2) as r (id uuid, hash text, time timestamptz, sighting_id bigint, readings json)`,
    [organizationId, JSON.stringify(rows)],
  );
  await pool.query(
    `update observations o set image_id = r.id from json_to_recordset($1) as r (id uuid, time timestamptz, sighting_id bigint)
      where o.id = r.sighting_id and o.time_captured = r.time`,
    [JSON.stringify(rows)],
  );
}

function keptId(organizationId: number, sightingId: number, time: Date): string {
  const prefix = idPrefix(KEPT_CLASS, dayNumber(time), cameraBucket(organizationId, SOURCE));
  return prefix + hashedUuid('read image', String(sightingId)).slice(8);
}
