import { type Db, statement } from '../../db/database.ts';
import { allCellsOf, boxAround } from '../../lib/geography/cells.ts';
import { miles, type Position } from '../../lib/geography/great-circle.ts';
import { milesSql } from '../../lib/geography/miles-sql.ts';
import { findBest } from './best-carriers.ts';
import { type Condition, Conditions, type LaneSearch } from './conditions.ts';
import type { LaneIndex } from './lane-index.ts';
import { NearCarriers, type NearSite } from './near-carriers.ts';
import type { Scored } from './score-carriers.ts';

/** `db` has what the organization stored; `reader` may be a replica. */
export type LaneService = { db: Db; reader: Db; index: LaneIndex };

export type StoredFacts = {
  usdot_number: number;
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
const readFacts = statement(
  'lanes.stored-facts',
  `select usdot_number, power_units, is_power_only, authority_since, broker_status, bipd_dollars, cargo_dollars,
     driver_oos_rate, vehicle_oos_rate, authority_points, insurance_points, driver_points, vehicle_points, company_points
   from lane_carriers where usdot_number = any($1::integer[])`,
);

/** A carrier with its part of the score. */
export type LaneCarrier = Omit<Scored, 'power_units'> & StoredFacts;
/** A carrier with the conditions that it does not meet. */
export type JudgedCarrier = LaneCarrier & { unmet: Set<Condition> };

const milesTo = (latitude: string, longitude: string) =>
  milesSql({ latitude: 's.latitude', longitude: 's.longitude' }, { latitude, longitude });

/** $1: cells. $2, $3, $4: the origin and its radius. $5, $6, $7: the destination. $8: types of equipment. */
const nearSites = statement(
  'lanes.near-sites',
  `select id, is_federal, near_origin, near_destination, fits from (
     select s.id, s.is_federal, coalesce(s.equipment_type = any($8::text[]), false) as fits,
       coalesce(${milesTo('$2::float8', '$3::float8')} <= $4::float8, false) as near_origin,
       coalesce(${milesTo('$5::float8', '$6::float8')} <= $7::float8, false) as near_destination
     from lane_sites s where s.cell = any($1::integer[]) offset 0) near
   where near_origin or near_destination`,
);
const preferredCarriers = statement(
  'lanes.preferred-carriers',
  `select usdot_number from vetting_list where organization_id = $1 and list = 'allow'
   union select usdot_number from onboarded_contacts where organization_id = $1`,
);

export type LaneResult = {
  /** The best first. Equal scores: more days on the lane first, then the lower number. */
  found: LaneCarrier[];
  /** The carrier that was asked for; null if it was seen nowhere. */
  judged: JudgedCarrier | null;
};

export async function searchLanes(
  { db, reader, index }: LaneService,
  lane: LaneSearch,
  asked: number | null = null,
): Promise<LaneResult> {
  const { origin, destination, originMiles, destinationMiles } = lane;
  const cells = new Set([...cellsAround(origin, originMiles), ...cellsAround(destination, destinationMiles)]);
  const [sites, preferred] = await Promise.all([
    reader.rows<NearSite>(nearSites, [
      ...[[...cells], origin?.latitude ?? null, origin?.longitude ?? null, originMiles],
      ...[destination?.latitude ?? null, destination?.longitude ?? null, destinationMiles, lane.equipment],
    ]),
    lane.isPreferred ? db.rows<{ usdot_number: number }>(preferredCarriers, [lane.organizationId]) : [],
  ]);
  const visits = await index.read(
    reader,
    sites.map(({ id }) => id),
    lane.today,
  );
  const shape = {
    hasBothEnds: origin !== null && destination !== null,
    miles: origin && destination ? miles(origin, destination) : 0,
    asksForEquipment: lane.equipment !== null,
  };
  const conditions = new Conditions(lane, new Set(preferred.map(({ usdot_number }) => usdot_number)));
  const near = new NearCarriers(
    index,
    shape,
    sites.flatMap((site, i) => (visits[i] ? [{ ...site, visits: visits[i] }] : [])),
  );
  const best = findBest(near, conditions);
  const one = asked === null ? null : (near.scored([index.placeFor(asked)]).next().value?.scored ?? null);
  const numbers = [...best, ...(one ? [one] : [])].map(({ usdot_number }) => usdot_number);
  const rows = await reader.rows<StoredFacts>(readFacts, [numbers]);
  const facts = new Map(rows.map((row) => [row.usdot_number, row]));
  const withFacts = (scored: Scored): LaneCarrier[] => {
    const stored = facts.get(scored.usdot_number);
    return stored ? [{ ...scored, ...stored }] : [];
  };
  const unmet = new Set(one ? conditions.unmet(one) : []);
  return {
    found: best.flatMap(withFacts),
    judged: one ? (withFacts(one).map((carrier) => ({ ...carrier, unmet }))[0] ?? null) : null,
  };
}

function cellsAround(end: Position | null, radius: number): number[] {
  return end === null ? [] : allCellsOf(boxAround(end.latitude, end.longitude, radius));
}
