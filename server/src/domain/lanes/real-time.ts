import { type Db, statement } from '../../db/database.ts';
import { miles, type Position } from '../../lib/geography/great-circle.ts';

const HOURS = 12;
/** Less than the way across a camera's surroundings is no direction. */
const NEARER_MILES = 10;

const latest = statement(
  'lanes.latest',
  `select usdot_number, latitude, longitude, vin, alpr_plate_number, plate_state, cab_number from observations
   where usdot_number = any($1::bigint[]) and time_captured > $2::timestamptz and time_captured <= $3::timestamptz
     and type = 'Detection' and latitude is not null and longitude is not null
   order by usdot_number, time_captured desc, id desc`,
);
type Latest = Position &
  Record<'vin' | 'alpr_plate_number' | 'plate_state' | 'cab_number', string> & { usdot_number: number };

export type Whereabouts = { position: Position; isInbound: boolean };

/**
 * Where carriers were last seen in the last hours, and whether a truck of theirs came nearer to `end` between its first
 * and its last sighting. The position is that of such a truck, if there is one.
 */
export async function readWhereabouts(
  db: Db,
  usdotNumbers: number[],
  end: Position,
  now: Date,
): Promise<Map<number, Whereabouts>> {
  const from = new Date(now.getTime() - HOURS * 3_600_000);
  const rows = await db.rows<Latest>(latest, [usdotNumbers, from, now]);
  const found = new Map<number, Whereabouts>();
  for (const [usdotNumber, ofCarrier] of Map.groupBy(rows, (row) => row.usdot_number)) {
    const trucks = [...Map.groupBy(ofCarrier, truckOf)].flatMap(([truck, sightings]) =>
      truck ? [sightings] : [],
    );
    const inbound = trucks.find((sightings) => isNearer(sightings[0], sightings.at(-1), end));
    const position = (inbound ?? ofCarrier)[0];
    if (position) found.set(usdotNumber, { position, isInbound: inbound !== undefined });
  }
  return found;
}

/** By what identifies it best; empty if nothing was read. */
function truckOf({ vin, alpr_plate_number, plate_state, cab_number }: Latest): string {
  if (vin !== '') return `vin ${vin}`;
  if (alpr_plate_number !== '') return `plate ${plate_state} ${alpr_plate_number}`;
  return cab_number === '' ? '' : `cab ${cab_number}`;
}

function isNearer(last: Position | undefined, first: Position | undefined, end: Position): boolean {
  return last !== undefined && first !== undefined && miles(first, end) - miles(last, end) >= NEARER_MILES;
}
