import type { Database } from '../../../src/db/database.ts';

/** Every row that a decision about sightings writes. Queues and counts of zero are left out. */
const TABLES = {
  observations: 'select * from observations order by id',
  observation_counts: 'select * from observation_counts where observations <> 0 order by 1, 2, 3, 4, 5',
  sightings: 'select * from sightings order by id',
  vehicle_evidence: 'select * from vehicle_evidence order by kind, value, seen_at, sighting_id',
  images: 'select * from images order by id',
  image_labels: 'select * from image_labels order by image_id, field',
  revisits: 'select sighting_id from revisits order by 1',
};

export async function sightingRows(db: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [table, query] of Object.entries(TABLES)) rows[table] = (await db.pool.query(query)).rows;
  return rows;
}
