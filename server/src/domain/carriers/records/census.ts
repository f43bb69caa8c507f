import { type Db, statement } from '../../../db/database.ts';
import { type Names, names } from '../../../lib/names.ts';

/** USDOT columns are integers; a larger number cannot exist. */
export const MAX_USDOT = 2 ** 31 - 1;

export type CensusRow = Record<
  Names<`status_code dun_bradstreet_no legal_name dba_name carrier_operation mcs150_date phy_street
   phy_city phy_state phy_zip email_address mailing_street mailing_city mailing_state
   mailing_zip mailing_country telephone classdef cargo_other safety_rating safety_rating_date
   review_date review_type carship`>,
  string | null
> &
  Record<
    Names<`mcs150_mileage mcs150_mileage_year power_units total_drivers recordable_crash_rate owned_tractors
     owned_trailers term_leased_tractors term_leased_trailers trip_leased_tractors trip_leased_trailers`>,
    number | null
  > & {
    usdot_number: number;
    cargo_classes: number[] | null;
    /** Null if no census has the carrier. */
    hm_indicator: boolean | null;
    pc_flag: boolean;
  };

const both = (columns: string) =>
  names(columns)
    .map((name) => `coalesce(d.${name}, m.${name}) as ${name}`)
    .join(', ');

const flags: Record<string, string> = {
  authorized_for_hire: 'AUTHORIZED FOR HIRE',
  exempt_for_hire: 'EXEMPT FOR HIRE',
  private_property: 'PRIVATE PROPERTY',
  private_passenger_business: 'PRIVATE PASSENGER BUSINESS',
  private_passenger_nonbusiness: 'PRIVATE PASSENGER NON-BUSINESS',
  migrant: 'MIGRANT',
  us_mail: 'U.S. MAIL',
  federal_government: 'FEDERAL GOVERNMENT',
  state_government: 'STATE GOVERNMENT',
  local_government: 'LOCAL GOVERNMENT',
  indian_tribe: 'INDIAN TRIBE',
};
const smsClassdef = `concat_ws(';', ${Object.entries(flags)
  .map(([column, words]) => `case when m.${column} then '${words}' end`)
  .join(', ')}, case when m.op_other !~* '^(n|no|false)$' then 'OTHER' end)`;

/** The SMS census lists only carriers that FMCSA considers active. */
const status = `coalesce(d.status_code, case when m.usdot_number is not null then 'A' end)`;

/**
 * The census row of one carrier ($1): from the daily census, else from the monthly SMS census, else only the names of
 * the licensing files. No row when no federal register has the number.
 */
export const censusRow = `
  select $1::integer as usdot_number, ${status} as status_code, d.dun_bradstreet_no,
    coalesce(d.legal_name, m.legal_name, l.legal_name) as legal_name,
    coalesce(d.dba_name, m.dba_name, l.dba_name) as dba_name,
    ${both('carrier_operation mcs150_date mcs150_mileage mcs150_mileage_year')},
    ${both('phy_street phy_city phy_state phy_zip email_address')},
    ${both('mailing_street mailing_city mailing_state mailing_zip mailing_country')},
    ${both('power_units total_drivers')}, coalesce(d.phone, m.telephone) as telephone,
    coalesce(d.classdef, ${smsClassdef}) as classdef, d.cargo_classes, d.cargo_other, d.recordable_crash_rate,
    d.safety_rating, d.safety_rating_date, d.review_date, d.review_type, d.carship,
    coalesce(d.hm_indicator, m.hm_flag, case when d.usdot_number is not null then false end) as hm_indicator, coalesce(m.pc_flag, false) as pc_flag,
    d.owned_tractors, d.owned_trailers, d.term_leased_tractors, d.term_leased_trailers, d.trip_leased_tractors,
    d.trip_leased_trailers
  from (select) one
  left join company_census d on d.usdot_number = $1
  left join sms_census m on m.usdot_number = $1
  left join lateral (
    select legal_name, dba_name from motus_carriers where usdot_number = $1
    union all select legal_name, dba_name from legacy_carriers where usdot_number = $1 limit 1) l on true
  where d.usdot_number is not null or m.usdot_number is not null or l.legal_name is not null`;

const TABLES = names(
  `company_census sms_census motus_carriers legacy_carriers carrier_snapshots sms_inspections inspections sms_crashes
   crashes out_of_service_orders sms_ab_property sms_c_property sms_ab_passenger sms_c_passenger motus_insurance
   legacy_active_insurance motus_authority_history legacy_authority_history`,
);

/** Index probes in this order until one finds the carrier; the census has almost all. */
const isKnownCarrier = statement(
  'carriers.is-known',
  `select ${TABLES.map((table) => `exists (select from ${table} where usdot_number = $1)`).join(' or ')} as known`,
);

/** Whether any federal register or record has this carrier. */
export async function isKnown(db: Db, usdotNumber: number): Promise<boolean> {
  return (await db.row<{ known: boolean }>(isKnownCarrier, [usdotNumber]))?.known ?? false;
}
