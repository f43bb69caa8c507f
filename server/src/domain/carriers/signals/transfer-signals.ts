import { statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import { ANY_CARRIER } from '../../observations/distribution.ts';
import {
  dayStart,
  daysBetween,
  type Evidence,
  type FindSignal,
  inPeriod,
  isCarrierRead,
  isPlateRead,
  isVinRead,
  lossOf,
  newest,
  readRegistered,
  type SignalRequest,
} from './signal.ts';
import { MIN_TRANSFERRED, MIN_TRANSFERRED_TO_OLD } from './signal-rules.ts';
import { readOwnVins } from './vehicles.ts';

const DAYS_BEFORE = 730;
const OLD_AT_LOSS_DAYS = 365;

/** The carriers of each VIN before a time, with the last time of each. $1: VINs. $4: the times. */
const carriersBefore = statement(
  'signals.carriers-before',
  `select o.vin, o.usdot_number, to_char(max(o.time_captured) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as last_time
   from unnest($1::text[], $4::timestamptz[]) as own (vin, first_time)
   join observations o on o.vin = own.vin and o.time_captured < own.first_time
   where ${isVinRead} and o.usdot_number <> 0 and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
  { allShards: ANY_CARRIER },
);

/** $1 to $4: VINs, the first day of each with this carrier, its carrier before, and the last day there. $5: the last day. */
const transferred = statement(
  'signals.vin_from_revoked_carrier',
  `with before as materialized (
     select * from unnest($1::text[], $2::date[], $3::bigint[], $4::date[]) as b (vin, first_seen, usdot_number, last_seen)
   ), lost as materialized (
     select s.usdot_number, loss.* from (select distinct usdot_number from before) s
     cross join lateral (${lossOf('s.usdot_number', '$5')}) loss
   )
   select b.vin, b.usdot_number::text as usdot_number, coalesce(c.legal_name, '') as legal_name,
     b.last_seen as last_seen_there, b.first_seen as first_seen_here, l.revoked_on, l.out_of_service_since,
     count(*) over (partition by b.usdot_number)::int as vehicles
   from before b join lost l using (usdot_number) left join company_census c on c.usdot_number = b.usdot_number
   where coalesce(l.revoked_on, l.out_of_service_since) between b.last_seen - 365 and b.first_seen + 365
     or l.out_of_service_since between b.last_seen - 365 and b.first_seen + 365
   order by b.first_seen desc, b.vin`,
);

/** $1: carriers. $4: VINs. */
const platesOfVins = statement(
  'signals.plates-of-vins',
  `select o.vin, o.usdot_number,
     array_agg(distinct upper(regexp_replace(o.alpr_plate_number, '[^A-Za-z0-9]', '', 'g')) || ' ' || o.plate_state) as plates
   from observations o
   where o.usdot_number = any($1::bigint[]) and o.vin = any($4::text[]) and ${isVinRead} and ${isCarrierRead}
     and o.alpr_plate_number <> '' and o.plate_state <> '' and ${isPlateRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);

type Transferred = Evidence & {
  vin: string;
  usdot_number: string;
  vehicles: number;
  revoked_on: string | null;
  out_of_service_since: string | null;
};

/** The plates that the vehicles had with the other carrier and have with this one, by VIN. */
async function readKeptPlates(
  { db, usdotNumber }: SignalRequest,
  vehicles: Transferred[],
  period: [string, string],
): Promise<Map<string, string>> {
  if (vehicles.length === 0) return new Map();
  const carriers = [usdotNumber, ...vehicles.map((one) => Number(one.usdot_number))];
  const rows = await db.rows<{ vin: string; usdot_number: number; plates: string[] }>(platesOfVins, [
    ...[carriers, ...period, vehicles.map(({ vin }) => vin)],
  ]);
  const platesOf = (vin: string, carrier: number) =>
    rows.find((row) => row.vin === vin && row.usdot_number === carrier)?.plates ?? [];
  return new Map(
    vehicles.flatMap(({ vin, usdot_number }) => {
      const there = new Set(platesOf(vin, Number(usdot_number)));
      const kept = platesOf(vin, usdotNumber).find((one) => there.has(one));
      return kept === undefined ? [] : [[vin, kept] as const];
    }),
  );
}

/**
 * For each VIN, the carrier of the last record before the first one with this carrier. A used truck gets the plate of its new
 * owner, so one that keeps its plate has the same owner.
 */
export const vinFromRevokedCarrier: FindSignal = async (request) => {
  const { db, usdotNumber, since, today } = request;
  const own = await readOwnVins(request);
  if (own.length === 0) return null;
  const firstTimes = own.map(({ first_seen }) => dayStart(first_seen));
  const carriers = await db.rows<{ vin: string; usdot_number: number; last_time: string }>(carriersBefore, [
    own.map(({ vin }) => vin),
    dayStart(since, -DAYS_BEFORE),
    firstTimes.reduce((a, b) => (a > b ? a : b)),
    firstTimes,
  ]);
  const last = new Map<string, (typeof carriers)[number]>();
  for (const carrier of carriers) {
    if (carrier.last_time > (last.get(carrier.vin)?.last_time ?? '')) last.set(carrier.vin, carrier);
  }
  const before = own.flatMap(({ vin, first_seen }) => {
    const carrier = last.get(vin);
    return carrier && carrier.usdot_number !== usdotNumber ? [{ first_seen, ...carrier }] : [];
  });
  if (before.length === 0) return null;
  const found = await db.rows<Transferred>(transferred, [
    ...columnsOf(before, 'vin', 'first_seen', 'usdot_number'),
    before.map(({ last_time }) => last_time.slice(0, 10)),
    today,
  ]);
  const period: [string, string] = [dayStart(since, -DAYS_BEFORE), dayStart(today, 1)];
  const kept = await readKeptPlates(request, found, period);
  const registeredOn = await readRegistered(request);
  const isOld = (lostOn: string) =>
    registeredOn !== null && daysBetween(registeredOn, lostOn) > OLD_AT_LOSS_DAYS;
  const needed = (row: Transferred) =>
    isOld(row.revoked_on ?? row.out_of_service_since ?? '') ? MIN_TRANSFERRED_TO_OLD : MIN_TRANSFERRED;
  return newest(
    found
      .filter((row) => row.vehicles >= needed(row) || kept.has(row.vin))
      .map(({ vehicles: _, ...row }) => ({ ...row, kept_plate: kept.get(row.vin) ?? '' })),
  );
};
