import type { Database } from '../../../../server/src/db/database.ts';

/** A table with its partitions, or one of its indexes with theirs. */
export type Relation = { name: string; bytes: number };

/** Their rows are deleted: what is left of them does not grow with the images. */
const QUEUES = [
  'image_queue',
  'unmatched_sightings',
  'revisits',
  'delivery_queue',
  'lane_changes',
  'quota_usage',
];

export const tableOf = (relation: string) => relation.split(' ')[0] as string;
export const isQueue = (table: string) => QUEUES.includes(table);

/** Adds up all partitions of a table, and all partitions of an index. */
export async function relationsOf(database: Database): Promise<Relation[]> {
  const { rows } = await database.pool.query<Relation>(
    `with top as (
       select c.oid, coalesce(h.inhparent, c.oid) as parent
       from pg_class c left join pg_inherits h on h.inhrelid = c.oid
       where c.relnamespace = current_schema()::regnamespace)
     select t.relname as name, sum(pg_table_size(top.oid))::float8 as bytes
     from top join pg_class c on c.oid = top.oid and c.relkind = 'r' join pg_class t on t.oid = top.parent
     group by 1
     union all
     select coalesce(pt.relname, t.relname) || ' index ' || p.relname, sum(pg_relation_size(top.oid))::float8
     from top join pg_index i on i.indexrelid = top.oid join pg_class t on t.oid = i.indrelid
     left join pg_inherits h on h.inhrelid = t.oid left join pg_class pt on pt.oid = h.inhparent
     join pg_class p on p.oid = top.parent join pg_class own on own.oid = top.oid and own.relkind = 'i'
     group by 1
     order by 1`,
  );
  return rows;
}

/** Bytes per image of what has grown by at least one. */
export function grownSince(former: Relation[], now: Relation[], images: number): Relation[] {
  const before = new Map(former.map(({ name, bytes }) => [name, bytes]));
  return now
    .map(({ name, bytes }) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / images }))
    .filter(({ bytes }) => bytes >= 1);
}
