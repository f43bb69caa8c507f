import { OBSERVATION_COLUMNS, type ObservationKey } from '../../../contract/observation.ts';
import { type Db, statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { fromRow } from '../../observations/observation.ts';
import { type AlertedSighting, alertedSighting, type SightingDetails } from '../../observations/unmatched.ts';

const columns = Object.keys(OBSERVATION_COLUMNS)
  .filter((name) => name !== 'type')
  .map((name) => `i.${name}`)
  .join(', ');

/**
 * One probe of the primary key for each row: the comparisons of whole keys keep the planner from trying every carrier with
 * every time. The carriers and the period limit the shards and the partitions.
 */
const fetch = statement(
  'alerts.preview.sightings',
  `select row_to_json(o) as sighting from (
     select ${columns} from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as k (usdot_number, time_captured, id)
       join observations i on (i.usdot_number, i.time_captured, i.id) >= (k.usdot_number, k.time_captured, k.id)
         and (i.usdot_number, i.time_captured, i.id) <= (k.usdot_number, k.time_captured, k.id)
         and i.time_captured = k.time_captured
      where i.usdot_number = any($1::bigint[]) and i.time_captured between $4::timestamptz and $5::timestamptz) o`,
);
const details = statement(
  'alerts.preview.details',
  `select id, image_ids, explanation from sightings where id = any($1::bigint[])`,
);

/**
 * The part of what recognition stores with a sighting that notifications show: what each image shows, the name of the carrier, and
 * the confidence of the plate.
 */
type Explanation = { s?: string[]; n?: string; p?: number };
type DetailsRow = { id: number; image_ids: string[]; explanation: Explanation | null };

/** The sightings that still exist under these keys, without their lines of text. */
export async function fetchSightings(db: Db, keys: ObservationKey[]): Promise<AlertedSighting[]> {
  if (keys.length === 0) return [];
  const times = keys.map(({ time_captured }) => time_captured.getTime());
  const [rows, found] = await Promise.all([
    db.rows<{ sighting: Record<string, unknown> }>(fetch, [
      ...columnsOf(keys, 'usdot_number', 'time_captured', 'id'),
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
    ]),
    db.rows<DetailsRow>(details, [keys.map(({ id }) => id)]),
  ]);
  const detailsById = new Map(found.map((row) => [row.id, detailsOf(row)]));
  return rows.map(({ sighting }) => {
    const { time_captured, ...row } = alertedSighting(fromRow(sighting));
    return { ...row, time_captured: new Date(time_captured), ...detailsById.get(row.id) };
  });
}

function detailsOf({ image_ids, explanation }: DetailsRow): SightingDetails {
  const { s: shows, n: carrier_name, p: plate_confidence } = explanation ?? {};
  return {
    ...(shows && { views: image_ids.map((image_id, i) => ({ image_id, shows: shows[i] ?? '' })) }),
    ...(plate_confidence !== undefined && { plate_confidence }),
    ...(carrier_name && { carrier_name }),
  };
}
