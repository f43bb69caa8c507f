import { column, columns, type Dataset, required, unused } from '../dataset.ts';
import { date } from '../values/date.ts';
import { flag } from '../values/flag.ts';
import { bigCount, count, decimal, requiredUsdot, smallCount, usdot } from '../values/number.ts';
import { dunsNumber, text } from '../values/text.ts';

/** In the order of FMCSA's cargo class numbers, 1 to 30. */
export const cargoHeaders = `
  GENFREIGHT HOUSEHOLD METALSHEET MOTOVEH DRIVETOW LOGPOLE BLDGMAT MOBILEHOME MACHLRG PRODUCE
  LIQGAS INTERMODAL PASSENGERS OILFIELD LIVESTOCK GRAINFEED COALCOKE MEAT GARBAGE USMAIL
  CHEM DRYBULK COLDFOOD BEVERAGES PAPERPROD UTILITY FARMSUPP CONSTRUCT WATERWELL CARGOOTHR`
  .trim()
  .split(/\s+/)
  .map((cargo) => `CRGO_${cargo}`);

/** Equipment is listed three times: owned, term-leased and trip-leased. */
function equipment(prefix: string, name: string) {
  const buses = ['SCHOOL_1_8', 'SCHOOL_9_15', 'SCHOOL_16', 'BUS_16', 'VAN_1_8', 'VAN_9_15'];
  const limousines = ['LIMO_1_8', 'LIMO_9_15', 'LIMO_16'];
  return [
    column(`${prefix}TRUCK`, `${name}_trucks`, count),
    column(`${prefix}TRACT`, `${name}_tractors`, count),
    column(`${prefix}TRAIL`, `${name}_trailers`, count),
    column(`${prefix}COACH`, `${name}_coaches`, count),
    ...unused(...[...buses, ...limousines].map((kind) => prefix + kind)),
  ];
}

/** DOCKETn_STATUS_CODE is the status of the docket's record, not of the authority. */
function docket(n: number) {
  return [
    column(`DOCKET${n}PREFIX`, `docket${n}_prefix`, text),
    column(`DOCKET${n}`, `docket${n}_number`, count),
  ];
}

export const companyCensus: Dataset = {
  name: 'company-census',
  title: 'Company Census File',
  portalId: 'az4n-8mr2',
  table: 'company_census',
  columns: [
    ...columns(date, 'MCS150_DATE', 'ADD_DATE'),
    required('STATUS_CODE', 'status_code', text),
    required('DOT_NUMBER', 'usdot_number', requiredUsdot),
    column('DUN_BRADSTREET_NO', 'dun_bradstreet_no', dunsNumber),
    ...unused('PHY_OMC_REGION', 'SAFETY_INV_TERR'),
    column('CARRIER_OPERATION', 'carrier_operation', text),
    column('BUSINESS_ORG_ID', 'business_org_id', smallCount),
    column('MCS150_MILEAGE', 'mcs150_mileage', bigCount),
    column('MCS150_MILEAGE_YEAR', 'mcs150_mileage_year', smallCount),
    ...unused('MCS151_MILEAGE', 'TOTAL_CARS', 'MCS150_UPDATE_CODE_ID'),
    column('PRIOR_REVOKE_FLAG', 'prior_revoke_flag', flag),
    column('PRIOR_REVOKE_DOT_NUMBER', 'prior_revoke_usdot_number', usdot),
    ...columns(text, 'PHONE', 'FAX', 'CELL_PHONE', 'COMPANY_OFFICER_1', 'COMPANY_OFFICER_2'),
    ...columns(text, 'BUSINESS_ORG_DESC'),
    column('TRUCK_UNITS', 'truck_units', count),
    required('POWER_UNITS', 'power_units', count),
    column('BUS_UNITS', 'bus_units', count),
    column('FLEETSIZE', 'fleet_size', text),
    ...unused('REVIEW_ID'),
    column('RECORDABLE_CRASH_RATE', 'recordable_crash_rate', decimal),
    ...unused('MAIL_NATIONALITY_INDICATOR', 'PHY_NATIONALITY_INDICATOR', 'PHY_BARRIO', 'MAIL_BARRIO'),
    column('CARSHIP', 'carship', text),
    ...docket(1),
    ...docket(2),
    ...docket(3),
    column('POINTNUM', 'primary_usdot_number', usdot),
    column('TOTAL_INTRASTATE_DRIVERS', 'intrastate_drivers', count),
    ...unused('MCSIPSTEP', 'MCSIPDATE'),
    column('HM_Ind', 'hm_indicator', flag),
    ...unused('INTERSTATE_BEYOND_100_MILES', 'INTERSTATE_WITHIN_100_MILES'),
    ...unused('INTRASTATE_BEYOND_100_MILES', 'INTRASTATE_WITHIN_100_MILES'),
    column('TOTAL_CDL', 'total_cdl', count),
    required('TOTAL_DRIVERS', 'total_drivers', count),
    ...unused('AVG_DRIVERS_LEASED_PER_MONTH'),
    column('CLASSDEF', 'classdef', text),
    required('LEGAL_NAME', 'legal_name', text),
    ...columns(text, 'DBA_NAME', 'PHY_STREET', 'PHY_CITY', 'PHY_COUNTRY', 'PHY_STATE', 'PHY_ZIP'),
    column('PHY_CNTY', 'phy_county_code', text),
    column('CARRIER_MAILING_STREET', 'mailing_street', text),
    column('CARRIER_MAILING_STATE', 'mailing_state', text),
    column('CARRIER_MAILING_CITY', 'mailing_city', text),
    column('CARRIER_MAILING_COUNTRY', 'mailing_country', text),
    column('CARRIER_MAILING_ZIP', 'mailing_zip', text),
    ...unused('CARRIER_MAILING_CNTY', 'CARRIER_MAILING_UND_DATE'),
    column('DRIVER_INTER_TOTAL', 'interstate_drivers', count),
    ...columns(text, 'EMAIL_ADDRESS', 'REVIEW_TYPE'),
    column('REVIEW_DATE', 'review_date', date),
    column('SAFETY_RATING', 'safety_rating', text),
    column('SAFETY_RATING_DATE', 'safety_rating_date', date),
    ...unused('UNDELIV_PHY', ...cargoHeaders),
    column('CRGO_CARGOOTHR_DESC', 'cargo_other', text),
    ...equipment('OWN', 'owned'),
    ...equipment('TRM', 'term_leased'),
    ...equipment('TRP', 'trip_leased'),
    column('DOCKET1_STATUS_CODE', 'docket1_record_status', text),
    column('DOCKET2_STATUS_CODE', 'docket2_record_status', text),
    column('DOCKET3_STATUS_CODE', 'docket3_record_status', text),
  ],
  positions: { name: 'cargo_classes', headers: cargoHeaders },
};
