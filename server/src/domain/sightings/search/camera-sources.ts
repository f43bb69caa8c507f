import { type Database, statement } from '../../../db/database.ts';
import type { Shard } from '../../../db/nodes/bucket-ranges.ts';
import { cameraBucket } from '../../../lib/camera-bucket.ts';
import { ask } from './ask.ts';
import { type Bind, binder } from './conditions.ts';
import { type KeyedRow, newestFirst, type Position } from './filters.ts';
import { byFoundKeys, keyRange, type Search, type Source } from './sources.ts';

const allOrganizations = statement('sightings.organizations', 'select id from organizations');

/** Sightings of one camera. Cameras of several organizations may have the same name. */
export const byCamera =
  (camera: string): Source =>
  async (...page) => {
    const organizations = await organizationsOf(page[0]);
    const buckets = organizations.map((id) => cameraBucket(id, camera));
    const find = byFoundKeys((search, after, limit) =>
      onShards(search, limit, buckets, (isHere, bind) => {
        const own = newestOf('c.id', bind(camera), isHere, after, limit, bind);
        return `select s.* from unnest(${bind(organizations)}::int[]) c (id) cross join lateral (${own}) s
          order by s.time_captured desc, s.id desc limit ${limit}`;
      }),
    );
    return find(...page);
  };

async function organizationsOf({ reader, organizationId }: Search): Promise<number[]> {
  if (organizationId !== null) return [organizationId];
  return (await reader.rows<{ id: number }>(allOrganizations)).map(({ id }) => id);
}

/** How many sightings of each camera are read to estimate the time of the last one on the page. */
const FIRST_OF_CAMERA = 3;

/**
 * Of all cameras of an organization: one range of the index for each. The last sighting of the page is at least as new as that of a page
 * of the first few sightings of each camera.
 */
export const byOwnCameras: Source = byFoundKeys((search, after, limit) =>
  onShards(search, limit, null, (isHere, bind) => {
    const own = bind(search.organizationId);
    const ofEach = (most: number, condition: string) => `cameras c cross join lateral (
         ${newestOf(own, 'c.source', `${isHere} ${condition}`, after, most, bind)}) s
        where c.source is not null order by s.time_captured desc`;
    return `with recursive cameras (source) as (
         (select s.source from sightings s where s.organization_id = ${own} ${isHere} order by s.source limit 1)
         union all
         select (select s.source from sightings s where s.organization_id = ${own} and s.source > c.source ${isHere}
            order by s.source limit 1) from cameras c where c.source is not null
       ), oldest as materialized (
         select s.time_captured from ${ofEach(FIRST_OF_CAMERA, '')} offset ${limit - 1} limit 1
       )
       select s.* from ${ofEach(limit, `and s.time_captured >= coalesce((select time_captured from oldest), '-infinity')`)},
         s.id desc limit ${limit}`;
  }),
);

function newestOf(
  organization: string,
  source: string,
  condition: string,
  after: Position,
  limit: number,
  bind: Bind,
): string {
  return `select s.usdot_number, s.time_captured, s.id from sightings s
    where s.organization_id = ${organization} and s.source = ${source} ${condition}
      and ${keyRange('s.time_captured', 's.id', after, bind)}
    order by s.time_captured desc, s.id desc limit ${limit}`;
}

/**
 * The newest keys that a statement about cameras finds. On a cluster it runs once for each shard with one of the buckets (null: for every
 * shard), on its node: with `isHere` it names the buckets of that shard, so Citus accepts any SQL that one server can run.
 */
async function onShards(
  { shards, reader, deadline }: Search,
  limit: number,
  buckets: number[] | null,
  write: (isHere: string, bind: Bind) => string,
): Promise<KeyedRow[] | null> {
  const { values, bind } = binder();
  if (shards === null) return ask<KeyedRow>(reader, deadline, write('', bind), values);
  const own = bind(null);
  const sql = write(`and s.bucket = any(${own}::smallint[])`, bind);
  const found = await ask<KeyedRow>(reader, deadline, sql, values, (database) =>
    shards
      .map((shard) => ({ shard, here: shard.buckets.filter((bucket) => buckets?.includes(bucket) ?? true) }))
      .filter(({ here }) => here.length > 0)
      .map(({ shard, here }) => ({ on: nodeOf(database, shard), values: [here, ...values.slice(1)] })),
  );
  return found?.sort(newestFirst).slice(0, limit) ?? null;
}

const nodeOf = (database: Database, { node }: Shard): Database =>
  (node === null ? null : database.onNode(node)) ?? database;
