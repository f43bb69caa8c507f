import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, readRow, statement, type Transaction } from '../../db/database.ts';
import { allowLongWork } from '../../db/long-work.ts';
import { columnsOf } from '../../lib/columns-of.ts';
import { cellSql } from '../../lib/geography/cells.ts';
import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import { refreshFacts } from './carrier-facts.ts';
import { dayBit, dayEnd, dayStart, firstDay, isoDay, NO_DAYS } from './lane-days.ts';
import { rebuildLanes } from './rebuild-lanes.ts';

const BATCH = 2_000;

const takeLock = statement('lanes.lock', `select pg_try_advisory_xact_lock(${LOCKS.updateLanes}) as is_mine`);
/** A change of carrier 0 is about all carriers. */
const isRebuildAsked = statement(
  'lanes.is-rebuild-asked',
  'select 1 from lane_changes where usdot_number = 0 limit 1',
);
const nextRound = statement(
  'lanes.next-round',
  'update lane_rounds set version = version + 1 returning version',
);
/** Records of days to come wait for their day. */
const takeChanges = statement(
  'lanes.take-changes',
  `delete from lane_changes where ctid = any(array(select ctid from lane_changes where day <= $1::date limit ${BATCH}))
   returning usdot_number, day, has_deletions`,
);
type Change = { usdot_number: number; day: string; has_deletions: boolean };

/** What cameras and federal records show of these carriers on a day. */
const placesOfDay = statement(
  'lanes.places-of-day',
  `select usdot_number, round(latitude::numeric, 3)::float8 as latitude, round(longitude::numeric, 3)::float8 as longitude,
     type <> 'Detection' as is_federal, equipment_type
   from observations
   where usdot_number = any($1::bigint[]) and time_captured >= $2::timestamptz and time_captured < $3::timestamptz
     and latitude is not null and longitude is not null group by 1, 2, 3, 4, 5`,
);
type Seen = {
  usdot_number: number;
  latitude: number;
  longitude: number;
  is_federal: boolean;
  equipment_type: string;
};
const seenColumns = ['latitude', 'longitude', 'is_federal', 'equipment_type', 'usdot_number'] as const;
const seen = `unnest($1::float8[], $2::float8[], $3::boolean[], $4::text[], $5::integer[])
  as p (latitude, longitude, is_federal, equipment_type, usdot_number)`;
const isSameSite = `s.latitude = p.latitude and s.longitude = p.longitude and s.is_federal = p.is_federal
  and s.equipment_type = p.equipment_type`;

/** A conflict would use up a number of the sequence. */
const addSites = statement(
  'lanes.add-sites',
  `insert into lane_sites (cell, latitude, longitude, is_federal, equipment_type)
   select distinct ${cellSql('p')}, p.latitude, p.longitude, p.is_federal, p.equipment_type from ${seen}
   where not exists (select from lane_sites s where ${isSameSite})`,
);
const aligned = 'v.seen >> (excluded.aligned_on - v.aligned_on)';
/** $6: the day. $7: today. $8: the round. A day that is known already writes nothing. */
const addVisits = statement(
  'lanes.add-visits',
  `insert into lane_visits as v (site_id, usdot_number, aligned_on, seen, version)
   select s.id, p.usdot_number, $7::date, ${dayBit('$6::date', '$7::date')}, $8::bigint from ${seen}
   join lane_sites s on ${isSameSite}
   on conflict (site_id, usdot_number) do update
     set aligned_on = excluded.aligned_on, seen = (${aligned}) | excluded.seen, version = excluded.version
   where (${aligned}) & excluded.seen <> excluded.seen`,
);
/** $6: the day. $7: today. $8: the round. $9: carriers with deletions. */
const removeVisits = statement(
  'lanes.remove-visits',
  `update lane_visits v set aligned_on = $7::date, version = $8::bigint,
     seen = set_bit(v.seen, v.aligned_on - $6::date, 0) >> ($7::date - v.aligned_on)
   where v.usdot_number = any($9::integer[])
     and case when v.aligned_on - $6::date between 0 and ${LANE_DAYS - 1} then get_bit(v.seen, v.aligned_on - $6::date) = 1 end
     and not exists (select from ${seen} join lane_sites s on ${isSameSite}
       where s.id = v.site_id and p.usdot_number = v.usdot_number)`,
);
const addCarriers = statement(
  'lanes.add-carriers',
  `insert into lane_carriers (usdot_number) select distinct n from unnest($1::integer[]) as n
   where not exists (select from lane_carriers c where c.usdot_number = n)`,
);

/**
 * Applies a batch of changes: the observations of each changed carrier and day are read again. Returns whether more are
 * waiting. One process at a time does this.
 */
export function updateLanes(database: Database, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await tx.row<{ is_mine: boolean }>(takeLock))?.is_mine) return false;
    const { version } = await readRow<{ version: number }>(tx, nextRound, []);
    if ((await tx.row(isRebuildAsked)) !== null) {
      await allowLongWork(tx.client);
      await rebuildLanes(tx, now, version);
      return true;
    }
    const [first, today] = [firstDay(now), isoDay(now)];
    const changes = await tx.rows<Change>(takeChanges, [today]);
    const days = Map.groupBy(
      changes.filter(({ day }) => day >= first),
      ({ day }) => day,
    );
    for (const [day, ofDay] of [...days].sort()) await updateDay(tx, { day, today, version }, ofDay);
    const isMore = await refreshFacts(tx, today, version);
    return isMore || changes.length === BATCH;
  });
}

type Round = { day: string; today: string; version: number };

async function updateDay(tx: Transaction, { day, today, version }: Round, changes: Change[]): Promise<void> {
  const carriers = [...new Set(changes.map(({ usdot_number }) => usdot_number))];
  const reduced = [...new Set(changes.filter((one) => one.has_deletions).map((one) => one.usdot_number))];
  const places = await tx.rows<Seen>(placesOfDay, [carriers, dayStart(day), dayEnd(day)]);
  const columns = columnsOf(places, ...seenColumns);
  await tx.run(addSites, columns);
  await tx.run(addVisits, [...columns, day, today, version]);
  if (reduced.length > 0) await tx.run(removeVisits, [...columns, day, today, version, reduced]);
  await tx.run(addCarriers, [places.map(({ usdot_number }) => usdot_number)]);
}

/** An empty row stays for its day: a search may still have the days that were taken back. */
const deleteOldVisits = statement(
  'lanes.delete-old-visits',
  `delete from lane_visits where aligned_on < $1::date or seen = ${NO_DAYS} and aligned_on < $2::date`,
);
const deleteOldSites = statement(
  'lanes.delete-old-sites',
  'delete from lane_sites s where not exists (select from lane_visits v where v.site_id = s.id)',
);
const deleteOldCarriers = statement(
  'lanes.delete-old-carriers',
  'delete from lane_carriers c where not exists (select from lane_visits v where v.usdot_number = c.usdot_number)',
);

/** Deletes what no search can find any more. */
export async function deleteOldLanes(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await tx.row<{ is_mine: boolean }>(takeLock))?.is_mine) return;
    await allowLongWork(tx.client);
    await tx.run(deleteOldVisits, [firstDay(now), isoDay(now)]);
    await tx.run(deleteOldSites);
    await tx.run(deleteOldCarriers);
  });
}
