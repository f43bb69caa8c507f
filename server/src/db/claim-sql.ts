import type { QueueDefinition } from '../lib/queues.ts';
import { type Statement, statement } from './database.ts';

/**
 * A statement on waiting rows, in two forms: for all rows, and for those of a list of buckets, which is the last parameter. A
 * cluster locks and skips rows only on one shard. The second form is null for a table that is never distributed.
 */
export type RangedStatement = { whole: Statement; ofBuckets: Statement | null };

/** `within`: the condition of the second form for an alias of the table. */
function ranged(
  { isByCamera }: QueueDefinition,
  name: string,
  parameter: string,
  text: (within: (alias: string) => string) => string,
): RangedStatement {
  const ofBuckets = text((alias) => `and ${alias}.bucket = any(${parameter}::smallint[])`);
  return {
    whole: statement(
      name,
      text(() => ''),
    ),
    ofBuckets: isByCamera ? statement(`${name}.of-buckets`, ofBuckets) : null,
  };
}
type Within = (alias: string) => string;

/**
 * $1 batch size, $2 the fairness key to start after, $6 fairness keys to skip. Cost: one index lookup per fairness key
 * with waiting rows, until $1 keys with due rows are found, then one index range per key. The cost does not depend on
 * the number of waiting rows. `ctid = any(array(…))` prevents a join over the whole table when the statistics are stale.
 */
export function fairClaim(work: QueueDefinition): RangedStatement {
  return ranged(
    work,
    `claim.fair.${work.table}`,
    '$7',
    (within) => `with recursive waiting(fairness_key, due_at, found) as (
       (${firstOf(work, '$2', within)})
       union all
       select next.fairness_key, next.due_at, w.found + next.found
         from waiting w, lateral (${firstOf(work, 'w.fairness_key', within)}) next
        where w.found < $1
     ),
     due as materialized (
       select fairness_key from waiting where due_at <= now() and fairness_key <> all($6::int[])
     ),
     share as materialized (
       select ceil($1::numeric / greatest(count(*), 1))::int as rows,
              case when count(*) = $1 then max(fairness_key) end as last
         from due
     ),
     picked as (
       select head.ctid
         from share, due, lateral (${head(work, 'due.fairness_key', 'share.rows', within)}) head
        limit $1
     )
     ${take(work, within)}, (select rows from share) as share, (select last from share) as last_fairness_key`,
  );
}

/** The longest-waiting row of the next fairness key. */
function firstOf({ table, fairnessKey }: QueueDefinition, after: string, within: Within): string {
  return `select t.${fairnessKey} as fairness_key, t.due_at,
                 (t.due_at <= now() and t.${fairnessKey} <> all($6::int[]))::int as found
            from ${table} t
           where t.due_at is not null and t.${fairnessKey} > ${after} ${within('t')}
           order by t.${fairnessKey}, t.due_at limit 1`;
}

/** Claims more rows of the fairness keys in $2, whose share was smaller than their queue. */
export function claimMore(work: QueueDefinition): RangedStatement {
  return ranged(
    work,
    `claim.more.${work.table}`,
    '$6',
    (within) => `with share as materialized (select ceil($1::numeric / cardinality($2::int[]))::int as rows),
     picked as (
       select head.ctid
         from share, unnest($2::int[]) as keys(key), lateral (${head(work, 'keys.key', 'share.rows', within)}) head
        limit $1
     )
     ${take(work, within)}, (select rows from share) as share, null::int as last_fairness_key`,
  );
}

function head({ table, fairnessKey }: QueueDefinition, value: string, limit: string, within: Within): string {
  return `select t.ctid from ${table} t
           where t.${fairnessKey} = ${value} and t.due_at is not null and t.due_at <= now() ${within('t')}
           order by t.due_at limit ${limit} for update skip locked`;
}

/**
 * $3 lease id, $4 lease in ms, $5 maximum interruptions. A row that still has a lease was interrupted: its worker
 * vanished, which is not counted as an attempt. The limit stops a row that kills every worker. Citus rejects now() in a CASE.
 */
function take({ table, key, columns, fairnessKey }: QueueDefinition, within: Within): string {
  const interrupted = `lease_id is not null`;
  const dead = `(${interrupted} and interruptions + 1 >= $5)`;
  return `update ${table} set
       due_at = now() + case when ${dead} then null else $4 * interval '1 millisecond' end,
       lease_id = case when ${dead} then null else $3::uuid end,
       died_at = now() + case when ${dead} then interval '0' end,
       failure = case when ${dead} then coalesce(failure, 'Every worker that took it stopped without a result.')
                      else failure end,
       attempts = attempts + (not (${interrupted}))::int,
       interruptions = interruptions + (${interrupted})::int
     where ctid = any(array(select ctid from picked)) ${within(table)}
     returning ${key} as key, organization_id, ${fairnessKey} as fairness_key, attempts, interruptions,
       died_at is not null as dead, ${columns}`;
}

