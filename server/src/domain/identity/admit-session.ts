import { type Db, readRow, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { isWithinRate, type Limit, tooMany } from './request-rates.ts';

/** Of the attempts of an account, this share is for addresses that have signed in before, and this one for new addresses. */
const KNOWN_SHARE = 0.25;
const NEW_SHARE = 0.25;
/** An address is new for its first attempts of a day. */
const NEW_ADDRESS_LIMIT: Limit = { count: 3, windowSeconds: 86_400 };

/**
 * Counts the attempts of the last window under the lock of the account's row, and adds this one only if it is admitted:
 * if there are fewer than $3 in all, and fewer than $4 by strangers unless this one is not by a stranger.
 */
const admit = statement(
  'identity.admit-session',
  `insert into token_attempts as t (account_hash, times, addresses, admitted, retry_at)
   values ($1, array[clock_timestamp()], array[$2::text], true, clock_timestamp())
   on conflict (account_hash) do update set (times, addresses, admitted, retry_at) = (
     with moment as (select clock_timestamp() as now),
     recent as (
       select a.at, a.address, row_number() over (order by a.at desc) as nth,
              row_number() over (partition by a.address order by a.at desc) as nth_of_kind
         from unnest(t.times, t.addresses) as a (at, address), moment
        where a.at > moment.now - make_interval(secs => $5::int)
     ),
     full_until as (
       select max(at) + make_interval(secs => $5::int) as moment from recent
        where nth = $3::int or ($2 = 'stranger' and address = 'stranger' and nth_of_kind = $4::int)
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
   returning admitted, greatest(1, ceil(extract(epoch from retry_at - clock_timestamp())))::int as wait_seconds`,
);

type Attempt = { account: string; network: string; isKnownAddress: boolean; limit: Limit };

/**
 * Counts a sign-in to the console before any password work. The limit holds for the account over all addresses and processes.
 * Strangers who guess from a few addresses use up half of it and no more: a quarter stays for addresses from which the
 * user has signed in, and a quarter for addresses that are new, so that the user can still sign in from either.
 */
export async function admitSession(
  db: Db,
  { account, network, isKnownAddress, limit }: Attempt,
): Promise<void> {
  const { count, windowSeconds } = limit;
  const forKnown = Math.floor(count * KNOWN_SHARE);
  const forNew = Math.floor(count * NEW_SHARE);
  const isNewAddress =
    !isKnownAddress &&
    (await isWithinRate(db, { source: `new address ${network} ${account}`, limit: NEW_ADDRESS_LIMIT }));
  const most = isNewAddress ? count - forKnown : count - forKnown - forNew;
  const { admitted, wait_seconds } = await readRow<{ admitted: boolean; wait_seconds: number }>(db, admit, [
    sha256(`session ${account}`),
    isKnownAddress ? 'known' : 'stranger',
    count,
    most,
    windowSeconds,
  ]);
  if (!admitted) throw tooMany(wait_seconds);
}
