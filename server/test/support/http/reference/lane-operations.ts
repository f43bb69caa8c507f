import type { ReferenceOperation } from './operations.ts';
import { byCarrier, day, flag, listOf, number, object, text, whole } from './shapes.ts';

const strings = `usdot_number docket_number legal_name dba_name carrier_status entity_status carrier_ein
  dun_bradstreet_no mcs150_date mcs150_mileage insurer_company_name insurance_docket_number insurance_policy_number
  insurance_policy_type insurance_form_code insurance_max_coverage_amount insurance_underlying_limit_amount
  insurance_transaction_date insurance_effective_date insurance_expiration_date phy_street phy_city phy_state phy_zip
  telephone email_address mailing_street mailing_city mailing_state mailing_zip mailing_country carrier_operation
  operation_classificiation authority_date authorized_for_common_date authorized_for_contract_date
  carrier_total_drivers carrier_total_power_units carried_cargo carrier_driver_insp carrier_driver_oos_insp
  carrier_vehicle_insp carrier_vehicle_oos_insp carrier_hazmat_insp carrier_hazmat_oos_insp carrier_fatal_crash
  carrier_inj_crash carrier_towaway_crash carrier_crash_total basic_unsafe_driving_total_violation
  basic_driver_fitness_total_violation basic_hos_total_violation basic_drugs_alcohol_total_violation
  basic_vehicle_maint_total_violation carrier_safety_rating_date carrier_safety_rating carrier_safety_review_date
  carrier_safety_review_type`.split(/\s+/);
const numbers = `carrier_driver_oos_rate carrier_driver_oos_rate_national_avg carrier_vehicle_oos_rate
  carrier_vehicle_oos_rate_national_avg carrier_hazmat_oos_rate carrier_hazmat_oos_rate_national_avg
  recordable_crash_rate`.split(/\s+/);
const detail = Object.fromEntries([
  ...strings.map((name) => [name, text] as const),
  ...numbers.map((name) => [name, number] as const),
]);

const confirmed = { type: 'object', additionalProperties: object({ add_date: text }) };
const required = {
  ...{
    dot_number: text,
    mc_number: number,
    legal_name: text,
    phy_street: text,
    phy_city: text,
    phy_state: text,
  },
  ...{ phy_zip: text, telephone: text, email_address: text, add_date: text, carried_cargo: text },
  ...{ carrier_total_power_units: number, carrier_score_scaled: number, bipd_insurance_on_file: number },
  ...{ cargo_insurance_on_file: number, carrier_driver_oos_rate: number, carrier_vehicle_oos_rate: number },
  ...{ carrier_driver_oos_rate_national_avg: number, carrier_vehicle_oos_rate_national_avg: number },
  ...{ confirmed_email: confirmed, confirmed_phone: confirmed },
  ...{ is_inbound: flag, is_real_time: flag, is_visually_sighted: flag },
};
const optional = {
  ...{ dba_name: text, is_possible_backhaul: flag, lat: number, lon: number, power_only: flag },
  broker_authority_status: text,
};
const position = object({ dot_number: text, is_inbound: flag, current_lat: number, current_lon: number }, [
  'current_lat',
  'current_lon',
]);

export const laneOperations: ReferenceOperation[] = [
  {
    endpoint: 'GET /carrier/recommendations',
    permission: 'external-api-carrier-recommendation',
    query: {
      ...{ origin_city: {}, origin_state: {}, destination_city: {}, destination_state: {} },
      ...{ origin_radius: { default: 50 }, destination_radius: { default: 50 } },
      ...{ carrier_score_min: { default: 0 }, carrier_score_max: {} },
      ...{ fleet_size_min: { default: 0 }, fleet_size_max: { default: 1_000 } },
      ...{ carried_cargo: {}, equipment_types: {}, preferred_carriers: { default: false } },
      ...{
        real_time: { default: false },
        power_only: { default: false },
        broker_authority: { default: false },
      },
      ...{ is_possible_backhaul: { default: false }, auth_months_min: { default: 1 } },
    },
    ownQuery: ['explain', 'usdot_number'],
    success: {
      status: 200,
      shape: object({
        real_time_locs: listOf(position),
        recommendations: listOf(object({ ...required, ...optional }, Object.keys(optional))),
      }),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'GET /visual_sightings/verify',
    permission: 'verifier-carrier',
    query: {
      usdot: { required: true },
      origin_city: { required: true },
      origin_state: { required: true },
      destination_city: {},
      destination_state: {},
    },
    success: { status: 200, shape: object({ verified: flag }) },
    errors: [400, 401, 403, 500],
    errorForm: 'text',
  },
  {
    endpoint: 'GET /carrier/profile',
    permission: 'external-api-carrier-profile',
    query: { usdot_number: {}, usdot_numbers: {}, start_date: {}, end_date: {} },
    success: {
      status: 200,
      shape: byCarrier(
        object({
          fmcsa_detail: object(detail, Object.keys(detail)),
          equipment_pairings: object({ genlogs: listOf(text), fmcsa: listOf(text) }),
          sightings: listOf(
            object({
              sighting_date: day,
              state_seen: text,
              location_zip: text,
              sightings: whole,
              source: text,
            }),
          ),
        }),
      ),
    },
    errors: [400, 401, 403, 500],
    errorForm: 'code',
  },
];
