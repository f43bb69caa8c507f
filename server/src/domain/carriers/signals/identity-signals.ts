import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { type Db, statement } from '../../../db/database.ts';
import { MAX_USDOT } from '../records/census.ts';
import {
  type Evidence,
  type Finding,
  findingOf,
  hasValidCheckDigit,
  inPeriod,
  isCarrierRead,
  isVinRead,
  periodOf,
  type Signal,
} from './signal.ts';
import { mergeSeen, type Seen, type SeenVehicle, seenDays } from './vehicles.ts';

/** A vehicle under more carriers than this is rented. */
const MAX_CARRIERS_OF_VEHICLE = 3;

/** Vehicles of a carrier that are looked up under others. */
const MAX_VEHICLES = 2_000;

/** A vehicle under another carrier. */
type Elsewhere = Seen & { usdot_number: number };

const legalNames = statement(
  'signals.legal-names',
  'select usdot_number, legal_name from company_census where usdot_number = any($1::int[])',
);

/**
 * The carriers of a vehicle whose days overlap those of this carrier: a vehicle that is first seen with the other carrier
 * after it was last seen with this one was sold.
 */
async function overlapping<Vehicle extends Seen, Other extends Elsewhere>(
  db: Db,
  own: Vehicle[],
  others: Other[],
  nameOf: (vehicle: Vehicle | Other) => string,
  shown: (other: Other) => Evidence,
): Promise<Finding | null> {
  const mine = new Map(own.map((vehicle) => [nameOf(vehicle), vehicle]));
  const found = [...Map.groupBy(others, nameOf)]
    .filter(([name, carriers]) => mine.has(name) && carriers.length < MAX_CARRIERS_OF_VEHICLE)
    .flatMap(([name, carriers]) =>
      carriers.map((other) => ({ name, other, vehicle: mine.get(name) as Vehicle })),
    )
    .filter(
      ({ other, vehicle }) => other.first_seen <= vehicle.last_seen && other.last_seen >= vehicle.first_seen,
    )
    .sort(
      (a, b) =>
        compare(b.other.last_seen, a.other.last_seen) ||
        compare(a.name, b.name) ||
        a.other.usdot_number - b.other.usdot_number,
    );
  if (found.length === 0) return null;
  const listed = found.slice(0, MAX_EVIDENCE);
  const names = await db.rows<{ usdot_number: number; legal_name: string | null }>(legalNames, [
    [...new Set(listed.map(({ other }) => other.usdot_number).filter((number) => number <= MAX_USDOT))],
  ]);
  const nameOfCarrier = new Map(names.map(({ usdot_number, legal_name }) => [usdot_number, legal_name]));
  return {
    evidence: listed.map(({ other, vehicle }) => ({
      ...shown(other),
      usdot_number: String(other.usdot_number),
      legal_name: nameOfCarrier.get(other.usdot_number) ?? '',
      first_seen: other.first_seen,
      last_seen: other.last_seen,
      own_first_seen: vehicle.first_seen,
      own_last_seen: vehicle.last_seen,
      times: other.times,
    })),
    evidence_total: found.length,
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const ownVins = statement(
  'signals.own-vins',
  `select o.vin, ${seenDays} from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and ${isVinRead} and ${isCarrierRead} and ${inPeriod}
   group by o.vin limit ${MAX_VEHICLES}`,
);
const inspectedVins = statement(
  'signals.inspected-vins',
  `select vin, min(insp_date) as first_seen, max(insp_date) as last_seen, count(*) as times from carrier_units
   where usdot_number = $1 and is_power and has_valid_check_digit(vin) and insp_date between $2 and $3
   group by vin limit ${MAX_VEHICLES}`,
);
/** One index probe per VIN. $4: VINs. */
const vinsElsewhere = statement(
  'signals.vins-elsewhere',
  `select o.vin, o.usdot_number, ${seenDays} from observations o
   where o.vin = any($4::text[]) and ${isVinRead} and o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
   group by o.vin, o.usdot_number`,
);

export const vinUnderSeveralCarriers: Signal = {
  name: 'vin_under_several_carriers',
  title: 'A vehicle of this carrier was seen under other USDOT numbers',
  rule: 'A VIN in the carrier’s sightings or inspections is also in records of one or two other carriers, before the carrier’s last and after its first record of it. Inferred numbers and VINs with a wrong check digit do not count.',
  async find(request) {
    const { db, usdotNumber, since, today } = request;
    const period = [usdotNumber, ...periodOf(request)];
    const [sighted, inspected] = await Promise.all([
      db.rows<SeenVehicle>(ownVins, period),
      db.rows<SeenVehicle>(inspectedVins, [usdotNumber, since, today]),
    ]);
    const valid = sighted.filter(({ vin }) => hasValidCheckDigit(vin));
    const own = mergeSeen([...valid, ...inspected], ({ vin }) => vin).slice(0, MAX_VEHICLES);
    if (own.length === 0) return null;
    const others = await db.rows<SeenVehicle & Elsewhere>(vinsElsewhere, [
      ...period,
      own.map(({ vin }) => vin),
    ]);
    return overlapping(
      db,
      own,
      others,
      ({ vin }) => vin,
      ({ vin }) => ({ vin }),
    );
  },
};

type SeenPlate = Seen & { plate: string; plate_state: string };

const ownPlates = statement(
  'signals.own-plates',
  `select o.alpr_plate_number as plate, o.plate_state, ${seenDays} from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and o.alpr_plate_number <> '' and o.plate_state <> ''
     and ${isCarrierRead} and ${inPeriod} group by 1, 2 limit ${MAX_VEHICLES}`,
);
/** One index probe per plate. $4: plates of any state. */
const platesElsewhere = statement(
  'signals.plates-elsewhere',
  `select o.alpr_plate_number as plate, o.plate_state, o.usdot_number, ${seenDays} from observations o
   where o.alpr_plate_number = any($4::text[]) and o.alpr_plate_number <> '' and o.type = 'Detection'
     and o.usdot_number not in (0, $1) and ${isCarrierRead} and ${inPeriod}
   group by 1, 2, 3`,
);

/** Sightings only. The same characters in two states are two plates. */
export const plateUnderSeveralCarriers: Signal = {
  name: 'plate_under_several_carriers',
  title: 'A plate of this carrier was seen under other USDOT numbers',
  rule: 'A plate and state in the carrier’s sightings was also seen with the number of one or two other carriers, before the carrier’s last and after its first sighting of it. Inferred numbers do not count.',
  async find(request) {
    const { db, usdotNumber } = request;
    const period = [usdotNumber, ...periodOf(request)];
    const own = await db.rows<SeenPlate>(ownPlates, period);
    if (own.length === 0) return null;
    const plates = [...new Set(own.map(({ plate }) => plate))];
    const others = await db.rows<SeenPlate & Elsewhere>(platesElsewhere, [...period, plates]);
    return overlapping(
      db,
      own,
      others,
      ({ plate, plate_state }) => `${plate} ${plate_state}`,
      ({ plate, plate_state }) => ({ plate_number: plate, plate_state }),
    );
  },
};

/** A phone or address that more carriers share belongs to an agent or a shared office and says nothing. */
const MAX_SHARING = 10;

const sharingCarriers = statement(
  'signals.shared-with-revoked',
  `with own as materialized (
     select phone, lower(phy_street) as street, phy_zip, prior_revoke_usdot_number
     from company_census where usdot_number = $1
   ), alike as (
     select c.usdot_number, c.legal_name, 'phone' as shares, c.phone as value from own
     cross join lateral (select usdot_number, legal_name, phone from company_census n
       where n.phone = own.phone and length(own.phone) >= 7 and n.usdot_number <> $1 limit ${MAX_SHARING + 1}) c
     union all
     select c.usdot_number, c.legal_name, 'address', c.phy_street || ', ' || c.phy_zip from own
     cross join lateral (select usdot_number, legal_name, phy_street, phy_zip from company_census n
       where lower(n.phy_street) = own.street and n.phy_zip = own.phy_zip and n.usdot_number <> $1 limit ${MAX_SHARING + 1}) c
     union all
     select c.usdot_number, c.legal_name, 'prior revoked number', c.usdot_number::text from own
     join company_census c on c.usdot_number = own.prior_revoke_usdot_number and c.usdot_number <> $1
   ), counted as (
     select *, count(*) over (partition by shares) as sharing from alike
   ), judged as (
     select a.*,
       (select max(coalesce(r.effective_date, r.served_date)) from carrier_revocations r
        where r.usdot_number = a.usdot_number and coalesce(r.effective_date, r.served_date) <= $2
          and exists (select from carrier_authorities x
            where x.usdot_number = a.usdot_number and x.authority in ('common', 'contract', 'broker') and x.status = 'I')
       ) as revoked_on,
       (select max(o.oos_date) from out_of_service_orders o where o.usdot_number = a.usdot_number
          and o.oos_date <= $2 and (o.rescind_date is null or o.rescind_date > $2)) as out_of_service_since
     from counted a where a.sharing <= ${MAX_SHARING})
   select usdot_number::text as usdot_number, coalesce(legal_name, '') as legal_name, shares, value, revoked_on,
     out_of_service_since, count(*) over () as total
   from judged where revoked_on is not null or out_of_service_since is not null or shares = 'prior revoked number'
   order by coalesce(revoked_on, out_of_service_since) desc nulls last, usdot_number, shares
   limit ${MAX_EVIDENCE}`,
);

export const sharedWithRevokedCarrier: Signal = {
  name: 'shared_with_revoked_carrier',
  title: 'Shares an address or a phone with a revoked carrier',
  rule: 'Another carrier with the same phone, or the same street and ZIP, lost its authority or is under an out-of-service order; or the registration names a revoked predecessor. A phone or address of more than ten other carriers does not count.',
  find: async ({ db, usdotNumber, today }) => findingOf(await db.rows(sharingCarriers, [usdotNumber, today])),
};
