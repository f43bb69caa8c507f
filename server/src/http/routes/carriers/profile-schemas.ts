import Type, { type TSchema } from 'typebox';
import { nullable } from '../../schemas.ts';

const closed = (fields: Record<string, TSchema>) => Type.Object(fields, { additionalProperties: false });
const text = Type.String();
const number = Type.Number();
const integer = Type.Integer();
const texts = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, text]));
const numbers = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, number]));
const integers = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, integer]));

const OperatingStatus = closed({
  dot_status: closed(texts('rating_date dot_status dot_safety_rating')),
  authorization: closed({
    ...texts(
      'common_authority common_authority_date contract_authority contract_authority_date broker_authority',
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

const AuthorityHistory = closed({
  carrier_history: Type.Array(
    closed({
      ...texts('snapshot_date mcs150_date'),
      ...numbers('power_units drivers mileage power_units_change_pct drivers_change_pct mileage_change_pct'),
    }),
  ),
  authority_history: Type.Array(
    closed({
      ...texts('authority_type original_action action_date'),
      disposition_action: nullable(text),
      disposition_date: nullable(text),
    }),
  ),
  authority_history_count: integer,
});

const basic = closed({
  score: nullable(number),
  measure: nullable(number),
  is_escalate: nullable(Type.Boolean()),
});
const BASICS =
  'unsafe_driving hours_of_service driver_fitness controlled_substances vehicle_maintenance hazmat_related crash_indicator';
const rate = numbers('percent_oos total_oos total_inspected');
const Oos = closed({
  iss_score: number,
  basic_scores: closed(Object.fromEntries(BASICS.split(' ').map((name) => [name, basic]))),
  major_and_severe_violations: closed(integers('most_severe_violations_count major_violations_count')),
  crash_information: closed(integers('crash_count injuries fatalities')),
  oos_scores: closed({
    overall: closed(rate),
    driver: closed({ ...rate, national_avg: number }),
    vehicle: closed({ ...rate, national_avg: number }),
    hazmat: closed({ ...rate, national_avg: number }),
  }),
});

const Insurance = closed({
  active_insurance: closed({
    ...texts('boc_3_filing_company_name bipd_primary_status bipd_primary_insurance_on_file'),
    ...texts('cargo_status cargo_insurance_on_file bond_status'),
    bond_insurance_on_file: nullable(text),
  }),
  insurance_history: closed({ same_carrier_3plus_years: Type.Boolean(), count: integer }),
});

const IssBasics = closed({
  header: closed({
    ...texts('score status recommendation'),
    measure: number,
    show_score: Type.Boolean(),
  }),
  tab_summary: Type.Array(
    closed({
      ...texts('category title status'),
      ...numbers('percentage measure'),
      is_escalate: Type.Boolean(),
    }),
  ),
  chart: closed({
    data: Type.Array(number),
    labels: Type.Array(text),
    date_range: closed(texts('start_date end_date')),
    group_median: Type.Array(number),
    may_measure: number,
    point_classifications: Type.Null(),
    has_established_median: Type.Boolean(),
  }),
  violation_summary: Type.Array(closed(texts('weight category total out_of_service'))),
  violation_history: Type.Array(
    closed({
      ...texts('date report_number code description basic unit vin state'),
      ...numbers('severity_weight time_weight oos_weight total_weight'),
      out_of_service: Type.Boolean(),
    }),
  ),
  current_fleet_vins: Type.Array(text),
});

const Violations = closed({
  ...integers('major_violations_count most_severe_violations_count less_severe_violations_count'),
  rows: Type.Array(
    closed({
      ...texts('date number vin violation_description state plate_number plate_state severity_bucket'),
      severity_weight: integer,
    }),
  ),
});

const Crashes = closed({
  ...integers('major_crashes_count most_severe_crashes_count'),
  rows: Type.Array(
    closed({
      ...texts(
        'date report_number vin location state plate_number plate_state towaway preventable severity_bucket',
      ),
      ...integers('fatalities injury severity_weight'),
    }),
  ),
});

const units = closed(integers('total_count owned_count leased_count'));
const FleetAndDrivers = closed({
  fleet_overview: closed({ total_fleet: integer, tractors: units, trailers: units }),
  drivers: closed(integers('driver_count cdl_total_miles')),
  cargo_carried: Type.Array(text),
  fleet_age: closed(numbers('total_tractor_count avg_age_years oldest_unit_year newest_unit_year')),
});

const VinDetails = closed({
  ...texts('vin make vehicle_kind'),
  valid: Type.Boolean(),
  model_year: integer,
  inspections: Type.Array(
    closed({
      ...texts('date usdot_number report_number state plate_number plate_state'),
      ...integers('level out_of_service_total'),
    }),
  ),
  violations: Type.Array(
    closed({
      ...texts('date usdot_number report_number state code description basic severity_bucket'),
      severity_weight: integer,
      out_of_service: Type.Boolean(),
    }),
  ),
  crashes: Type.Array(
    closed({
      ...texts('date usdot_number report_number state location towaway'),
      ...integers('fatalities injury'),
    }),
  ),
  sightings: Type.Array(
    closed({
      ...texts('usdot_number time_captured location_city location_state route plate_number cab_number'),
      latitude: nullable(number),
      longitude: nullable(number),
    }),
  ),
  carriers: Type.Array(
    closed({ ...texts('usdot_number legal_name first_seen last_seen'), sources: Type.Array(text) }),
  ),
});

const SectionError = closed({
  message: text,
  type: Type.Union(
    ['TimeoutError', 'NotFoundError', 'PermissionError', 'InternalError'].map((type) => Type.Literal(type)),
  ),
});

export const CarrierFmcsaProfile = Type.Object(
  {
    dot_number: text,
    operating_status: nullable(OperatingStatus),
    authority_history: nullable(AuthorityHistory),
    oos: nullable(Oos),
    insurance: nullable(Insurance),
    iss_basics: nullable(IssBasics),
    violations: nullable(Violations),
    crashes: nullable(Crashes),
    fleet_and_drivers: nullable(FleetAndDrivers),
    vin_details: nullable(VinDetails),
    errors: nullable(Type.Record(Type.String(), SectionError)),
  },
  { additionalProperties: false, title: 'CarrierFMCSAProfile' },
);
