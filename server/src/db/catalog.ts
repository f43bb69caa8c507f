import type pg from 'pg';

export type Column = { name: string; type: string; not_null: boolean; is_generated: boolean };

/** A partitioned table has a `partition_key` and no rows of its own; a partition has a `parent` and a `bound`. */
export type Table = {
  name: string;
  parent: string | null;
  bound: string | null;
  partition_key: string | null;
  columns: Column[];
  /** On disk, without indexes. */
  bytes: number;
};

/** `is_attached`: it is the part of an index, or of a constraint, of the partitioned table. */
export type Index = { table: string; name: string; definition: string; is_attached: boolean };

/** `kind`: p = primary key, u = unique, f = foreign key. */
export type Constraint = Index & { kind: 'p' | 'u' | 'f' };

export type Sequence = { name: string; last_value: string; is_called: boolean };

/** Relations of the current schema that do not belong to an extension. */
const OWN = (alias: string) =>
  `${alias}.relnamespace = current_schema()::regnamespace and not exists (
     select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`;

/** Parents come before their partitions. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
       case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partition_key,
       pg_table_size(c.oid)::float8 as bytes,
       (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
            'not_null', a.attnotnull, 'is_generated', a.attgenerated <> '') order by a.attnum), '[]')
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid and c.relispartition
       left join pg_class p on p.oid = i.inhparent
     where c.relkind in ('r', 'p') and c.relpersistence = 'p' and ${OWN('c')}
     order by c.relispartition, c.relname`,
  );
  return rows;
}

/** Indexes that do not implement a constraint. */
export async function listIndexes(client: pg.ClientBase): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as table, x.relname as name, pg_get_indexdef(x.oid) as definition, x.relispartition as is_attached
     from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
     where i.indisvalid and ${OWN('c')} and c.relkind in ('r', 'p')
       and not exists (select from pg_constraint n where n.conindid = x.oid and n.contype in ('p', 'u', 'x'))
     order by 1, 2`,
  );
  return rows;
}

export async function listConstraints(client: pg.ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select c.relname as table, n.conname as name, n.contype as kind, pg_get_constraintdef(n.oid) as definition,
       n.conparentid <> 0 as is_attached
     from pg_constraint n join pg_class c on c.oid = n.conrelid
     where n.contype in ('p', 'u', 'f') and ${OWN('c')} order by 1, 2`,
  );
  return rows;
}

/** Sequences are not part of a snapshot: read after the rows, their values are at least those of the rows. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'S' and ${OWN('c')} order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quote(name)}`,
    );
    sequences.push({
      name,
      last_value: state[0]?.last_value ?? '1',
      is_called: state[0]?.is_called ?? false,
    });
  }
  return sequences;
}

/**
 * Drops all relations and functions of the current schema that do not belong to an extension. Sequences after the tables: the
 * sequence of an identity column can only be dropped with its table.
 */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('drop %s if exists %I cascade',
         case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
         c.relname) as sql, case c.relkind when 'S' then 2 else 1 end as step
     from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S') and not c.relispartition and ${OWN('c')}
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure), 3
     from pg_proc p where p.pronamespace = current_schema()::regnamespace and not exists (
       select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by step`,
  );
  for (const { sql } of rows) await client.query(sql);
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
