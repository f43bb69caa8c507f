import { statement } from '../../../db/database.ts';
import { columnsOf } from '../../../lib/columns-of.ts';
import {
  type Carriers,
  keyValues,
  sightingsWithKeys,
  type VinRecord,
} from '../../observations/vehicles/look-up.ts';
import {
  dayStart,
  daysBetween,
  type Evidence,
  type FindSignal,
  isPlateRead,
  lossOf,
  newest,
  readRegistered,
  type SignalRequest,
} from './signal.ts';
import { MIN_TRANSFERRED, MIN_TRANSFERRED_TO_OLD } from './signal-rules.ts';
import { readOwnVins, reliableRecords } from './vehicles.ts';

const DAYS_BEFORE = 730;
const OLD_AT_LOSS_DAYS = 365;

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

/** $1 to $6: keys. */
const platesOfVins = statement(
  'signals.plates-of-vins',
  `${sightingsWithKeys(
    `o.vin, o.usdot_number,
     array_agg(distinct upper(regexp_replace(o.alpr_plate_number, '[^A-Za-z0-9]', '', 'g')) || ' ' || o.plate_state) as plates`,
  )} and o.alpr_plate_number <> '' and o.plate_state <> '' and ${isPlateRead} group by 1, 2`,
  { isByKeys: true },
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
  const vins = vehicles.map(({ vin }) => vin);
  const records = await reliableRecords(db, vins, period, { carriers });
  if (records.length === 0) return new Map();
  const rows = await db.rows<{ vin: string; usdot_number: number; plates: string[] }>(
    platesOfVins,
    keyValues(records),
  );
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

/** The last record of each vehicle before its first day with this carrier, of those that had another carrier then. */
async function lastBefore(
  { db, usdotNumber, since }: SignalRequest,
  firstDays: Map<string, string>,
): Promise<Map<string, VinRecord>> {
  const isBefore = ({ vehicle, time_captured }: VinRecord) =>
    time_captured.getTime() < Date.parse(firstDays.get(vehicle) ?? '');
  const latest = [...firstDays.values()].reduce((a, b) => (a > b ? a : b));
  const period: [string, string] = [dayStart(since, -DAYS_BEFORE), dayStart(latest)];
  const find = async (vins: string[], carriers: Carriers) =>
    vins.length === 0 ? [] : (await reliableRecords(db, vins, period, carriers)).filter(isBefore);
  const others = await find([...firstDays.keys()], { except: usdotNumber });
  const own = await find([...new Set(others.map(({ vehicle }) => vehicle))], { carriers: [usdotNumber] });
  const last = new Map<string, VinRecord>();
  for (const record of [...others, ...own])
    if (record.time_captured > (last.get(record.vehicle)?.time_captured ?? 0))
      last.set(record.vehicle, record);
  return last;
}

/**
 * For each VIN, the carrier of the last record before the first one with this carrier. A used truck gets the plate of its new
 * owner, so one that keeps its plate has the same owner.
 */
export const vinFromRevokedCarrier: FindSignal = async (request) => {
  const { db, usdotNumber, since, today } = request;
  const own = await readOwnVins(request);
  if (own.length === 0) return null;
  const firstDays = new Map(own.map(({ vin, first_seen }) => [vin, first_seen]));
  const last = await lastBefore(request, firstDays);
  const before = own.flatMap(({ vin, first_seen }) => {
    const record = last.get(vin);
    if (!record || record.usdot_number === usdotNumber) return [];
    const { usdot_number, time_captured } = record;
    return [{ vin, first_seen, usdot_number, last_seen: time_captured.toISOString().slice(0, 10) }];
  });
  if (before.length === 0) return null;
  const found = await db.rows<Transferred>(transferred, [
    ...columnsOf(before, 'vin', 'first_seen', 'usdot_number', 'last_seen'),
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
