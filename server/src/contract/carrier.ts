import Type, { type Static } from 'typebox';
import { Pagination } from './pagination.ts';
import { fields, named, oneOf, text } from './schema.ts';

/** One entry of `fmcsa_detail`. Unknown text is empty. */
export const CarrierDetail = named('CarrierDetail', {
  ...fields(
    Type.String(),
    `usdot_number docket_number legal_name dba_name carrier_status entity_status carrier_ein
     dun_bradstreet_no mcs150_date mcs150_mileage insurer_company_name insurance_docket_number
     insurance_policy_number insurance_policy_type insurance_form_code insurance_max_coverage_amount
     insurance_underlying_limit_amount insurance_transaction_date insurance_effective_date
     insurance_expiration_date phy_street phy_city phy_state phy_zip telephone email_address
     mailing_street mailing_city mailing_state mailing_zip mailing_country carrier_operation
     operation_classificiation authority_date authorized_for_common_date authorized_for_contract_date
     carrier_total_drivers carrier_total_power_units carried_cargo carrier_driver_insp
     carrier_driver_oos_insp carrier_vehicle_insp carrier_vehicle_oos_insp carrier_hazmat_insp
     carrier_hazmat_oos_insp carrier_fatal_crash carrier_inj_crash carrier_towaway_crash
     carrier_crash_total basic_unsafe_driving_total_violation basic_driver_fitness_total_violation
     basic_hos_total_violation basic_drugs_alcohol_total_violation basic_vehicle_maint_total_violation
     carrier_safety_rating_date carrier_safety_rating carrier_safety_review_date
     carrier_safety_review_type`,
  ),
  ...fields(
    Type.Number(),
    `carrier_driver_oos_rate carrier_driver_oos_rate_national_avg carrier_vehicle_oos_rate
     carrier_vehicle_oos_rate_national_avg carrier_hazmat_oos_rate carrier_hazmat_oos_rate_national_avg
     recordable_crash_rate`,
  ),
});
export type CarrierDetail = Static<typeof CarrierDetail>;

export const FmcsaDetail = Type.Array(CarrierDetail, {
  description: 'The record of the carrier; empty when no federal register has the number.',
});

export const CarrierSummary = named('CarrierSummary', {
  usdot_number: Type.String(),
  docket_number: Type.String({ description: 'Letters and number; empty without a docket.' }),
  legal_name: Type.String(),
  dba_name: Type.String(),
  phy_city: Type.String(),
  phy_state: Type.String(),
  carrier_status: oneOf(['active', 'inactive', 'pending']),
  power_units: Type.Integer(),
});
export type CarrierSummary = Static<typeof CarrierSummary>;

export const CarrierList = named('CarrierList', {
  carriers: Type.Array(CarrierSummary),
  pagination: Pagination,
});
export type CarrierList = Static<typeof CarrierList>;

export const SEARCH_PAGE_SIZE = 20;
export const MAX_SEARCH_RESULTS = 1_000;
export const CarriersQuery = Type.Object({
  query: text({ minLength: 1, description: 'Name, DBA, USDOT number, docket, city or state.' }),
  page: Type.Integer({ minimum: 1, maximum: MAX_SEARCH_RESULTS / SEARCH_PAGE_SIZE, default: 1 }),
});
