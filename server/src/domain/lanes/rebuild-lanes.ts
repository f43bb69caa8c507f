import { statement, type Transaction } from '../../db/database.ts';
import { cellSql } from '../../lib/geography/cells.ts';
import { dayBit, dayEnd, dayStart, firstDay, isoDay } from './lane-days.ts';

const deletions = ['lane_visits', 'lane_sites', 'lane_changes'].map((table) =>
  statement(`lanes.delete-${table}`, `delete from ${table}`),
);
/** A distributed table cannot be in a statement with others. $1, $2: the period. $3: today. */
const collect = statement(
  'lanes.collect',
  `create temp table lane_days on commit drop as
   select usdot_number, round(latitude::numeric, 3)::float8 as latitude, round(longitude::numeric, 3)::float8 as longitude,
     type <> 'Detection' as is_federal, equipment_type,
     bit_or(${dayBit(`(time_captured at time zone 'UTC')::date`, '$3::date')}) as seen
   from observations
   where time_captured >= $1::timestamptz and time_captured < $2::timestamptz and usdot_number between 1 and 2147483647
     and latitude is not null and longitude is not null group by 1, 2, 3, 4, 5`,
  { allShards: 'The days of all carriers.' },
);
const analyze = statement('lanes.analyze-collected', 'analyze lane_days');
const addSites = statement(
  'lanes.add-all-sites',
  `insert into lane_sites (cell, latitude, longitude, is_federal, equipment_type)
   select distinct ${cellSql('d')}, d.latitude, d.longitude, d.is_federal, d.equipment_type from lane_days d`,
);
/** In the order of the key, in which its index is built fastest. */
const addVisits = statement(
  'lanes.add-all-visits',
  `insert into lane_visits (site_id, usdot_number, aligned_on, seen, version)
   select s.id, d.usdot_number, $1::date, d.seen, $2::bigint from lane_days d
   join lane_sites s using (latitude, longitude, is_federal, equipment_type) order by 1, 2`,
);
const addCarriers = statement(
  'lanes.add-all-carriers',
  `insert into lane_carriers (usdot_number) select distinct usdot_number from lane_days on conflict do nothing`,
);
const forgetFacts = statement('lanes.forget-facts', `update lane_carriers set facts_version = ''`);

/** Derives all days from the observations. Searches see the former rows until the commit. */
export async function rebuildLanes(tx: Transaction, now: Date, version: number): Promise<void> {
  const today = isoDay(now);
  for (const one of deletions) await tx.run(one);
  await tx.run(collect, [dayStart(firstDay(now)), dayEnd(today), today]);
  await tx.run(analyze);
  await tx.run(addSites);
  await tx.run(addVisits, [today, version]);
  await tx.run(addCarriers);
  // Federal files may be gone with their loads.
  await tx.run(forgetFacts);
}
