import Type, { type Static } from 'typebox';
import { names } from '../lib/names.ts';
import { ArchivedIdentity, UnknownField } from './carrier.ts';
import type { Problem } from './problem.ts';
import { closed, converted, fields, MAX_FORMATTED_LENGTH, named, nullable, oneOf } from './schema.ts';
import { ProfileSources } from './scores.ts';

const text = Type.String();
const number = Type.Number();
const integer = Type.Integer();

const OperatingStatus = named('OperatingStatus', {
  dot_status: closed(fields(text, 'rating_date dot_status dot_safety_rating')),
  authorization: closed({
    ...fields(
      text,
      `common_authority common_authority_date contract_authority contract_authority_date broker_authority`,
    ),
    broker_authority_date: nullable(text),
  }),
  mc_150_details: closed({
    last_update: text,
    operations_classification: Type.Array(text),
    transport_hazmat: text,
  }),
  mc_150_carrier_history: closed({ last_snapshot_date: text }),
  active_certifications: closed({ active_certifications: Type.Array(text) }),
});

const AuthorityHistory = named('AuthorityHistory', {
  carrier_history: Type.Array(
    closed({
      ...fields(text, 'snapshot_date mcs150_date'),
      ...fields(
        number,
        'power_units drivers mileage power_units_change_pct drivers_change_pct mileage_change_pct',
      ),
    }),
  ),
  authority_history: Type.Array(
    closed({
      ...fields(text, 'authority_type original_action action_date'),
      disposition_action: nullable(text),
      disposition_date: nullable(text),
    }),
  ),
  authority_history_count: integer,
});

const basic = named('BasicScore', {
  score: nullable(number),
  measure: nullable(number),
  is_escalate: nullable(Type.Boolean()),
});
const BASIC_NAMES = `unsafe_driving hours_of_service driver_fitness controlled_substances vehicle_maintenance
   hazmat_related crash_indicator`;
export const BASICS = names(BASIC_NAMES);
const rate = {
  percent_oos: Type.Number({ description: '0 when `total_inspected` is 0: then there is no rate.' }),
  ...fields(number, 'total_oos total_inspected'),
};
const Oos = named('OutOfService', {
  iss_score: number,
  basic_scores: closed(fields(basic, BASIC_NAMES)),
  major_and_severe_violations: closed(fields(integer, 'most_severe_violations_count major_violations_count')),
  crash_information: closed(fields(integer, 'crash_count injuries fatalities')),
  oos_scores: closed({
    overall: closed(rate),
    driver: closed({ ...rate, national_avg: number }),
    vehicle: closed({ ...rate, national_avg: number }),
    hazmat: closed({ ...rate, national_avg: number }),
  }),
});

const Insurance = named('InsuranceSection', {
  active_insurance: closed({
    ...fields(text, 'boc_3_filing_company_name bipd_primary_status bipd_primary_insurance_on_file'),
    ...fields(text, 'cargo_status cargo_insurance_on_file bond_status'),
    bond_insurance_on_file: nullable(text),
  }),
  insurance_history: closed({ same_carrier_3plus_years: Type.Boolean(), count: integer }),
});

const IssBasics = named('IssBasics', {
  header: closed({
    ...fields(text, 'score status recommendation'),
    measure: number,
    show_score: Type.Boolean(),
  }),
  tab_summary: Type.Array(
    closed({
      ...fields(text, 'category title'),
      status: Type.String({
        description:
          '`Alert`, `Below Threshold` or `No Violations`. Any other text states why there is no percentile.',
        examples: ['Fewer than 5 vehicle inspections'],
      }),
      percentage: Type.Number({ description: 'Not a score when the status states that data is missing.' }),
      measure: number,
      is_escalate: Type.Boolean(),
    }),
  ),
  chart: closed({
    data: Type.Array(number),
    labels: Type.Array(text),
    date_range: closed(fields(text, 'start_date end_date')),
    group_median: Type.Array(number),
    may_measure: number,
    point_classifications: Type.Null(),
    has_established_median: Type.Boolean(),
  }),
  violation_summary: Type.Array(closed(fields(text, 'weight category total out_of_service'))),
  violation_history: Type.Array(
    closed({
      ...fields(text, 'date report_number code description basic unit vin state'),
      ...fields(number, 'severity_weight time_weight oos_weight total_weight'),
      out_of_service: Type.Boolean(),
    }),
  ),
  current_fleet_vins: Type.Array(text),
});

const Violations = named('ViolationsSection', {
  ...fields(integer, 'major_violations_count most_severe_violations_count less_severe_violations_count'),
  rows: Type.Array(
    closed({
      ...fields(text, 'date number vin violation_description state plate_number plate_state severity_bucket'),
      severity_weight: integer,
    }),
  ),
});

