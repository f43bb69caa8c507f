import type { Database } from '../../../src/db/database.ts';
import type { ObservationKey } from '../../../src/domain/observations/observation.ts';
import type { NewSighting } from '../../../src/domain/observations/record-sightings.ts';
import { BUCKETS } from '../../../src/lib/camera-bucket.ts';
import { insertSightings as insertObservations } from '../alerts/alert-ground.ts';
import type { Customer, TestApi } from '../api.ts';

/** Headers of customers who sign in once. */
export function signedIn(api: TestApi): (customer: Customer) => Promise<Record<string, string>> {
  const headers = new Map<number, Promise<Record<string, string>>>();
  return (customer) => {
    const known = headers.get(customer.userId) ?? api.signIn(customer);
    headers.set(customer.userId, known);
    return known;
  };
}

export type PlantedSighting = Partial<NewSighting> & { time_captured: Date };

/** As recognition records them: with their observations, values, and rows of `sightings`. */
export async function insertSightings(
  db: Database,
  organizationId: number,
  sightings: PlantedSighting[],
): Promise<ObservationKey[]> {
  const complete = sightings.map((fields) => ({ usdot_number: 0, ...fields }));
  const keys = await insertObservations(db, organizationId, complete as never);
  await addSightingRows(db);
  return keys;
}

/** Rows of `sightings` for observations that a test has recorded without images. */
export async function addSightingRows(db: Database): Promise<void> {
  // In two statements: the tables are distributed by different columns.
  const { rows } = await db.pool.query(
    `select id, organization_id, source, usdot_number, time_captured, alpr_plate_number from observations where type = 'Detection'`,
  );
  await db.pool.query(
    `insert into sightings (id, bucket, organization_id, source, usdot_number, time_captured, captured_until, image_ids,
       alpr_plate_number, keys, is_open, fingerprint)
     select id, id % ${BUCKETS}, organization_id, source, usdot_number, time_captured, time_captured, '{}', alpr_plate_number, '', false, ''
       from json_to_recordset($1) as s (id bigint, organization_id integer, source text, usdot_number bigint,
         time_captured timestamptz, alpr_plate_number text)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}
