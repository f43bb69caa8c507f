import { type Db, readRow, statement } from '../../db/database.ts';
import {
  countInspections,
  type InspectionCounts,
  inspectedCounts,
  percentOf,
  type SmsOutputs,
} from '../carriers/records/inspections.ts';
import { isOutOfService } from '../federal/out-of-service.ts';
import { nationalAverages } from '../safety/published-rates.ts';

/** Carriers of one round. */
const BATCH = 250;

const readVersion = statement(
  'lanes.facts-version',
  `select $1::text || ' ' || lpad(coalesce(max(id), 0)::text, 10, '0') as version from federal_loads`,
);
/** New carriers first. */
const outdated = statement(
  'lanes.outdated-carriers',
  `select usdot_number from lane_carriers where facts_version < $1 order by facts_version limit ${BATCH}`,
);

/** The highest limit of the primary filings in force. */
const insured = (kind: string) =>
  `coalesce(max(f.max_coverage_dollars) filter (where f.kind = '${kind}'), 0) as ${kind.toLowerCase()}_dollars`;
const insurance = `
  select ${insured('BIPD')}, ${insured('CARGO')} from carrier_filings f
  where f.usdot_number = k.usdot_number and f.kind in ('BIPD', 'CARGO') and coalesce(f.class_code, 'P') <> 'E'
    and coalesce(f.effective_date, $2::date) <= $2 and coalesce(least(f.cancel_effective_date, f.replaced_on), 'infinity') > $2`;
const inspections = countInspections(
  `carrier_inspections where usdot_number = k.usdot_number and insp_date >= w.end_day - interval '24 months' and insp_date <= w.end_day`,
);
const total = (what: string) =>
  ['owned', 'term_leased', 'trip_leased'].map((how) => `coalesce(d.${how}_${what}, 0)`).join(' + ');

/** $1: carriers. $2: today. The SMS census lists only carriers that FMCSA considers active. */
const readFacts = statement(
  'lanes.read-facts',
  `select k.usdot_number, coalesce(d.status_code, case when m.usdot_number is not null then 'A' end) as status_code,
     ${isOutOfService('$2', 'k.usdot_number')} as is_out_of_service,
     coalesce(d.power_units, m.power_units) as power_units, d.cargo_classes,
     ${total('tractors')} > 0 and ${total('trailers')} = 0 as is_power_only,
     (select min(granted_date) from (
        select max(g.granted_date) as granted_date from carrier_authority_grants g
        where g.usdot_number = k.usdot_number and g.granted_date <= $2 and exists (select from carrier_authorities a
          where a.usdot_number = k.usdot_number and a.status = 'A' and a.authority = g.authority
            and a.carries is distinct from 'passenger')
          and g.authority in ('common', 'contract')
        group by g.authority) x) as authority_since,
     (select min(a.status) from carrier_authorities a
      where a.usdot_number = k.usdot_number and a.authority = 'broker') as broker_status,
     i.bipd_dollars, i.cargo_dollars,
     (select to_json(x) from (${inspections}) x) as inspections,
     (select to_json(o) from (select insp_total, driver_insp_total, driver_oos_insp_total, vehicle_insp_total,
        vehicle_oos_insp_total from sms_outputs where usdot_number = k.usdot_number) o) as outputs
   from (select federal_window_end(null) as end_day) w, unnest($1::integer[]) as k (usdot_number)
   left join company_census d using (usdot_number)
   left join sms_census m using (usdot_number)
   cross join lateral (${insurance}) i`,
);
type Facts = {
  usdot_number: number;
  status_code: string | null;
  is_out_of_service: boolean;
  power_units: number | null;
  cargo_classes: number[] | null;
  is_power_only: boolean;
  authority_since: string | null;
  broker_status: string | null;
  bipd_dollars: number;
  cargo_dollars: number;
  inspections: InspectionCounts;
  outputs: SmsOutputs | null;
};

const COLUMNS = `facts_version, may_operate, power_units, cargo, is_power_only, authority_since, broker_status, bipd_dollars,
  cargo_dollars, driver_oos_rate, vehicle_oos_rate, authority_points, insurance_points, driver_points, vehicle_points,
  company_points, version`;
const store = statement(
  'lanes.store-facts',
  `update lane_carriers c set (${COLUMNS}) = (select ${COLUMNS.replace(/\w+/g, 'r.$&')})
   from json_populate_recordset(null::lane_carriers, $1) r where c.usdot_number = r.usdot_number`,
);

/** Reads carriers whose facts are of another day or another import. Returns whether there are more. */
export async function refreshFacts(db: Db, today: string, round: number): Promise<boolean> {
  const { version } = await readRow<{ version: string }>(db, readVersion, [today]);
  const rows = await db.rows<{ usdot_number: number }>(outdated, [version]);
  if (rows.length === 0) return false;
  const facts = await db.rows<Facts>(readFacts, [rows.map(({ usdot_number }) => usdot_number), today]);
  await db.run(store, [
    JSON.stringify(facts.map((one) => ({ ...stored(one, version, today), version: round }))),
  ]);
  return rows.length === BATCH;
}

/** What FMCSA requires of most carriers of property. */
const REQUIRED_BIPD_DOLLARS = 750_000;
export const MAX_FACT_POINTS = 5;
/** Nothing is known for or against a carrier that was never inspected. */
const UNKNOWN_POINTS = 2;
const YEAR_MS = 365.25 * 86_400_000;

function stored(facts: Facts, version: string, today: string) {
  const counted = inspectedCounts(facts.inspections, facts.outputs);
  const averages = nationalAverages(today);
  const rates = {
    driver: percentOf(counted.driver_oos, counted.driver),
    vehicle: percentOf(counted.vehicle_oos, counted.vehicle),
  };
  const ratePoints = (kind: 'driver' | 'vehicle') => {
    if (counted[kind] === 0) return UNKNOWN_POINTS;
    return rates[kind] <= averages[kind] ? MAX_FACT_POINTS : 0;
  };
  const points = {
    authority_points: Math.min(MAX_FACT_POINTS, yearsSince(facts.authority_since, today)),
    insurance_points: facts.bipd_dollars >= REQUIRED_BIPD_DOLLARS ? MAX_FACT_POINTS : 0,
    driver_points: ratePoints('driver'),
    vehicle_points: ratePoints('vehicle'),
  };
  const { usdot_number, power_units, is_power_only, authority_since, bipd_dollars, cargo_dollars } = facts;
  return {
    ...{ usdot_number, power_units, is_power_only, authority_since, bipd_dollars, cargo_dollars },
    facts_version: version,
    may_operate: facts.status_code === 'A' && !facts.is_out_of_service,
    cargo: (facts.cargo_classes ?? []).reduce((bits, number) => bits | (1 << number), 0),
    broker_status: facts.broker_status ?? '',
    driver_oos_rate: rates.driver,
    vehicle_oos_rate: rates.vehicle,
    ...points,
    company_points: Object.values(points).reduce((sum, one) => sum + one, 0),
  };
}

function yearsSince(day: string | null, today: string): number {
  return day === null ? 0 : Math.max(0, Math.floor((Date.parse(today) - Date.parse(day)) / YEAR_MS));
}
