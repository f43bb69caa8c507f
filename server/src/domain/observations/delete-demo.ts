import { type Db, statement } from '../../db/database.ts';
import { changeAllLanes } from './lane-changes.ts';
import { FIRST_FEDERAL_ID, type ObservationKey } from './observation.ts';
import { formerKeys, type UnmatchedSighting } from './unmatched.ts';

const organizations = statement('demo.organizations', 'select id from organizations where is_demo');
const demoSightings = statement(
  'demo.sightings',
  'select id, usdot_number, time_captured from sightings where organization_id = any($1::int[])',
);
/** A worker that is writing them has committed when this ends, or writes nothing. */
const deleteWaiting = statement(
  'demo.delete-waiting',
  'delete from unmatched_sightings where organization_id = any($1::int[]) returning id as key, former',
);
const federalCarriers = statement(
  'demo.federal-carriers',
  `select distinct usdot_number from observations where id >= ${FIRST_FEDERAL_ID}`,
  { allShards: 'The federal records of the demo belong to any carrier.' },
);
/** $1: carriers. $2, $3: the first and last time. $4: the ids of sightings, each of which occurs once. */
const deleteSightings = statement(
  'demo.delete-sightings',
  `delete from observations where usdot_number = any($1::bigint[])
     and time_captured between $2::timestamptz and $3::timestamptz and id = any($4::bigint[])`,
);
const deleteFederal = statement(
  'demo.delete-federal',
  `delete from observations where id >= ${FIRST_FEDERAL_ID}`,
  { allShards: 'The federal records of the demo belong to any carrier.' },
);
const deleteFederalVins = statement('demo.delete-federal-vins', 'delete from federal_vins');
const deleteFederalCounts = statement(
  'demo.delete-federal-counts',
  'delete from observation_counts where is_federal',
  { allShards: 'The federal records of the demo belong to any carrier.' },
);
/** $1: the ids of the sightings. */
const deleteEvidence = statement(
  'demo.delete-evidence',
  'delete from vehicle_evidence where sighting_id = any($1::bigint[])',
);
/** $1: the ids of the sightings. */
const deleteVehicles = statement(
  'demo.delete-vehicles',
  'delete from vehicle_sightings where sighting_id = any($1::bigint[])',
);
/** $1: the ids of the sightings. $2, $3: the first and last time. */
const deleteRecent = statement(
  'demo.delete-recent',
  `delete from recent_sightings where time_captured between $2::timestamptz and $3::timestamptz and id = any($1::bigint[])`,
);
const deleteCounts = statement(
  'demo.delete-counts',
  'delete from observation_counts where usdot_number = any($1::bigint[])',
);
const count = (name: string, place: string) =>
  statement(
    `demo.count-${name}`,
    `insert into observation_counts (usdot_number, location_state, location_city, day, is_federal, observations)
     select usdot_number, ${place}, (time_captured at time zone 'UTC')::date, id >= ${FIRST_FEDERAL_ID}, count(*)
     from observations where usdot_number = any($1::bigint[]) group by 1, 2, 3, 4, 5`,
    { allShards: 'The rows are counted on their own shards.' },
  );
const countAll = count('all', `'*', '*'`);
const countPlaces = count('places', 'location_state, upper(location_city)');

/** Deletes the sightings of the demo organizations and all federal records, and counts the remaining observations. */
export async function deleteDemoObservations(db: Db): Promise<void> {
  const owners = [(await db.rows<{ id: number }>(organizations)).map(({ id }) => id)];
  const waiting = await db.rows<Pick<UnmatchedSighting, 'key' | 'former'>>(deleteWaiting, owners);
  const sightings = [
    ...(await db.rows<ObservationKey>(demoSightings, owners)),
    ...waiting.flatMap(formerKeys),
  ];
  const federal = await db.rows<{ usdot_number: number }>(federalCarriers);
  if (sightings.length > 0) await deleteAll(db, sightings);
  await db.run(deleteFederal);
  await db.run(deleteFederalVins);
  const carriers = carriersOf([...sightings, ...federal]);
  await db.run(deleteCounts, [carriers]);
  await db.run(countAll, [carriers]);
  await db.run(countPlaces, [carriers]);
  await changeAllLanes(db);
}

/** Deletes all federal records with their counts. Those of sightings are separate. */
export async function deleteFederalObservations(db: Db): Promise<void> {
  await db.run(deleteFederal);
  await db.run(deleteFederalVins);
  await db.run(deleteFederalCounts);
  await changeAllLanes(db);
}

async function deleteAll(db: Db, sightings: ObservationKey[]): Promise<void> {
  const ids = sightings.map(({ id }) => id);
  const times = sightings.map(({ time_captured }) => time_captured.getTime()).sort((a, b) => a - b);
  // A Date has no microseconds.
  const range = [new Date(times[0] ?? 0), new Date((times.at(-1) ?? 0) + 1)];
  await db.run(deleteSightings, [carriersOf(sightings), ...range, ids]);
  await db.run(deleteEvidence, [ids]);
  await db.run(deleteVehicles, [ids]);
  await db.run(deleteRecent, [ids, ...range]);
}

const carriersOf = (rows: { usdot_number: number }[]) => [
  ...new Set(rows.map(({ usdot_number }) => usdot_number)),
];
