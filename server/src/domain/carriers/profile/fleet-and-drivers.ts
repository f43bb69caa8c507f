import { readRow, statement } from '../../../db/database.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { type CensusRow, censusRow } from '../records/census.ts';
import { cargoWords } from '../records/census-words.ts';
import type { InspectedVehicle } from '../records/inspected.ts';
import type { Section, SectionRequest } from './section.ts';

type Declared = { power_units: number | null; drivers: number | null; mileage: number | null };
type Row = CensusRow & { snapshot: Declared | null };

/** $1 carrier, $2 the requested day or null. */
const fleet = statement(
  'profile.fleet',
  `with census as materialized (${censusRow})
   select census.*,
     (select to_json(x) from (select power_units, drivers, mileage from carrier_snapshots
       where usdot_number = $1 and snapshot_date <= $2 order by snapshot_date desc limit 1) x) as snapshot
   from (select) one left join census on true`,
);

/**
 * Counts as declared by the carrier; ages of the tractors that were inspected. On a requested day: the archived counts, else
 * those of the current MCS-150 form if it was filed by then, else unknown, which is 0.
 */
export const fleetAndDrivers: Section<'fleet_and_drivers'> = async (request) => {
  const { db, usdotNumber, asOf, today } = request;
  const [row, { vehicles }] = await Promise.all([
    readRow<Row>(db, fleet, [usdotNumber, asOf]),
    request.inspected(),
  ]);
  const current = { power_units: row.power_units, drivers: row.total_drivers, mileage: row.mcs150_mileage };
  const wasDeclared = asOf === null || (row.mcs150_date !== null && row.mcs150_date <= asOf);
  const declared = (asOf === null ? null : row.snapshot) ?? (wasDeclared ? current : null);
  if (asOf !== null) reportUnarchived(request);
  reportUndeclared(request, declared);
  reportUncounted(request, row);
  return {
    fleet_overview: {
      total_fleet: declared?.power_units ?? 0,
      tractors: counts(row.owned_tractors, row.term_leased_tractors, row.trip_leased_tractors),
      trailers: counts(row.owned_trailers, row.term_leased_trailers, row.trip_leased_trailers),
    },
    drivers: {
      driver_count: declared?.drivers ?? 0,
      cdl_total_miles: declared?.mileage ?? 0,
    },
    cargo_carried: cargoWords(row.cargo_classes, row.cargo_other),
    fleet_age: fleetAge(vehicles, today),
  };
};

/** Equipment and cargo are not archived. */
function reportUnarchived({ today, reportUnknown }: SectionRequest): void {
  for (const field of ['fleet_overview.tractors', 'fleet_overview.trailers', 'cargo_carried'])
    reportUnknown(
      `fleet_and_drivers.${field}`,
      `Of the loaded census, not of ${today}: they are not archived.`,
    );
}

const DECLARED_AS: [keyof Declared, string][] = [
  ['power_units', 'fleet_overview.total_fleet'],
  ['drivers', 'drivers.driver_count'],
  ['mileage', 'drivers.cdl_total_miles'],
];

/** A field that is empty in the census is not a 0. */
function reportUndeclared({ today, reportUnknown }: SectionRequest, declared: Declared | null): void {
  const reason = declared ? 'The census does not have it.' : `No census of ${today} or before is archived.`;
  for (const [name, field] of DECLARED_AS)
    if ((declared?.[name] ?? null) === null) reportUnknown(`fleet_and_drivers.${field}`, reason);
}

/** Not one of the three counts of tractors, or of trailers, is in the census. */
function reportUncounted({ reportUnknown }: SectionRequest, row: Row): void {
  for (const kind of ['tractors', 'trailers'] as const) {
    const owned = [row[`owned_${kind}`], row[`term_leased_${kind}`], row[`trip_leased_${kind}`]];
    if (owned.every((one) => one === null))
      reportUnknown(`fleet_and_drivers.fleet_overview.${kind}`, 'The census does not have it.');
  }
}

function counts(owned: number | null, term: number | null, trip: number | null) {
  const leased = (term ?? 0) + (trip ?? 0);
  return { total_count: (owned ?? 0) + leased, owned_count: owned ?? 0, leased_count: leased };
}

/** Of tractors. Only VINs that contain a model year count. */
function fleetAge(vehicles: InspectedVehicle[], today: string) {
  const day = new Date(today);
  const tractors = vehicles.filter(({ is_tractor }) => is_tractor);
  const years = tractors.flatMap(({ vin, first_seen }) => vinModelYear(vin, day, new Date(first_seen)) ?? []);
  if (years.length === 0)
    return { total_tractor_count: 0, avg_age_years: 0, oldest_unit_year: 0, newest_unit_year: 0 };
  const age = years.reduce((sum, year) => sum + Math.max(0, day.getUTCFullYear() - year), 0) / years.length;
  return {
    total_tractor_count: years.length,
    avg_age_years: Number(age.toFixed(1)),
    oldest_unit_year: years.reduce((a, b) => Math.min(a, b)),
    newest_unit_year: years.reduce((a, b) => Math.max(a, b)),
  };
}
