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

/** `fmcsa_detail`: text unless it is a rate. */
const detailFields = {
  ...each('usdot_number docket_number legal_name dba_name', string),
  carrier_status: { kind: 'string', oneOf: ['active', 'inactive', 'pending', ''] },
  ...each('entity_status carrier_ein dun_bradstreet_no mcs150_date mcs150_mileage', string),
  ...each(
    `insurer_company_name insurance_docket_number insurance_policy_number insurance_policy_type insurance_form_code
     insurance_max_coverage_amount insurance_underlying_limit_amount insurance_transaction_date
     insurance_effective_date insurance_expiration_date`,
    string,
  ),
  ...each('phy_street phy_city phy_state phy_zip telephone email_address', string),
  ...each('mailing_street mailing_city mailing_state mailing_zip mailing_country', string),
  ...each(
    `carrier_operation operation_classificiation authority_date authorized_for_common_date
     authorized_for_contract_date carrier_total_drivers carrier_total_power_units carried_cargo`,
    string,
  ),
  ...each(
    `carrier_driver_insp carrier_driver_oos_insp carrier_vehicle_insp carrier_vehicle_oos_insp
     carrier_hazmat_insp carrier_hazmat_oos_insp`,
    string,
  ),
  ...each(
    `carrier_driver_oos_rate carrier_driver_oos_rate_national_avg carrier_vehicle_oos_rate
     carrier_vehicle_oos_rate_national_avg carrier_hazmat_oos_rate carrier_hazmat_oos_rate_national_avg`,
    number,
  ),
  ...each('carrier_fatal_crash carrier_inj_crash carrier_towaway_crash carrier_crash_total', string),
  recordable_crash_rate: number,
  ...each(
    `basic_unsafe_driving_total_violation basic_driver_fitness_total_violation basic_hos_total_violation
     basic_drugs_alcohol_total_violation basic_vehicle_maint_total_violation`,
    string,
  ),
  carrier_safety_rating_date: string,
  carrier_safety_rating: { kind: 'string', oneOf: ['Satisfactory', 'Conditional', 'Unsatisfactory', ''] },
  carrier_safety_review_date: string,
  carrier_safety_review_type: string,
} as const satisfies Record<string, Shape>;

const score = { kind: 'string', oneOf: ['High', 'Medium', 'Low', 'N/A'], gated: true } as const;

export const observationFields = {
  ...each('alpr_plate_number usdot_number time_captured mc_number vin cab_number', string),
  ...each('equipment_type equipment_number equipment_logo location_city location_state', string),
  // Null only when the county of a federal record is unknown.
  latitude: nullable(number),
  longitude: nullable(number),
  ...each('route source', string),
  type: { kind: 'string', oneOf: ['Crash', 'Inspection', 'Detection'] } as Shape,
  ...each('is_usdot_imputed is_cab_imputed is_mc_imputed is_trailer_logo_imputed is_vin_imputed', {
    ...boolean,
    gated: true,
  }),
  ...each('usdot_number_ocr_score mc_number_ocr_score vin_ocr_score', score),
  ...each('cab_number_ocr_score trailer_number_ocr_score trailer_logo_ocr_score', score),
};

const carrier = {
  fmcsa_detail: array(object(detailFields)),
  observations: array(object(observationFields)),
};
const pagination = {
  page: integer,
  page_size: integer,
  results_returned: integer,
  has_more: boolean,
  total: integer,
  total_pages: integer,
};

export const singleResponse = object({ ...carrier, pagination: object(pagination) });
export const multiResponse = object({
  carriers: array(object({ usdot_number: string, ...carrier })),
  pagination: object({ page: integer, page_size: integer }),
});
export const lastSeenImage = nullable(
  object(each('image_url time_captured location_city location_state expires_at', string)),
);
