import type { Transaction } from '../db/database.ts';
import { deleteDemoOrganizations } from '../domain/identity/store.ts';
import type { DemoTable } from './demo-file.ts';

/** These contain rows of other organizations too, so rows are deleted by sighting or with their organization. */
const SHARED = new Set([
  'alert_matches',
  'alerts',
  'images',
  'mails',
  'observation_counts',
  'observations',
  'recent_sightings',
  'sightings',
  'vehicle_evidence',
  'webhook_attempts',
  'webhook_deliveries',
  'webhooks',
]);
const FIRST_FEDERAL_ID = '1000000000000000';

/** Deletes the demo organizations with their sightings and, unless the federal data is real, the demo country. */
export async function removeDemo(tx: Transaction, tables: DemoTable[], isCountrySynthetic: boolean) {
  const { client } = tx;
  await client.query(
    `create temporary table demo_sightings on commit drop as
     select s.id, s.usdot_number, s.time_captured from sightings s
     join organizations o on o.id = s.organization_id where o.is_demo`,
  );
  await client.query(
    `create temporary table demo_carriers on commit drop as
     select distinct usdot_number from demo_sightings
     union select usdot_number from observations where $1 and id >= ${FIRST_FEDERAL_ID}`,
    [isCountrySynthetic],
  );
  await client.query(
    `delete from observations o using demo_sightings s
     where (o.usdot_number, o.time_captured, o.id) = (s.usdot_number, s.time_captured, s.id)`,
  );
  if (isCountrySynthetic) await client.query(`delete from observations where id >= ${FIRST_FEDERAL_ID}`);
  await client.query(`delete from vehicle_evidence e using demo_sightings s where e.sighting_id = s.id`);
  await client.query(
    `delete from recent_sightings r using demo_sightings s where (r.time_captured, r.id) = (s.time_captured, s.id)`,
  );
  await countAgain(tx);
  await deleteDemoOrganizations(tx);
  if (!isCountrySynthetic) return;
  const country = tables.map(({ name }) => name).filter((name) => !SHARED.has(name));
  await client.query(`truncate ${country.join(', ')}`);
}

async function countAgain({ client }: Transaction): Promise<void> {
  await client.query(
    'delete from observation_counts c using demo_carriers d where c.usdot_number = d.usdot_number',
  );
  for (const place of [`'*', '*'`, 'location_state, upper(location_city)'])
    await client.query(
      `insert into observation_counts (usdot_number, location_state, location_city, day, is_federal, observations)
       select usdot_number, ${place}, (time_captured at time zone 'UTC')::date, id >= ${FIRST_FEDERAL_ID}, count(*)
       from observations join demo_carriers using (usdot_number) group by 1, 2, 3, 4, 5`,
    );
}
