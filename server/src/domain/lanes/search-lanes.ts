import { type Db, statement } from '../../db/database.ts';
import { allCellsOf, boxAround } from '../../lib/geography/cells.ts';
import { miles, type Position } from '../../lib/geography/great-circle.ts';
import { milesSql } from '../../lib/geography/miles-sql.ts';
import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import type { LaneEnds } from '../places/resolve-ends.ts';
import { NO_DAYS } from './lane-days.ts';

/** The most points of each part of the score, 100 in all. */
const PARTS = { lane: 60, equipment: 20, company: 20 } as const;

export const MAX_RECOMMENDATIONS = 100;

export type LaneSearch = LaneEnds & {
  organizationId: number;
  /** UTC, the last of the days that count. */
  today: string;
  originMiles: number;
  destinationMiles: number;
  score: { min: number; max: number };
  fleet: { min: number; max: number };
  /** Numbers of FMCSA's list; null: any. */
  cargo: number[] | null;
  equipment: string[] | null;
  authorityMonths: number;
  isPreferred: boolean;
  isPowerOnly: boolean;
  isBroker: boolean;
  isBackhaul: boolean;
};

/** A carrier on the lane, with its part of the score. */
export type LaneCarrier = {
  usdot_number: number;
  origin_days: number;
  destination_days: number;
  runs: number;
  runs_back: number;
  equipment_days: number;
  lane_points: number;
  equipment_points: number;
  is_visually_sighted: boolean;
} & StoredFacts;

type StoredFacts = {
  may_operate: boolean;
  power_units: number | null;
  is_power_only: boolean;
  authority_since: string | null;
  broker_status: string;
  bipd_dollars: number;
  cargo_dollars: number;
  driver_oos_rate: number;
  vehicle_oos_rate: number;
  authority_points: number;
  insurance_points: number;
  driver_points: number;
  vehicle_points: number;
  company_points: number;
};
const FACTS = `may_operate, power_units, is_power_only, authority_since, broker_status, bipd_dollars, cargo_dollars,
  driver_oos_rate, vehicle_oos_rate, authority_points, insurance_points, driver_points, vehicle_points, company_points`;

/** A truck covers at most as much in a day, and arrives at the latest three days after the first possible one. */
const MILES_PER_DAY = 700;
const LATER_DAYS = [0, 1, 2, 3];

const milesTo = (latitude: string, longitude: string) =>
  milesSql({ latitude: 's.latitude', longitude: 's.longitude' }, { latitude, longitude });

/** $1: cells. $2, $3, $4: the origin and its radius. $5, $6, $7: the destination. $8: types of equipment. */
const sites = `
  select id, is_federal, near_origin, near_destination, fits from (
    select s.id, s.is_federal, coalesce(s.equipment_type = any($8::text[]), false) as fits,
      coalesce(${milesTo('$2::float8', '$3::float8')} <= $4::float8, false) as near_origin,
      coalesce(${milesTo('$5::float8', '$6::float8')} <= $7::float8, false) as near_destination
    from lane_sites s where s.cell = any($1::integer[]) offset 0) near
  where near_origin or near_destination`;

/** $9: today. Days that are too old fall off the end. */
const seen = (carriers: string) => `
  select v.usdot_number, s.is_federal, s.near_origin, s.near_destination, s.fits, v.seen >> ($9::date - v.aligned_on) as seen
  from sites s join lane_visits v on v.site_id = s.id
  where v.aligned_on > $9::date - ${LANE_DAYS} ${carriers} offset 0`;

/** $10: the first day on which a truck can arrive. The days of an arrival: the other end was visited as many days before. */
const arrivals = (from: string, to: string) =>
  `bit_count(${to} & (${LATER_DAYS.map((later) => `(${from} << ($10::integer + ${later}))`).join(' | ')}))`;

const days = `
  select usdot_number, is_visually_sighted, bit_count(at_origin) as origin_days, bit_count(at_destination) as destination_days,
    bit_count(with_equipment) as equipment_days, bit_count(at_origin | at_destination) as all_days,
    case when $2::float8 is null or $5::float8 is null or at_origin = ${NO_DAYS} or at_destination = ${NO_DAYS} then 0
      else ${arrivals('at_origin', 'at_destination')} end as runs,
    case when $2 is null or $5 is null or at_origin = ${NO_DAYS} or at_destination = ${NO_DAYS} then 0
      else ${arrivals('at_destination', 'at_origin')} end as runs_back
  from (
    select usdot_number, bool_or(not is_federal and seen <> ${NO_DAYS}) as is_visually_sighted,
      coalesce(bit_or(seen) filter (where near_origin), ${NO_DAYS}) as at_origin,
      coalesce(bit_or(seen) filter (where near_destination), ${NO_DAYS}) as at_destination,
      coalesce(bit_or(seen) filter (where fits), ${NO_DAYS}) as with_equipment
    from seen group by usdot_number) d`;

