import {
  array,
  boolean,
  each,
  integer,
  nullable,
  number,
  object,
  type Shape,
  string,
} from './contract-fields.ts';

const strings = array(string);
const numbers = array(number);
const flag: Shape = { kind: 'string', oneOf: ['Y', 'N'] };
const bucket: Shape = { kind: 'string', oneOf: ['most_severe', 'major', 'less_severe'] };
const authority: Shape = { kind: 'string', oneOf: ['Active', 'Inactive', 'None', 'Unknown'] };
const filing: Shape = {
  kind: 'string',
  oneOf: ['Active', 'Pending cancellation', 'Inactive', 'Not required', 'Unknown'],
};
const rate = { percent_oos: number, total_oos: integer, total_inspected: integer };
const average = { ...rate, national_avg: number };
const units = object(each('total_count owned_count leased_count', integer));
const basic = object({ ...each('score measure', nullable(number)), is_escalate: nullable(boolean) });

/** Section by section, the fields of `CarrierFMCSAProfile`. */
export const profileSections = {
  operating_status: object({
    dot_status: object(each('rating_date dot_status dot_safety_rating', string)),
    authorization: object({
      ...each('common_authority contract_authority broker_authority', authority),
      ...each('common_authority_date contract_authority_date', string),
      broker_authority_date: nullable(string),
    }),
    mc_150_details: object({
      last_update: string,
      operations_classification: strings,
      transport_hazmat: { kind: 'string', oneOf: ['Y', 'N', ''] },
    }),
    mc_150_carrier_history: object({ last_snapshot_date: string }),
    active_certifications: object({ active_certifications: strings }),
  }),
  authority_history: object({
    carrier_history: array(
      object({
        ...each('snapshot_date mcs150_date', string),
        ...each('power_units drivers mileage', integer),
        ...each('power_units_change_pct drivers_change_pct mileage_change_pct', number),
      }),
    ),
    authority_history: array(
      object({
        ...each('authority_type original_action action_date', string),
        ...each('disposition_action disposition_date', nullable(string)),
      }),
    ),
    authority_history_count: integer,
  }),
  oos: object({
    iss_score: number,
    basic_scores: object(
      each(
        `unsafe_driving hours_of_service driver_fitness controlled_substances vehicle_maintenance hazmat_related
         crash_indicator`,
        basic,
      ),
    ),
    major_and_severe_violations: object(each('most_severe_violations_count major_violations_count', integer)),
    crash_information: object(each('crash_count injuries fatalities', integer)),
    oos_scores: object({
      overall: object({ ...rate, national_avg: { ...number, optional: true } }),
      ...each('driver vehicle hazmat', object(average)),
    }),
  }),
  insurance: object({
    active_insurance: object({
      ...each('boc_3_filing_company_name bipd_primary_insurance_on_file cargo_insurance_on_file', string),
      ...each('bipd_primary_status cargo_status bond_status', filing),
      bond_insurance_on_file: nullable(string),
    }),
    insurance_history: object({ same_carrier_3plus_years: boolean, count: integer }),
  }),
  iss_basics: object({
    header: object({
      score: string,
      status: { kind: 'string', oneOf: ['Safety', 'Insufficient Data', 'Unknown'] },
      measure: number,
      recommendation: { kind: 'string', oneOf: ['Inspect', 'Optional', 'Pass', 'Unknown'] },
      show_score: boolean,
    }),
    tab_summary: array(
      object({
        ...each('category title status', string),
        ...each('percentage measure', number),
        is_escalate: boolean,
      }),
    ),
    chart: object({
      data: numbers,
      labels: strings,
      date_range: object(each('start_date end_date', string)),
      group_median: numbers,
      may_measure: number,
      point_classifications: { kind: 'any', nullable: true },
      has_established_median: boolean,
    }),
    violation_summary: array(object(each('weight category total out_of_service', string))),
    violation_history: array(
      object({
        ...each('date report_number code description basic unit vin state', string),
        ...each('severity_weight time_weight oos_weight total_weight', integer),
        out_of_service: boolean,
      }),
    ),
    current_fleet_vins: strings,
  }),
  violations: object({
    ...each('major_violations_count most_severe_violations_count less_severe_violations_count', integer),
    rows: array(
      object({
        ...each('date number vin violation_description state plate_number plate_state', string),
        severity_weight: integer,
        severity_bucket: bucket,
      }),
    ),
  }),
  crashes: object({
    ...each('major_crashes_count most_severe_crashes_count', integer),
    rows: array(
      object({
        ...each('date report_number vin location state plate_number plate_state', string),
        ...each('fatalities injury severity_weight', integer),
        towaway: flag,
        preventable: { kind: 'string', oneOf: ['N', ''] },
        severity_bucket: bucket,
      }),
    ),
  }),
  fleet_and_drivers: object({
    fleet_overview: object({ total_fleet: integer, tractors: units, trailers: units }),
    drivers: object(each('driver_count cdl_total_miles', integer)),
    cargo_carried: strings,
    fleet_age: object({
      ...each('total_tractor_count oldest_unit_year newest_unit_year', integer),
      avg_age_years: number,
    }),
  }),
  vin_details: object({
    ...each('vin make vehicle_kind', string),
    valid: boolean,
    model_year: integer,
    inspections: array(
      object({
        ...each('date usdot_number report_number state plate_number plate_state', string),
        ...each('level out_of_service_total', integer),
      }),
    ),
    violations: array(
      object({
        ...each('date usdot_number report_number state code description basic', string),
        severity_weight: integer,
        severity_bucket: bucket,
        out_of_service: boolean,
      }),
    ),
    crashes: array(
      object({
        ...each('date usdot_number report_number state location', string),
        ...each('fatalities injury', integer),
        towaway: flag,
      }),
    ),
    sightings: array(
      object({
        ...each(
          'usdot_number time_captured location_city location_state route plate_number cab_number',
          string,
        ),
        ...each('latitude longitude', nullable(number)),
      }),
    ),
    carriers: array(
      object({ ...each('usdot_number legal_name first_seen last_seen', string), sources: strings }),
    ),
  }),
} satisfies Record<string, Shape>;

const errorEntry = object({
  message: string,
  type: {
    kind: 'string',
    oneOf: ['TimeoutError', 'NotFoundError', 'NotLoadedError', 'PermissionError', 'InternalError'],
  },
});
const errorFields = Object.fromEntries(
  Object.keys(profileSections).map((name) => [name, { ...errorEntry, optional: true as const }]),
);

export const profileResponse = object({
  dot_number: string,
  ...Object.fromEntries(Object.entries(profileSections).map(([name, shape]) => [name, nullable(shape)])),
  errors: nullable(object(errorFields)),
});
