export type CensusRow = {
  usdot_number: number;
  status_code: string | null;
  dun_bradstreet_no: string | null;
  legal_name: string | null;
  dba_name: string | null;
  carrier_operation: string | null;
  mcs150_date: string | null;
  mcs150_mileage: number | null;
  mcs150_mileage_year: number | null;
  add_date: string | null;
  phy_street: string | null;
  phy_city: string | null;
  phy_state: string | null;
  phy_zip: string | null;
  phy_country: string | null;
  email_address: string | null;
  mailing_street: string | null;
  mailing_city: string | null;
  mailing_state: string | null;
  mailing_zip: string | null;
  mailing_country: string | null;
  power_units: number | null;
  total_drivers: number | null;
  telephone: string | null;
  classdef: string | null;
  cargo_classes: number[] | null;
  cargo_other: string | null;
  recordable_crash_rate: number | null;
  safety_rating: string | null;
  safety_rating_date: string | null;
  review_date: string | null;
  review_type: string | null;
  carship: string | null;
  hm_indicator: boolean;
  pc_flag: boolean;
  owned_tractors: number | null;
  owned_trailers: number | null;
  term_leased_tractors: number | null;
  term_leased_trailers: number | null;
  trip_leased_tractors: number | null;
  trip_leased_trailers: number | null;
};

export type AuthorityRow = {
  authority: 'common' | 'contract' | 'broker' | 'forwarder';
  status: 'A' | 'I' | 'N';
  is_pending: boolean;
  since: string | null;
};

export type InspectionCounts = {
  inspections: number;
  any_oos: number;
  driver: number;
  driver_oos: number;
  vehicle: number;
  vehicle_oos: number;
  hazmat: number;
  hazmat_oos: number;
};

export type Order = { oos_date: string; oos_reason: string | null };

export type SmsOutputs = {
  driver_insp_total: number | null;
  driver_oos_insp_total: number | null;
  vehicle_insp_total: number | null;
  vehicle_oos_insp_total: number | null;
};

export type DetailRow = CensusRow & {
  docket: { docket: string } | null;
  filing: {
    docket_prefix: string;
    docket_number: number;
    form_code: string | null;
    company_name: string | null;
    policy_number: string | null;
    max_coverage_dollars: number | null;
    underlying_limit_dollars: number | null;
    posted_date: string | null;
    effective_date: string | null;
    cancel_effective_date: string | null;
  } | null;
  crashes: { total: number; fatal: number; injury: number; towaway: number; last_year: number };
  inspections: InspectionCounts;
  violations: Record<
    | 'unsafe_driving'
    | 'driver_fitness'
    | 'hours_of_service'
    | 'controlled_substances'
    | 'vehicle_maintenance',
    number
  >;
  oos_order: Order | null;
  authorities: AuthorityRow[] | null;
  legacy: { property: boolean | null; passenger: boolean | null; household_goods: boolean | null } | null;
  outputs: SmsOutputs | null;
  window_end: string;
};

/** As FMCSA's own page words it. */
export function entityStatus({ oos_order, authorities, legacy }: DetailRow): string {
  if (oos_order) return 'OUT-OF-SERVICE';
  const active = new Set((authorities ?? []).filter(({ status }) => status === 'A').map((a) => a.authority));
  const carries = active.has('common') || active.has('contract');
  const words = [
    carries && legacy?.property !== false ? 'Property' : '',
    carries && legacy?.passenger ? 'Passenger' : '',
    carries && legacy?.household_goods ? 'Household Goods' : '',
    active.has('broker') ? 'Broker' : '',
    active.has('forwarder') ? 'Freight Forwarder' : '',
  ].filter((word) => word !== '');
  return words.length === 0 ? 'NOT AUTHORIZED' : `AUTHORIZED FOR ${words.join(', ')}`;
}
