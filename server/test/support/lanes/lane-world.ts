import type { Database } from '../../../src/db/database.ts';
import { updateLanes } from '../../../src/domain/lanes/update-lanes.ts';
import type { NewObservation } from '../../../src/domain/observations/observation.ts';
import type { Position } from '../../../src/lib/geography/great-circle.ts';
import { seededRandom } from '../random.ts';

export const NOW = new Date('2026-11-10T12:00:00Z');
export const DAY_MS = 86_400_000;
const TODAY = '2026-11-10';

export const CITIES = {
  nashville: { latitude: 36.166, longitude: -86.778 },
  dallas: { latitude: 32.794, longitude: -96.766 },
  memphis: { latitude: 35.13, longitude: -89.99 },
  chicago: { latitude: 41.88, longitude: -87.63 },
} as const;

export type Company = {
  status?: string;
  powerUnits?: number;
  /** Numbers of FMCSA's list. */
  cargo?: number[];
  tractors?: number;
  trailers?: number;
  /** The day of an active common authority; null: none. */
  authority?: string | null;
  broker?: boolean;
  bipd?: number;
  outOfService?: boolean;
  inspections?: { driverOos: boolean; vehicleOos: boolean }[];
};

/** A carrier in the census, the register of authorities and the insurance file. */
export async function addCompany(
  { pool }: Database,
  usdotNumber: number,
  company: Company = {},
): Promise<void> {
  const { status = 'A', powerUnits = 20, cargo = [1], tractors = 5, trailers = 5 } = company;
  const { authority = '2020-01-01', broker = false, bipd = 1_000_000, inspections = [] } = company;
  await pool.query(
    `insert into company_census (usdot_number, legal_name, status_code, power_units, total_drivers, cargo_classes, owned_tractors,
       owned_trailers, phy_street, phy_city, phy_state, phy_zip, phone, email_address, add_date, docket1_prefix, docket1_number)
     values ($1, 'CARRIER ' || $1::integer, $2, $3, 5, $4, $5, $6, '1 ELM ST', 'DAYTON', 'OH', '45402', '9375550100', 'A@B.EXAMPLE',
       '2010-06-01', 'MC', $1)`,
    [usdotNumber, status, powerUnits, cargo, tractors, trailers],
  );
  const register = (type: string) =>
    pool.query(
      `insert into motus_carriers (usdot_number, docket_prefix, docket_number, authority_type, authority_status)
       values ($1, 'MC', $1, $2, 'Active')`,
      [usdotNumber, type],
    );
  if (broker) await register('Broker of Property (Except Household Goods)');
  if (authority !== null) {
    const type = 'Motor Carrier of Property (Except Household Goods)';
    await register(type);
    await pool.query(
      `insert into motus_authority_history (usdot_number, row_hash, docket_prefix, docket_number, authority_type,
         authority_status, reason, status_change_date) values ($1::integer, $1::integer, 'MC', $1, $2, 'Active', 'Granted', $3)`,
      [usdotNumber, type, authority],
    );
  }
  if (bipd > 0)
    await pool.query(
      `insert into motus_insurance (usdot_number, row_hash, docket_prefix, docket_number, form_code, type_code, class_code,
         max_coverage_dollars, underlying_limit_dollars, policy_number, effective_date)
       values ($1::integer, $1::integer, 'MC', $1, 'BMC-91X', '1', 'P', $2, 0, 'P', '2025-01-01')`,
      [usdotNumber, bipd],
    );
  if (company.outOfService)
    await pool.query(
      `insert into out_of_service_orders (usdot_number, row_hash, oos_date) values ($1, 1, '2026-01-01')`,
      [usdotNumber],
    );
  for (const [i, { driverOos, vehicleOos }] of inspections.entries())
    await pool.query(
      `insert into sms_inspections (usdot_number, unique_id, report_number, report_state, insp_date, insp_level_id,
         driver_oos_total, vehicle_oos_total) values ($1, $2, 'R' || $2::bigint, 'OH', '2026-05-01', 1, $3, $4)`,
      [usdotNumber, usdotNumber * 100 + i, driverOos ? 1 : 0, vehicleOos ? 1 : 0],
    );
}

export const seen = (
  usdot_number: number,
  { latitude, longitude }: Position,
  daysAgo: number,
  more: Partial<NewObservation> = {},
): NewObservation => ({
  ...{ usdot_number, type: 'Detection', latitude, longitude, equipment_type: 'dry van' },
  time_captured: new Date(NOW.getTime() - daysAgo * DAY_MS),
  ...more,
});

/** Applies every change, as the stage does. */
export async function settleLanes(db: Database, now = NOW): Promise<void> {
  while (await updateLanes(db, now));
}

