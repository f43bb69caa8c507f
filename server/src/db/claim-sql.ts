import { type Statement, statement } from './database.ts';

export type WorkTable = {
  table: string;
  /** Its primary key, and that column's type. */
  key: string;
  keyType: 'uuid' | 'bigint' | 'integer';
  /** What a worker needs of a row beside its key, as a select list: `sha256, source`. */
  columns: string;
  /** Finished rows stay as a log, or go. */
  finished: 'keep' | 'delete';
  /** What shares are equal between: an integer column that leads the index of the waiting. */
  lane?: string;
};

const LANE = 'organization_id';

/**
 * Cost: one index descent per lane that waits (from $2 on, until $1 of them have something due), then the head of
 * each one's own queue; nothing depends on how many rows wait. Lanes of $6 are passed over. `ctid = any(array(…))`
 * keeps the planner from joining over the whole table, whatever it believes of its size.
 */
export function fairClaim(work: WorkTable): Statement {
  return statement(
    `claim.fair.${work.table}`,
    `with recursive waiting(lane, due_at, found) as (
       (${firstOf(work, '$2')})
       union all
       select next.lane, next.due_at, w.found + next.found
         from waiting w, lateral (${firstOf(work, 'w.lane')}) next
        where w.found < $1
     ),
     due as materialized (select lane from waiting where due_at <= now() and lane <> all($6::int[])),
     share as materialized (
       select ceil($1::numeric / greatest(count(*), 1))::int as rows,
              case when count(*) = $1 then max(lane) end as last
         from due
     ),
     picked as (
       select head.ctid
         from share, due, lateral (${head(work, 'due.lane', 'share.rows')}) head
        limit $1
     )
     ${take(work)}, (select rows from share) as share, (select last from share) as last_lane`,
  );
}

/** The longest-waiting row of the next lane. */
function firstOf({ table, lane = LANE }: WorkTable, after: string): string {
  return `select t.${lane} as lane, t.due_at, (t.due_at <= now() and t.${lane} <> all($6::int[]))::int as found
            from ${table} t
           where t.due_at is not null and t.${lane} > ${after}
           order by t.${lane}, t.due_at limit 1`;
}

/** The same for a few lanes that have more waiting than their share: $2 is the list of them. */
export function claimMore(work: WorkTable): Statement {
  return statement(
    `claim.more.${work.table}`,
    `with share as materialized (select ceil($1::numeric / cardinality($2::int[]))::int as rows),
     picked as (
       select head.ctid
         from share, unnest($2::int[]) as wanted(id), lateral (${head(work, 'wanted.id', 'share.rows')}) head
        limit $1
     )
     ${take(work)}, (select rows from share) as share, null::int as last_lane`,
  );
}

function head({ table, lane = LANE }: WorkTable, which: string, limit: string): string {
  return `select t.ctid from ${table} t
           where t.${lane} = ${which} and t.due_at is not null and t.due_at <= now()
           order by t.due_at limit ${limit} for update skip locked`;
}

/**
 * $3 lease id, $4 lease in ms, $5 most interruptions. A row that still has a lease was interrupted: its worker vanished,
 * which is not counted as an attempt. The limit stops a row that kills every worker.
 */
function take({ table, key, columns, lane = LANE }: WorkTable): string {
  const interrupted = `lease_id is not null`;
  const dead = `(${interrupted} and interruptions + 1 >= $5)`;
  return `update ${table} set
       due_at = case when ${dead} then null else now() + $4 * interval '1 millisecond' end,
       lease_id = case when ${dead} then null else $3::uuid end,
       died_at = case when ${dead} then now() end,
       failure = case when ${dead} then coalesce(failure, 'Every worker that took it stopped without a result.')
                      else failure end,
       attempts = attempts + (not (${interrupted}))::int,
       interruptions = interruptions + (${interrupted})::int
     where ctid = any(array(select ctid from picked))
     returning ${key} as key, organization_id, ${lane} as lane, attempts, interruptions, died_at is not null as dead,
       ${columns}`;
}

/** $1 keys, $2 lease id. */
export function finish({ table, key, keyType, finished }: WorkTable): Statement {
  const mine = `where ${key} = any($1::${keyType}[]) and lease_id = $2`;
  const text =
    finished === 'delete'
      ? `delete from ${table} ${mine} returning ${key} as key`
      : `update ${table} set due_at = null, lease_id = null, failure = null ${mine} returning ${key} as key`;
  return statement(`claim.finish.${finished}.${table}`, text);
}

/** $1 keys, $2 lease id, $3 lease in ms. */
export function extend({ table, key, keyType }: WorkTable): Statement {
  return statement(
    `claim.extend.${table}`,
    `update ${table} set due_at = now() + $3 * interval '1 millisecond'
      where ${key} = any($1::${keyType}[]) and lease_id = $2 returning ${key} as key`,
  );
}

/** $1 keys, $2 lease id, $3 delays in ms, $4 reasons, $5 hopeless, $6 interrupted, $7 most attempts, $8 most interruptions. */
export function giveBack({ table, key, keyType }: WorkTable): Statement {
  const dead = `(g.hopeless or case when g.interrupted then t.interruptions + 1 >= $8 else t.attempts >= $7 end)`;
  return statement(
    `claim.give-back.${table}`,
    `update ${table} t set
       due_at = case when ${dead} then null else now() + g.delay_ms * interval '1 millisecond' end,
       died_at = case when ${dead} then now() end,
       attempts = t.attempts - g.interrupted::int,
       interruptions = t.interruptions + g.interrupted::int,
       lease_id = null, failure = g.reason
     from unnest($1::${keyType}[], $3::float8[], $4::text[], $5::boolean[], $6::boolean[])
       as g(key, delay_ms, reason, hopeless, interrupted)
     where t.${key} = g.key and t.lease_id = $2
     returning t.${key} as key, t.died_at is not null as dead`,
  );
}

/** As if it had never been claimed: $1 keys, $2 lease id. */
export function release({ table, key, keyType }: WorkTable): Statement {
  return statement(
    `claim.release.${table}`,
    `update ${table} set due_at = now(), lease_id = null, attempts = attempts - 1
      where ${key} = any($1::${keyType}[]) and lease_id = $2`,
  );
}

/** The dead and why, most frequent reason first. */
export function deadReasons({ table }: WorkTable): Statement {
  return statement(
    `claim.dead.${table}`,
    `select failure as reason, count(*) as count, min(died_at) as since
       from ${table} where died_at is not null group by failure order by count(*) desc limit 5`,
  );
}

/** $1 keys. Dead rows get all their attempts again. */
export function revive({ table, key, keyType }: WorkTable): Statement {
  return statement(
    `claim.revive.${table}`,
    `update ${table} set due_at = now(), died_at = null, attempts = 0, interruptions = 0
      where ${key} = any($1::${keyType}[]) and died_at is not null`,
  );
}