const Crashes = named('CrashesSection', {
  ...fields(integer, 'major_crashes_count most_severe_crashes_count'),
  rows: Type.Array(
    closed({
      ...fields(
        text,
        `date report_number vin location state plate_number plate_state towaway severity_bucket`,
      ),
      preventable: Type.String({
        description: '`N`: FMCSA found the crash not preventable. Empty: not reviewed.',
        examples: ['N', ''],
      }),
      ...fields(integer, 'fatalities injury severity_weight'),
    }),
  ),
});

const units = named('UnitCounts', fields(integer, 'total_count owned_count leased_count'));
const FleetAndDrivers = named('FleetAndDrivers', {
  fleet_overview: closed({ total_fleet: integer, tractors: units, trailers: units }),
  drivers: closed(fields(integer, 'driver_count cdl_total_miles')),
  cargo_carried: Type.Array(text),
  fleet_age: closed(fields(number, 'total_tractor_count avg_age_years oldest_unit_year newest_unit_year')),
});

const VinDetails = named('VinDetails', {
  ...fields(text, 'vin make vehicle_kind'),
  valid: Type.Boolean(),
  model_year: integer,
  inspections: Type.Array(
    closed({
      ...fields(text, 'date usdot_number report_number state plate_number plate_state'),
      ...fields(integer, 'level out_of_service_total'),
    }),
  ),
  violations: Type.Array(
    closed({
      ...fields(text, 'date usdot_number report_number state code description basic severity_bucket'),
      severity_weight: integer,
      out_of_service: Type.Boolean(),
    }),
  ),
  crashes: Type.Array(
    closed({
      ...fields(text, 'date usdot_number report_number state location towaway'),
      ...fields(integer, 'fatalities injury'),
    }),
  ),
  sightings: Type.Array(
    closed({
      ...fields(
        text,
        'usdot_number time_captured location_city location_state route plate_number cab_number',
      ),
      latitude: nullable(number),
      longitude: nullable(number),
    }),
  ),
  carriers: Type.Array(
    closed({
      ...fields(text, 'usdot_number legal_name first_seen last_seen'),
      sources: Type.Array(text),
    }),
  ),
});

const SECTION_ERROR_TYPES = [
  ...(['TimeoutError', 'NotFoundError', 'NotLoadedError', 'PermissionError', 'InternalError'] as const),
] as const;

export const SectionError = named('SectionError', { message: text, type: oneOf(SECTION_ERROR_TYPES) });
export type SectionError = Static<typeof SectionError>;

/** The sections of a profile, in the order of the contract. */
const SECTIONS = {
  operating_status: OperatingStatus,
  authority_history: AuthorityHistory,
  oos: Oos,
  insurance: Insurance,
  iss_basics: IssBasics,
  violations: Violations,
  crashes: Crashes,
  fleet_and_drivers: FleetAndDrivers,
  vin_details: VinDetails,
};
export type SectionName = keyof typeof SECTIONS;
export type Sections = { [Name in SectionName]: Static<(typeof SECTIONS)[Name]> };
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

type SectionSchemas = { [Name in SectionName]: ReturnType<typeof nullable<(typeof SECTIONS)[Name]>> };
const sections = Object.fromEntries(
  SECTION_NAMES.map((name) => [name, nullable(SECTIONS[name])]),
) as SectionSchemas;

export const CarrierProfile = named('CarrierProfile', {
  dot_number: text,
  ...sections,
  /** The identity on the requested day. Only with `as_of`; null if it could not be read. */
  archive: Type.Optional(nullable(ArchivedIdentity)),
  /** Only with `sources=true` or `as_of`. */
  sources: Type.Optional(nullable(ProfileSources)),
  unknown_fields: Type.Optional(Type.Array(UnknownField)),
  errors: nullable(Type.Record(Type.String(), SectionError)),
});
export type CarrierProfile = Static<typeof CarrierProfile>;

const asOf = Type.String({
  format: 'date',
  maxLength: MAX_FORMATTED_LENGTH,
  default: '',
  description: 'YYYY-MM-DD: scores, census and records as they were known on that day.',
});

const sources = Type.Boolean({
  default: false,
  description:
    'true: adds `sources`, where the figures are from and of which day, and `unknown_fields`. With `as_of` they are always there.',
});

export const ProfileQuery = Type.Object({
  usdot_number: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
  vin: Type.String({ format: 'plain-text', default: '', maxLength: 40, description: 'Fills `vin_details`.' }),
  as_of: asOf,
  sources,
});
export const ProfilesQuery = Type.Object({
  usdot_number: converted<number[]>('usdot-numbers', {
    minLength: 1,
    maxLength: 2_000,
    description: 'Up to 50 USDOT numbers, separated by commas.',
  }),
  as_of: asOf,
  sources,
});

export const AsOfQuery = Type.Object({ as_of: asOf });

/** `as_of` must not be in the future. */
export function asOfProblems(day: string | undefined, now: Date): Problem[] {
  if (!day || day <= now.toISOString().slice(0, 10)) return [];
  return [{ type: 'value_error', loc: ['query', 'as_of'], msg: 'Must not be in the future', input: day }];
}
