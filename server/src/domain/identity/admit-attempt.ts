import { type Db, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { AppError } from '../../lib/errors.ts';

export type Limit = { count: number; windowSeconds: number };
export type TokenLimits = { perAddress: Limit; perAccount: Limit };

/**
 * One upsert under the lock of the account's row: counts the admitted attempts of the account and of this address, and
 * adds the attempt only if it is admitted. The windows slide, and the limits hold across processes. The commit is
 * asynchronous: a database crash may lose the last attempts. About 0.1 ms.
 */
const admit = statement(
  'identity.admit-attempt',
  `with attempt as (
   insert into token_attempts as t (account_hash, times, addresses, admitted, retry_at)
   values ($1, array[clock_timestamp()], array[$2::text],
           set_config('synchronous_commit', 'off', true) = 'off', clock_timestamp())
   on conflict (account_hash) do update set (times, addresses, admitted, retry_at) = (
     with moment as (select clock_timestamp() as now),
     recent as (
       select a.at, a.address
         from unnest(t.times, t.addresses) as a (at, address), moment
        where a.at > moment.now - make_interval(secs => greatest($4::int, $6::int))
     ),
     full_until as (
       select greatest(
         (select min(at) + make_interval(secs => $4::int) from recent, moment
           where address = $2 and at > moment.now - make_interval(secs => $4::int) having count(*) >= $3::int),
         (select min(at) + make_interval(secs => $6::int) from recent, moment
           where at > moment.now - make_interval(secs => $6::int) having count(*) >= $5::int)
       ) as moment
     )
     select
       coalesce((select array_agg(at order by at) from recent), '{}')
         || case when full_until.moment is null then array[moment.now] else '{}' end,
       coalesce((select array_agg(address order by at) from recent), '{}')
         || case when full_until.moment is null then array[$2::text] else '{}' end,
       full_until.moment is null,
       coalesce(full_until.moment, moment.now)
     from moment, full_until
   )
   returning admitted, greatest(1, ceil(extract(epoch from retry_at - clock_timestamp())))::int as wait_seconds
   )
   select attempt.admitted, attempt.wait_seconds, u.id as user_id, u.organization_id, o.name as organization_name,
          u.password_hash, u.disabled_at is not null as disabled
     from attempt
     left join users u on attempt.admitted and lower(u.email) = lower($7)
     left join organizations o on o.id = u.organization_id`,
);

export type Login = {
  user_id: number;
  organization_id: number;
  organization_name: string;
  password_hash: string;
  disabled: boolean;
};

type Row = { admitted: boolean; wait_seconds: number } & (Login | { user_id: null });

/** The organization is that of the API key: attempts with the key of one organization never count against another. */
type Attempt = { organizationId: number; email: string; address: string };

/**
 * Counts an attempt before any password work and returns the user's login, or null for an unknown email, in one round
 * trip. Throws `too_many` with the seconds to wait when a limit is reached.
 */
export async function admitAttempt(
  db: Db,
  { organizationId, email, address }: Attempt,
  limits: TokenLimits,
): Promise<Login | null> {
  const row = await db.row<Row>(admit, [
    sha256(`${organizationId} ${email.toLowerCase()}`),
    address,
    limits.perAddress.count,
    limits.perAddress.windowSeconds,
    limits.perAccount.count,
    limits.perAccount.windowSeconds,
    email,
  ]);
  if (row?.admitted) return row.user_id === null ? null : row;
  throw new AppError('too_many', 'Too many token requests. Try again later.', {
    retryAfterSeconds: row?.wait_seconds ?? 1,
  });
}