export type Lane = {
  origin: Position | null;
  destination: Position | null;
  originMiles: number;
  destinationMiles: number;
  minFleet: number;
  maxFleet: number;
  cargo: number[] | null;
  equipment: string[] | null;
  months: number;
  isPowerOnly: boolean;
  isBroker: boolean;
  isBackhaul: boolean;
  minScore: number;
  maxScore: number;
};

/** The recommendations computed from all observations and the federal tables, day by day, without any derived table. */
export async function lanesInPlainSql({ pool }: Database, lane: Lane) {
  const { origin, destination } = lane;
  const apart = origin && destination ? arc(origin, destination) : 0;
  const near = (lat: string, lon: string, radius: string) => `coalesce(3958.8 * acos(least(1, greatest(-1,
    sind(latitude) * sind(${lat}::float8) + cosd(latitude) * cosd(${lat}) * cosd(longitude - ${lon}::float8)))) <= ${radius}::float8, false)`;
  /** Without the kinds of equipment, a carrier has few rows on a day. */
  const runs = (from: string, to: string) => `
    select b.usdot_number, count(distinct b.day) as runs from spots b join spots a using (usdot_number)
    where a.is_${from} and b.is_${to} and a.day between b.day - ($8::integer + 3) and b.day - $8 group by 1`;
  const both = origin !== null && destination !== null;
  const { rows } = await pool.query(
    `with ends as materialized (
       select * from (
         select usdot_number, day, equipment_type, ${near('$1', '$2', '$3')} as is_origin, ${near('$4', '$5', '$6')} as is_destination
         from (select usdot_number, (time_captured at time zone 'UTC')::date as day, equipment_type,
             round(latitude::numeric, 3)::float8 as latitude, round(longitude::numeric, 3)::float8 as longitude
           from observations where usdot_number <> 0 and latitude is not null) o
         where day between $7::date - 89 and $7::date) p
       where is_origin or is_destination),
     spots as materialized (select distinct usdot_number, day, is_origin, is_destination from ends),
     there as (${runs('origin', 'destination')}), back as (${runs('destination', 'origin')}),
     counted as (
       select c.usdot_number, count(distinct day) filter (where is_origin) as origin_days,
         count(distinct day) filter (where is_destination) as destination_days,
         count(distinct day) as days, count(distinct day) filter (where equipment_type = any($9::text[])) as equipment_days,
         coalesce(min(t.runs), 0) as runs, coalesce(min(b.runs), 0) as runs_back
       from ends c left join there t using (usdot_number) left join back b using (usdot_number) group by c.usdot_number),
     facts as (
       select k.usdot_number, k.power_units, k.cargo_classes, k.owned_tractors > 0 and k.owned_trailers = 0 as is_power_only,
         k.status_code = 'A' and not exists (select from out_of_service_orders o where o.usdot_number = k.usdot_number) as may_operate,
         (select min(h.status_change_date) from motus_authority_history h where h.usdot_number = k.usdot_number) as since,
         exists (select from motus_carriers m where m.usdot_number = k.usdot_number and m.authority_type like 'Broker%') as is_broker,
         case when exists (select from motus_insurance i where i.usdot_number = k.usdot_number and i.max_coverage_dollars >= 750000)
           then 5 else 0 end as insured,
         (select case when count(*) = 0 then 2 when 100.0 * count(*) filter (where driver_oos_total > 0) / count(*) <= 6.67 then 5 else 0 end
          from sms_inspections i where i.usdot_number = k.usdot_number) as drivers,
         (select case when count(*) = 0 then 2 when 100.0 * count(*) filter (where vehicle_oos_total > 0) / count(*) <= 22.26 then 5 else 0 end
          from sms_inspections i where i.usdot_number = k.usdot_number) as vehicles
       from company_census k),
     scored as (
       select *, least(5, coalesce(floor(($7::date - since) / 365.25), 0))::integer + insured + drivers + vehicles as company,
         case when $9::text[] is null then 20 else round(20.0 * equipment_days / days)::integer end as equipment,
         ${both ? 'runs + runs_back / 2.0' : '(origin_days + destination_days)::numeric'} as counted_days
       from counted join facts using (usdot_number)),
     final as (
       select *, round((60 * sqrt(least(90, counted_days)::float8 / 90))::float8)::integer as lane from scored)
     select usdot_number::integer, lane, equipment, company, origin_days::integer, destination_days::integer, runs::integer,
       runs_back::integer
     from final
     where counted_days > 0 and may_operate and power_units between $10 and $11
       and ($12::smallint[] is null or cargo_classes && $12) and ($9 is null or equipment_days > 0)
       and ($13::integer = 0 or since + make_interval(months => $13) <= $7::date)
       and (not $14::boolean or is_power_only) and (not $15::boolean or is_broker) and (not $16::boolean or runs_back > runs)
       and lane + equipment + company between $17 and $18
     order by lane + equipment + company desc, counted_days desc, usdot_number limit 100`,
    [
      ...[origin?.latitude ?? null, origin?.longitude ?? null, lane.originMiles],
      ...[destination?.latitude ?? null, destination?.longitude ?? null, lane.destinationMiles],
      ...[TODAY, Math.floor(apart / 700), lane.equipment, lane.minFleet, lane.maxFleet, lane.cargo],
      ...[lane.months, lane.isPowerOnly, lane.isBroker, lane.isBackhaul, lane.minScore, lane.maxScore],
    ],
  );
  return rows;
}

