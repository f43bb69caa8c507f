import type { User } from '../../contract/admin/user.ts';
import { type Db, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { type Limit, networkOf, ratesSql, tooMany } from './request-rates.ts';

export type TokenLimits = {
  /** For one account from one address. */
  perAddress: Limit;
  /** For one account. */
  perAccount: Limit;
  /** For one address, over all accounts. */
  perSource: Limit;
  /** For one API key. */
  perKey: Limit;
};

/** The columns that decide a sign-in, from `users u` and `organizations o`. */
export const LOGIN = `u.id as user_id, u.kind, u.organization_id, o.name as organization_name, u.password_hash,
  u.disabled_at is not null or o.disabled_at is not null as disabled, o.require_sso,
  exists (select from user_totp x where x.user_id = u.id and x.confirmed_at is not null) as has_totp`;

/**
 * Counts the attempt for its address and its key. If both admit it, one upsert under the lock of the account's row counts
 * the admitted attempts of the account and of this address, and adds the attempt only if it is admitted. The windows slide, and the limits hold across processes. The commit is
 * asynchronous: a database crash may lose the last attempts. About 0.1 ms.
 */
const admit = statement(
  'identity.admit-attempt',
  `with rates as (${ratesSql('$8::bytea[]', '$9::int[]', '$10::int[]')}),
   attempt as (
   insert into token_attempts as t (account_hash, times, addresses, admitted, retry_at)
   select $1::bytea, array[clock_timestamp()], array[$2::text],
          set_config('synchronous_commit', 'off', true) = 'off', clock_timestamp()
    where (select bool_and(admitted) from rates)
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
   select coalesce(attempt.admitted, false) as admitted,
          coalesce(attempt.wait_seconds, (select max(wait_seconds) from rates where not admitted)) as wait_seconds, ${LOGIN}
     from (values (1)) as always
     left join attempt on true
     left join users u on attempt.admitted and lower(u.email) = lower($7)
     left join organizations o on o.id = u.organization_id`,
);

export type Login = {
  user_id: number;
  kind: User['kind'];
  organization_id: number;
  organization_name: string;
  password_hash: string | null;
  /** The user or its organization. */
  disabled: boolean;
  require_sso: boolean;
  has_totp: boolean;
};

type Row = { admitted: boolean; wait_seconds: number } & (Login | { user_id: null });

/** The organization is that of the API key: attempts with the key of one organization never count against another. */
type Attempt = { organizationId: number; apiKeyId: number; email: string; address: string };

/**
 * Counts an attempt before any password work and returns the user's login, or null for an unknown email, in one round
 * trip. Throws `too_many` with the seconds to wait when a limit is reached.
 */
export async function admitAttempt(
  db: Db,
  { organizationId, apiKeyId, email, address }: Attempt,
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
    [sha256(`address ${networkOf(address)}`), sha256(`key ${apiKeyId}`)],
    [limits.perSource.count, limits.perKey.count],
    [limits.perSource.windowSeconds, limits.perKey.windowSeconds],
  ]);
  if (row?.admitted) return row.user_id === null ? null : row;
  throw tooMany(row?.wait_seconds ?? 1);
}