/**
 * A statement on leased rows, in three forms: for rows of one bucket, which is the last parameter; for rows of several; and for
 * those on a cluster, with the buckets as the last parameter. A cluster runs the first on one node, and the third on those that have
 * the rows. On one server, the third would look up each row in each bucket.
 */
export type LeasedStatement = {
  inBucket: Statement | null;
  anywhere: Statement;
  ofBuckets: Statement | null;
};

/** `bucket`: the condition of the first and the third form. */
function leased(
  { table, finished, bucketOf, isByCamera }: QueueDefinition,
  name: string,
  bucketParameter: string,
  text: (bucket: string) => string,
): LeasedStatement {
  const full = `claim.${name}.${finished}.${table}`;
  return {
    inBucket: bucketOf ? statement(`${full}.in-bucket`, text(`and bucket = ${bucketParameter}`)) : null,
    anywhere: statement(full, text('')),
    ofBuckets: isByCamera
      ? statement(`${full}.of-buckets`, text(`and bucket = any(${bucketParameter}::smallint[])`))
      : null,
  };
}

/** $1 keys, $2 lease id. */
export function finish(work: QueueDefinition): LeasedStatement {
  return leased(work, 'finish', '$3', (bucket) => finishing(work, `any($1::${work.keyType}[])`, bucket));
}

/** $1 key, $2 lease id. PostgreSQL plans a statement with an array anew for each call, which takes longer than the rest. */
export function finishOne(work: QueueDefinition): LeasedStatement {
  return leased(work, 'finish-one', '$3', (bucket) => finishing(work, '$1', bucket));
}

function finishing({ table, key, finished }: QueueDefinition, keys: string, bucket: string): string {
  const held = `where ${key} = ${keys} ${bucket} and lease_id = $2 returning ${key} as key`;
  return finished === 'delete'
    ? `delete from ${table} ${held}`
    : `update ${table} set due_at = null, lease_id = null, failure = null, delayed_since = null ${held}`;
}

/** $1 keys, $2 lease id, $3 lease in ms. */
export function extend(work: QueueDefinition): LeasedStatement {
  const { table, key, keyType } = work;
  const text = (bucket: string) =>
    `update ${table} set due_at = now() + $3 * interval '1 millisecond'
      where ${key} = any($1::${keyType}[]) ${bucket} and lease_id = $2 returning ${key} as key`;
  return leased(work, 'extend', '$4', text);
}

/**
 * The pause after a fault outside the row: as long as the fault has lasted, so that the pauses grow, but at least 5 seconds
 * and at most 5 minutes. It varies, so that rows that failed together do not return together.
 */
const OUTSIDE_PAUSE = `g.variation * least(greatest(now() - t.delayed_since, interval '5 seconds'), interval '5 minutes')`;

/**
 * $1 keys, $2 lease id, $3 delays in ms, $4 reasons, $5 whether each failure is permanent, $6 whether each was an
 * interruption, $7 whether each is a fault outside the row, $8 maximum attempts, $9 maximum interruptions, $10 maximum
 * time in ms for faults outside the row, $11 variations of their pauses. Citus rejects now() in a CASE, and random().
 */
export function giveBack(work: QueueDefinition): LeasedStatement {
  const { table, key, keyType } = work;
  const dead = `(g.hopeless or (g.outside and t.delayed_since <= now() - $10 * interval '1 millisecond') is true
    or (g.interrupted and not g.outside and t.interruptions + 1 >= $9)
    or (not g.interrupted and not g.outside and t.attempts >= $8))`;
  return leased(
    work,
    'give-back',
    '$12',
    (bucket) => `update ${table} t set
       due_at = (select now() + case when g.outside then interval '0' else g.delay_ms * interval '1 millisecond' end
                   + g.outside::int * ${OUTSIDE_PAUSE} where not ${dead}),
       died_at = (select now() where ${dead}),
       attempts = t.attempts - (g.interrupted or g.outside)::int,
       interruptions = t.interruptions + g.interrupted::int,
       delayed_since = (select least(t.delayed_since, now()) where g.outside and not ${dead}),
       lease_id = null, failure = g.reason
     from unnest($1::${keyType}[], $3::float8[], $4::text[], $5::boolean[], $6::boolean[], $7::boolean[], $11::float8[])
       as g(key, delay_ms, reason, hopeless, interrupted, outside, variation)
     where t.${key} = g.key ${bucket} and t.lease_id = $2
     returning t.${key} as key, t.died_at is not null as dead`,
  );
}