function arc(a: Position, b: Position): number {
  const [u, v] = [a, b].map(({ latitude, longitude }) => {
    const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  }) as [number[], number[]];
  return (
    3_958.8 *
    Math.acos(
      Math.min(
        1,
        u.reduce((sum, x, i) => sum + x * (v[i] ?? 0), 0),
      ),
    )
  );
}

/** Carriers of all kinds, and what was seen of them at cameras and counties around a few corridors. */
export function randomWorld(
  seed: number,
  { carriers, observations }: { carriers: number; observations: number },
) {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const centers = Array.from({ length: 8 }, () => ({
    latitude: between(30, 42),
    longitude: between(-100, -80),
  }));
  const places = Array.from({ length: 48 }, () => {
    const { latitude, longitude } = pick(centers);
    return { latitude: latitude + between(-1, 1), longitude: longitude + between(-1, 1) };
  });
  const companies = Array.from({ length: carriers }, (_, i) => ({
    usdotNumber: 7_000_001 + i,
    company: {
      status: random() < 0.9 ? 'A' : 'I',
      powerUnits: Math.floor(between(1, 60) ** 1.7),
      cargo: [pick([1, 2, 7]), pick([10, 15, 30])],
      tractors: random() < 0.8 ? 3 : 0,
      trailers: random() < 0.6 ? 3 : 0,
      authority: random() < 0.85 ? pick(['2011-02-03', '2024-05-06', '2026-09-20', '2026-10-25']) : null,
      broker: random() < 0.3,
      bipd: pick([0, 300_000, 750_000, 1_000_000]),
      outOfService: random() < 0.05,
      inspections: Array.from({ length: Math.floor(between(0, 4)) }, () => ({
        driverOos: random() < 0.2,
        vehicleOos: random() < 0.3,
      })),
    } satisfies Company,
  }));
  // Each carrier has a few places of its own, so that many run to and fro.
  const homes = companies.map(() => [pick(places), pick(places), pick(places)]);
  const sightings = Array.from({ length: observations }, () => {
    const carrier = Math.floor(random() * carriers);
    const isFederal = random() < 0.2;
    return seen(
      7_000_001 + carrier,
      random() < 0.8 ? pick(homes[carrier] as Position[]) : pick(places),
      between(-0.4, 100),
      {
        type: isFederal ? pick(['Inspection', 'Crash'] as const) : 'Detection',
        equipment_type: pick(['dry van', 'reefer', 'flatbed', 'Van', '']),
        ...(random() < 0.02 && { latitude: null, longitude: null }),
      },
    );
  });
  const lane = (): Lane => {
    const [both, one] = [random() < 0.6, random() < 0.5];
    const near = () => {
      const { latitude, longitude } = pick(places);
      return { latitude: latitude + between(-0.5, 0.5), longitude: longitude + between(-0.5, 0.5) };
    };
    return {
      origin: both || one ? near() : null,
      destination: both || !one ? near() : null,
      originMiles: between(5, 150),
      destinationMiles: between(5, 150),
      minFleet: random() < 0.8 ? 0 : Math.floor(between(1, 30)),
      maxFleet: random() < 0.7 ? 1_000 : Math.floor(between(30, 400)),
      cargo: random() < 0.7 ? null : [pick([1, 2, 7, 10]), 15],
      equipment: random() < 0.6 ? null : pick([['flatbed'], ['dry van', 'Van'], ['reefer', 'flatbed']]),
      months: pick([0, 1, 1, 1, 3, 24]),
      isPowerOnly: random() < 0.1,
      isBroker: random() < 0.1,
      isBackhaul: both && random() < 0.2,
      minScore: random() < 0.8 ? 0 : Math.floor(between(0, 50)),
      maxScore: random() < 0.8 ? 100 : Math.floor(between(50, 100)),
    };
  };
  return { companies, sightings, lane, pick, between, random };
}
