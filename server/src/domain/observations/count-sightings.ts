import { type Db, statement } from '../../db/database.ts';

export type SightingCount = {
  day: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  is_federal: boolean;
  count: number;
};

const period = 'usdot_number = $1 and time_captured >= $2 and time_captured < $3';

/** Cameras do not move, and federal records are at the centers of counties: a carrier has few different positions on a day. */
const byPlace = statement(
  'observations.count-by-place',
  `select (time_captured at time zone 'UTC')::date::text as day, location_state, latitude, longitude,
     type <> 'Detection' as is_federal, count(*)::integer as count
   from observations where ${period} group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5 limit $4`,
);

/** How often a carrier was seen on each day at each place, the latest day first. Of the last day, all places or none. */
export async function countByPlace(
  db: Db,
  usdotNumber: number,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<SightingCount[]> {
  const rows = await db.rows<SightingCount>(byPlace, [usdotNumber, from, to, limit + 1]);
  if (rows.length <= limit) return rows;
  const last = rows.at(-1)?.day;
  return rows.filter(({ day }) => day !== last);
}

export type EquipmentCount = { is_federal: boolean; equipment_type: string };

const byEquipment = statement(
  'observations.count-by-equipment',
  `select type <> 'Detection' as is_federal, equipment_type from observations
   where ${period} and equipment_type <> '' group by 1, 2 order by count(*) desc, 2`,
);

/** The kinds of equipment that a carrier was seen with, the most frequent first. */
export function listEquipment(db: Db, usdotNumber: number, { from, to }: { from: Date; to: Date }) {
  return db.rows<EquipmentCount>(byEquipment, [usdotNumber, from, to]);
}