/** Undoes the claim: $1 keys, $2 lease id. */
export function release(work: QueueDefinition): LeasedStatement {
  const { table, key, keyType } = work;
  const text = (bucket: string) =>
    `update ${table} set due_at = now(), lease_id = null, attempts = attempts - 1
      where ${key} = any($1::${keyType}[]) ${bucket} and lease_id = $2`;
  return leased(work, 'release', '$3', text);
}

/** Failed rows by reason, most frequent first. $1: only the newest rows are read, at most this many; null reads all. */
export function deadReasons({ table }: QueueDefinition): Statement {
  return statement(
    `claim.dead.${table}`,
    `select failure as reason, count(*) as count, min(died_at) as since
       from (select failure, died_at from ${table} where died_at is not null order by died_at desc limit $1) newest
      group by failure order by count(*) desc limit 5`,
  );
}

/** The same for delayed rows, longest first. */
export function delayedReasons({ table }: QueueDefinition): Statement {
  return statement(
    `claim.delayed.${table}`,
    `select failure as reason, count(*) as count, min(delayed_since) as since
       from (select failure, delayed_since from ${table} where delayed_since is not null order by delayed_since limit $1) oldest
      group by failure order by count(*) desc limit 5`,
  );
}

const MAX_COUNTED = 1_000;
const MAX_KEYS = 1_000;

/** Counts up to MAX_COUNTED index entries; beyond that, the estimate that vacuum keeps for the partial index. */
function boundedCount(table: string, column: string, index: string): string {
  return `(select case when count(*) < ${MAX_COUNTED} then count(*)
                       else greatest(count(*), (select reltuples::bigint from pg_class where oid = to_regclass('${index}')))
                  end from (select from ${table} where ${column} is not null limit ${MAX_COUNTED}) counted)`;
}

/** The same of a table on several nodes: it reads all rows, each node its own. */
export function clusterState({ table }: QueueDefinition): Statement {
  return statement(
    `claim.cluster-state.${table}`,
    `select count(due_at) as depth, count(died_at) as dead, count(delayed_since) as delayed,
            coalesce(extract(epoch from now() - min(delayed_since)), 0)::float8 as "delayedSeconds",
            coalesce(extract(epoch from greatest(now() - min(due_at), interval '0')), 0)::float8 as "oldestSeconds"
       from ${table}`,
    { allShards: 'Metrics count the rows of all cameras.' },
  );
}

/** Also needs the indexes `<table>_dead` on died_at and `<table>_delayed` on delayed_since. Reads the oldest row of at most MAX_KEYS fairness keys. */
export function queueState({ table, fairnessKey }: QueueDefinition): Statement {
  const oldestOf = (after: string) =>
    `select t.${fairnessKey} as key, t.due_at from ${table} t where t.due_at is not null ${after}
      order by t.${fairnessKey}, t.due_at limit 1`;
  return statement(
    `claim.state.${table}`,
    `with recursive oldest(key, due_at, number) as (
       select first.key, first.due_at, 1 from (${oldestOf('')}) first
       union all
       select next.key, next.due_at, o.number + 1
         from oldest o, lateral (${oldestOf(`and t.${fairnessKey} > o.key`)}) next
        where o.number < ${MAX_KEYS}
     )
     select ${boundedCount(table, 'due_at', `${table}_waiting`)} as depth,
            ${boundedCount(table, 'died_at', `${table}_dead`)} as dead,
            ${boundedCount(table, 'delayed_since', `${table}_delayed`)} as delayed,
            (select coalesce(extract(epoch from now() - min(delayed_since)), 0)::float8 from ${table}
              where delayed_since is not null) as "delayedSeconds",
            (select coalesce(extract(epoch from greatest(now() - min(due_at), interval '0')), 0)::float8
               from oldest where due_at <= now()) as "oldestSeconds"`,
  );
}

/** As text, which keeps the microseconds. */
export function newestDead({ table }: QueueDefinition): Statement {
  return statement(`claim.newest-dead.${table}`, `select max(died_at)::text as died_at from ${table}`);
}

/** $1 a part of the reason or '', $2 the most rows, $3 the newest failure. Failed rows, oldest first, get all their attempts again. */
export function revive(work: QueueDefinition): RangedStatement {
  const { table, key, revivable, onRevive } = work;
  return ranged(
    work,
    `claim.revive.${table}`,
    '$4',
    (
      within,
    ) => `update ${table} set due_at = now(), died_at = null, attempts = 0, interruptions = 0, delayed_since = null${onRevive ? `, ${onRevive}` : ''}
      where ${key} = any(array(
        select ${key} from ${table}
         where died_at <= $3::timestamptz and ($1 = '' or strpos(lower(failure), lower($1)) > 0)${revivable ? ` and ${revivable(within)}` : ''} ${within(table)}
         order by died_at limit $2 for update skip locked)) ${within(table)}`,
  );
}