/** The days that the lane's part counts, in halves. */
const halfDays = `case when $2 is null or $5 is null then 2 * (origin_days + destination_days) else 2 * runs + runs_back end`;
const points = `
  select d.*, round(${PARTS.lane} * sqrt(least(half_days, 2 * ${LANE_DAYS}) / (2.0::float8 * ${LANE_DAYS})))::integer as lane_points,
    case when $8 is null then ${PARTS.equipment} when all_days = 0 then 0
      else round(${PARTS.equipment}.0 * equipment_days / all_days)::integer end as equipment_points
  from (select *, ${halfDays} as half_days from days) d`;

/** Conditions on a carrier: the first are about the lane, the others are the filters of the request. */
export const CONDITIONS = {
  lane: 'p.half_days > 0',
  may_operate: 'c.may_operate',
  fleet_size: 'coalesce(c.power_units, 0) between $11::integer and $12::integer',
  carried_cargo: '($13::integer is null or c.cargo & $13 <> 0)',
  equipment_types: '($8 is null or p.equipment_days > 0)',
  auth_months_min: `($14::integer = 0 or coalesce(c.authority_since <= $9 - make_interval(months => $14), false))`,
  power_only: '(not $15::boolean or c.is_power_only)',
  broker_authority: `(not $16::boolean or c.broker_status = 'A')`,
  preferred_carriers: `(not $17::boolean
    or exists (select from vetting_list l where l.organization_id = $18::integer and l.usdot_number = p.usdot_number and l.list = 'allow')
    or exists (select from onboarded_contacts o where o.organization_id = $18 and o.usdot_number = p.usdot_number))`,
  is_possible_backhaul: '(not $19::boolean or p.runs_back > p.runs)',
  carrier_score:
    'coalesce(p.lane_points + p.equipment_points, 0) + c.company_points between $20::float8 and $21::float8',
} as const;
export type Condition = keyof typeof CONDITIONS;

const columns = `p.usdot_number, p.origin_days, p.destination_days, p.runs::integer, p.runs_back::integer, p.equipment_days,
  p.lane_points, p.equipment_points, p.is_visually_sighted, ${FACTS}`;
const withDays = (carriers = '') =>
  `with sites as materialized (${sites}), seen as (${seen(carriers)}), days as (${days}), points as (${points})`;

/** The best first. Equal scores: more days on the lane first, then the lower number. */
const search = statement(
  'lanes.search',
  `${withDays()}
   select ${columns} from points p join lane_carriers c using (usdot_number)
   where ${Object.values(CONDITIONS).join(' and ')}
   order by p.lane_points + p.equipment_points + c.company_points desc, p.half_days desc, p.usdot_number
   limit ${MAX_RECOMMENDATIONS}`,
);

export function searchLanes(db: Db, lane: LaneSearch): Promise<LaneCarrier[]> {
  return db.rows<LaneCarrier>(search, valuesOf(lane));
}

const judge = statement(
  'lanes.judge',
  `${withDays('and v.usdot_number = $22::integer')}
   select c.usdot_number, ${columns.slice(columns.indexOf(',') + 1)},
     ${Object.entries(CONDITIONS)
       .map(([name, sql]) => `coalesce(${sql}, false) as meets_${name}`)
       .join(', ')}
   from lane_carriers c left join points p using (usdot_number) where c.usdot_number = $22`,
);
export type JudgedCarrier = LaneCarrier & Record<`meets_${Condition}`, boolean>;

/** One carrier with the conditions that it meets; null if it was seen nowhere. */
export function judgeCarrier(db: Db, lane: LaneSearch, usdotNumber: number): Promise<JudgedCarrier | null> {
  return db.row<JudgedCarrier>(judge, [...valuesOf(lane), usdotNumber]);
}

function valuesOf(lane: LaneSearch): unknown[] {
  const { origin, destination, originMiles, destinationMiles, cargo } = lane;
  const between = origin && destination ? miles(origin, destination) : 0;
  return [
    [...new Set([...cellsAround(origin, originMiles), ...cellsAround(destination, destinationMiles)])],
    ...[origin?.latitude ?? null, origin?.longitude ?? null, originMiles],
    ...[destination?.latitude ?? null, destination?.longitude ?? null, destinationMiles],
    ...[lane.equipment, lane.today, Math.floor(between / MILES_PER_DAY)],
    ...[lane.fleet.min, lane.fleet.max, cargo?.reduce((bits, one) => bits | (1 << one), 0)],
    ...[lane.authorityMonths, lane.isPowerOnly, lane.isBroker, lane.isPreferred, lane.organizationId],
    ...[lane.isBackhaul, lane.score.min, lane.score.max],
  ];
}

function cellsAround(end: Position | null, radius: number): number[] {
  return end === null ? [] : allCellsOf(boxAround(end.latitude, end.longitude, radius));
}
