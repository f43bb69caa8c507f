import { availableParallelism } from 'node:os';
import type { Database } from '../../../server/src/db/database.ts';
import { createOrganization } from '../../../server/src/domain/identity/manage-organizations.ts';
import { ensureMonths, monthsBetween } from '../../../server/src/domain/observations/ensure-months.ts';

export const CAMERAS = 1_000;
export const DAYS = 90;
export const DAY_MS = 86_400_000;
export const END = Math.floor(Date.now() / DAY_MS) * DAY_MS;
export const START = END - DAYS * DAY_MS;
export const SIGHTINGS_OF_A_VEHICLE = 10;
const VEHICLES_OF_A_CARRIER = 50;
const FIRST_CARRIER = 1_000_000;

/** What the nth vehicle shows. The same in SQL. */
export const vehicle = (n: number) => {
  const letter = (of: number) => String.fromCharCode(65 + (Math.floor(n / of) % 26));
  const digits = (of: number, length: number) => String((n * of) % 10 ** length).padStart(length, '0');
  return {
    plate: letter(1) + letter(26) + letter(676) + digits(7_919, 4),
    trailer: digits(104_729, 6),
    carrier: FIRST_CARRIER + Math.floor(n / VEHICLES_OF_A_CARRIER),
  };
};
const letterSql = (of: number) => `chr(65 + ((v / ${of}) % 26)::int)`;
const digitsSql = (of: number, length: number) =>
  `lpad(((v * ${of}) % ${10 ** length})::text, ${length}, '0')`;

/** Vehicle, camera and hour of the ith sighting follow from hashes, so that every run has the same. */
const sightings = (rows: number, from: number, to: number) => `
  select i, ${FIRST_CARRIER} + v / ${VEHICLES_OF_A_CARRIER} as carrier,
    to_timestamp(${START / 1_000} + (i * ${DAYS * 86_400}.0 / ${rows})::bigint) as time,
    (${letterSql(1)} || ${letterSql(26)} || ${letterSql(676)} || ${digitsSql(7_919, 4)}) as plate,
    ${digitsSql(104_729, 6)} as trailer, (100 + v % 9000)::text as cab, v, c,
    29 + (c % 40) * 0.4 as latitude, -120 + (c / 40) * 1.8 as longitude
  from (select i, abs(hashint8(i)::bigint) % ${rows / SIGHTINGS_OF_A_VEHICLE} as v, abs(hashint8(i + 7)::bigint) % ${CAMERAS} as c
          from generate_series(${from}::bigint, ${to - 1}) i) n`;

const CHUNK = 1_000_000;

/** Fills the tables and then builds their indexes. Four organizations have the cameras. */
export async function fillSightings(database: Database, rows: number): Promise<number[]> {
  const organizationIds: number[] = [];
  for (let n = 0; n < 4; n++) {
    const { organization_id } = await createOrganization(database, {
      name: `Bench ${rows} ${n}`,
      kind: 'partner',
    });
    organizationIds.push(organization_id);
  }
  await ensureMonths(database, monthsBetween(new Date(START), new Date(END)));
  await database.pool.query(`alter system set max_wal_size = '16GB'`);
  await database.pool.query('select pg_reload_conf()');
  await database.pool.query('truncate observations, vehicle_sightings, sightings');
  const indexes = await dropIndexes(database);
  const starts = Array.from({ length: Math.ceil(rows / CHUNK) }, (_, n) => n * CHUNK);
  await inParallel(
    database,
    starts.flatMap((from) => fillChunk(rows, from, organizationIds)),
  );
  await inParallel(database, indexes);
  await inParallel(
    database,
    ['observations', 'vehicle_sightings', 'sightings'].map((table) => `vacuum analyze ${table}`),
  );
  return organizationIds;
}

function fillChunk(rows: number, from: number, organizationIds: number[]): string[] {
  const of = sightings(rows, from, Math.min(rows, from + CHUNK));
  const organization = `(array[${organizationIds}])[1 + c % 4]`;
  return [
    `insert into observations (usdot_number, time_captured, id, organization_id, type, source, alpr_plate_number, plate_state,
       equipment_number, cab_number, equipment_type, location_state, location_city, latitude, longitude, route)
     select carrier, time, i, ${organization}, 'Detection', 'camera-' || c, plate, 'TX', trailer, cab,
       case when v % 20 = 0 then 'reefer' else 'dry van' end, 'TX', 'City ' || c, latitude, longitude, 'I-40 WB' from (${of}) s`,
    `insert into sightings (id, bucket, organization_id, source, usdot_number, time_captured, captured_until, image_ids,
       alpr_plate_number, keys, is_open, fingerprint)
     select i, 0, ${organization}, 'camera-' || c, carrier, time, time, '{}', plate, '', false, '' from (${of}) s`,
    `insert into vehicle_sightings (value, kind, seen_at, sighting_id, usdot_number, organization_id, origin)
     select v.value, v.kind, time, i, carrier, ${organization}, 0 from (${of}) s
       cross join lateral (values (1, plate), (3, cab), (4, trailer)) as v (kind, value)`,
  ];
}

/** As many statements at a time as the machine has cores. */
async function inParallel(database: Database, statements: string[]): Promise<void> {
  const waiting = statements.values();
  const run = async () => {
    const client = await database.connect();
    try {
      await client.query(`set statement_timeout = 0; set maintenance_work_mem = '1GB'`);
      for (const statement of waiting) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
}

/** Drops what can be built afterwards in one step, and returns how. */
async function dropIndexes({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
      where tablename in ('observations', 'sightings', 'vehicle_sightings') and indexname not like '%_pkey'`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  const key = 'vehicle_sightings_pkey';
  await pool.query(`alter table vehicle_sightings drop constraint ${key}`);
  return [
    `alter table vehicle_sightings add constraint ${key} primary key (value, kind, seen_at, sighting_id)`,
    ...rows.map(({ definition }) => definition),
  ];
}
