import { type Db, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { AppError } from '../../lib/errors.ts';

export type Limit = { count: number; windowSeconds: number };
type Limited = { source: string; limit: Limit };

/**
 * Admits `count` requests at once and then one per `windowSeconds / count` (generic cell rate algorithm), exact across
 * processes. The arguments are SQL arrays of the same length: hashes of the sources, counts and windows in seconds. Rows
 * are locked in the order of the arrays, so all callers must use the same order: address, then key, then account.
 */
export function ratesSql(sources: string, counts: string, windows: string): string {
  return `insert into request_rates as r (source_hash, next_at, step, span, admitted, retry_at)
   select s.hash, clock_timestamp() + make_interval(secs => s.seconds::float8 / s.count),
          make_interval(secs => s.seconds::float8 / s.count), make_interval(secs => s.seconds),
          set_config('synchronous_commit', 'off', true) = 'off', clock_timestamp()
     from unnest(${sources}, ${counts}, ${windows}) with ordinality as s (hash, count, seconds, position)
    order by s.position
   on conflict (source_hash) do update set (next_at, step, span, admitted, retry_at) = (
     with moment as (select clock_timestamp() as now),
     given as (
       select now, greatest(r.next_at, now) + excluded.step as next_at,
              greatest(r.next_at, now) + excluded.step - excluded.span as fits_at
         from moment
     )
     select case when fits_at <= now then given.next_at else r.next_at end, excluded.step, excluded.span,
            fits_at <= now, fits_at
       from given
   )
   returning admitted, greatest(1, ceil(extract(epoch from retry_at - clock_timestamp())))::int as wait_seconds`;
}

const admit = statement('identity.admit-rate', ratesSql('$1::bytea[]', '$2::int[]', '$3::int[]'));

/** Counts a request of each source. Throws `too_many` with the seconds to wait when a limit is reached. */
export async function admitRate(db: Db, limited: Limited[]): Promise<void> {
  const waits = (await countRequests(db, limited))
    .filter(({ admitted }) => !admitted)
    .map(({ wait_seconds }) => wait_seconds);
  if (waits.length > 0) throw tooMany(Math.max(...waits));
}

/** Counts a request. Returns whether it is within the limit. */
export async function isWithinRate(db: Db, limited: Limited): Promise<boolean> {
  return (await countRequests(db, [limited])).every(({ admitted }) => admitted);
}

function countRequests(db: Db, limited: Limited[]) {
  return db.rows<{ admitted: boolean; wait_seconds: number }>(admit, [
    limited.map(({ source }) => sha256(source)),
    limited.map(({ limit }) => limit.count),
    limited.map(({ limit }) => limit.windowSeconds),
  ]);
}

export function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('too_many', 'Too many token requests. Try again later.', { retryAfterSeconds });
}

/** The source of requests that an address stands for: an IPv6 customer has a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
}
