import type { Database } from '../../../server/src/db/database.ts';
import { COUNTED } from '../../../server/src/domain/observations/change-counts.ts';
import { ensureMonths, monthsBetween } from '../../../server/src/domain/observations/ensure-months.ts';

export const START = Date.UTC(2024, 10, 1);
export const DAYS = 720;
const DAY_MS = 86_400_000;
export const FIRST_OTHER = 5_000_001;

type Rows = {
  /** This carrier has `rows` observations, evenly spread over time. */
  carrier: number;
  rows: number;
  /** The observations of all other carriers, `each` per carrier. */
  others: number;
  each: number;
};

/** An SQL select list; `i` numbers the sightings of a carrier. */
const sighting = `'Detection', 'sensor-' || i % 400, 'P' || (hashint4(i) & 65535), 'OH', '1XKYDP9X3GJ4' || lpad((i % 90000)::text, 5, '0'),
  (100 + i % 900)::text, 'dry van', (array['OH','PA','IL','IN','TX','CA','NY','NJ','GA','FL'])[1 + i % 10],
  'City ' || (hashint4(i) & 31), 40.1, -80.2, 'I-80 W'`;
const columns = `usdot_number, time_captured, id, type, source, alpr_plate_number, plate_state, vin, cab_number,
  equipment_type, location_state, location_city, latitude, longitude, route`;

/** Writes observations and their counts, then builds the secondary indexes. */
export async function fillObservations(db: Database, { carrier, rows, others, each }: Rows): Promise<void> {
  const months = monthsBetween(new Date(START), new Date(START + DAYS * DAY_MS));
  await ensureMonths(db, months);
  const client = await db.connect();
  await client.query('set statement_timeout = 0');
  await client.query(`set work_mem = '256MB'`);
  const { rows: indexes } = await client.query(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'observations' and indexname <> 'observations_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const time = (n: string, of: number) =>
    `to_timestamp(${START / 1000}) + ${n} * (interval '${DAYS} days' / ${of})`;
  const write = (select: string) =>
    client.query(
      `with fresh as (insert into observations (${columns}) ${select} returning ${COUNTED})
       insert into observation_counts as c (usdot_number, location_state, location_city, day, is_federal, observations)
       select usdot_number, coalesce(location_state, '*'), coalesce(city, '*'), day, false, count(*)
       from (select usdot_number, location_state, upper(location_city) as city,
                    (time_captured at time zone 'UTC')::date as day from fresh) d
       group by grouping sets ((usdot_number, day), (usdot_number, location_state, city, day))
       on conflict (usdot_number, location_state, location_city, day, is_federal)
         do update set observations = c.observations + excluded.observations`,
    );
  const chunks = 24;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const [from, to] = [Math.floor((rows * chunk) / chunks), Math.floor((rows * (chunk + 1)) / chunks)];
    if (to > from)
      await write(`select ${carrier}, ${time('i', rows)}, 1000000000 + i, ${sighting}
      from generate_series(${from}, ${to - 1}) i`);
    const carriers = Math.floor(others / each);
    const first = Math.floor((each * chunk) / chunks);
    const last = Math.floor((each * (chunk + 1)) / chunks) - 1;
    if (carriers === 0 || last < first) continue;
    await write(`select ${FIRST_OTHER} + c, ${time('i', each)} + c * interval '1 second', 2000000000 + c::bigint * ${each} + i,
        ${sighting}
      from generate_series(0, ${carriers - 1}) c, generate_series(${first}, ${last}) i order by 1, 2`);
  }
  // pg_indexes shows the index of a partitioned table as one on the parent only.
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await client.query('vacuum analyze observations, observation_counts');
  await client.end();
}
