import type { Row } from './federal-files.ts';

const output: Row = {
  DOT_NUMBER: 100115,
  INSP_TOTAL: 87,
  DRIVER_INSP_TOTAL: 71,
  DRIVER_OOS_INSP_TOTAL: 0,
  VEHICLE_INSP_TOTAL: 51,
  VEHICLE_OOS_INSP_TOTAL: 2,
  UNSAFE_DRIV_INSP_W_VIOL: 3,
  UNSAFE_DRIV_MEASURE: '.02',
  UNSAFE_DRIV_AC: 'N',
  HOS_DRIV_INSP_W_VIOL: 0,
  HOS_DRIV_MEASURE: 0,
  HOS_DRIV_AC: 'N',
  DRIV_FIT_INSP_W_VIOL: 0,
  DRIV_FIT_MEASURE: '14.5',
  DRIV_FIT_AC: 'Y',
  CONTR_SUBST_INSP_W_VIOL: 0,
  CONTR_SUBST_MEASURE: 0,
  CONTR_SUBST_AC: 'N',
  VEH_MAINT_INSP_W_VIOL: 8,
  VEH_MAINT_MEASURE: '.69',
  VEH_MAINT_AC: 'N',
};
const percentiles: Row = {
  UNSAFE_DRIV_PCT: '64%',
  UNSAFE_DRIV_RD_ALERT: 'N',
  UNSAFE_DRIV_BASIC_ALERT: 'N',
  HOS_DRIV_PCT: 'Less than 3 driver inspections',
  HOS_DRIV_RD_ALERT: 'N',
  HOS_DRIV_BASIC_ALERT: 'N',
  DRIV_FIT_PCT: '0%',
  DRIV_FIT_RD_ALERT: 'N',
  DRIV_FIT_BASIC_ALERT: 'Y',
  CONTR_SUBST_PCT: '0%',
  CONTR_SUBST_RD_ALERT: 'N',
  CONTR_SUBST_BASIC_ALERT: 'N',
  VEH_MAINT_PCT: '4%',
  VEH_MAINT_RD_ALERT: 'N',
  VEH_MAINT_BASIC_ALERT: 'N',
};

/** A few rows of each dataset, in the forms that its files use. */
export const exampleRows: Record<string, Row[]> = {
  'company-census': [
    {
      ...{ MCS150_DATE: '20260216', ADD_DATE: '19740601', STATUS_CODE: 'A', DOT_NUMBER: 21800 },
      ...{ DUN_BRADSTREET_NO: '--', CARRIER_OPERATION: 'A', MCS150_MILEAGE: 3221711602, POWER_UNITS: 112321 },
      ...{ MCS150_MILEAGE_YEAR: 2025, TOTAL_DRIVERS: 128806, TOTAL_CDL: 28807, SAFETY_RATING: 'S' },
      ...{ SAFETY_RATING_DATE: '19990803', RECORDABLE_CRASH_RATE: '000.512', HM_Ind: 'Y', CARSHIP: 'C;B' },
      ...{ DOCKET1PREFIX: 'MC', DOCKET1: 115495, DOCKET1_STATUS_CODE: 'A', LEGAL_NAME: 'PARCELS, INC' },
      ...{ CLASSDEF: 'PRIVATE PROPERTY;AUTHORIZED FOR HIRE', CRGO_GENFREIGHT: 'X', CRGO_PRODUCE: 'X' },
      ...{ OWNTRACT: 20000, TRMTRACT: 10, PHY_STATE: 'GA', INTERSTATE_BEYOND_100_MILES: 99999 },
    },
  ],
  'sms-census': [
    {
      ...{ DOT_NUMBER: 1261235, LEGAL_NAME: 'TILE SUPPLY INC', CARRIER_OPERATION: 'C', HM_FLAG: 'FALSE' },
      ...{ PC_FLAG: 'FALSE', MCS150_DATE: '24-Jun-04', MCS150_MILEAGE: 150000, ADD_DATE: '1-Jun-99' },
      ...{ NBR_POWER_UNIT: 1, DRIVER_TOTAL: 1, RECENT_MILEAGE: 0, PRIVATE_PROPERTY: 'TRUE', OP_OTHER: 'N' },
    },
  ],
  'sms-inspection': [
    {
      ...{ Unique_ID: 751122450, Report_Number: '3289000215', Report_State: 'OH', DOT_Number: 1021580 },
      ...{ Insp_Date: '20-DEC-24', Insp_level_ID: 5, Time_Weight: 1, Driver_OOS_Total: 0, OOS_Total: 0 },
      ...{ Vehicle_OOS_Total: 0, VIN: '1fdfe4fn2pdd-32252', Vh_Maint_Insp: 'true', Vh_Maint_Viol: 0 },
    },
  ],
  'sms-violation': [
    {
      ...{ Unique_ID: 742527801, Insp_Date: '28-AUG-24', DOT_Number: 511440, Viol_Code: '3922SLLS4' },
      ...{ BASIC_Desc: 'Unsafe Driving', OOS_Indicator: 'false', OOS_Weight: 0, Severity_Weight: 10 },
      ...{
        Time_Weight: 1,
        Total_Severity_Wght: 10,
        Section_Desc: 'State/Local Laws, speeding',
        Viol_Unit: 'D',
      },
    },
  ],
  'sms-crash': [
    {
      ...{ Report_number: '0A12', Report_seq_no: 1, DOT_Number: 511440, Report_Date: '01-FEB-26' },
      ...{ Report_State: 'TX', Fatalities: 0, Injuries: 2, Tow_Away: 'true', Severity_Weight: 2, seq_num: 1 },
    },
  ],
  'sms-ab-property': [output],
  'sms-c-property': [{ ...output, DOT_NUMBER: 1000013 }],
  'sms-ab-passenger': [{ ...output, ...percentiles }],
  'sms-c-passenger': [{ ...output, ...percentiles, DOT_NUMBER: 1000013 }],
  'crash-file': [
    {
      ...{ CHANGE_DATE: '20260110 2142', CRASH_ID: 5551, REPORT_STATE: 'TX', REPORT_NUMBER: 'TX0000000A12' },
      ...{ REPORT_DATE: '20260101', REPORT_TIME: '2400', REPORT_SEQ_NO: 1, DOT_NUMBER: 511440, STATE: 'TX' },
      ...{ COUNTY_CODE: 201, FEDERAL_RECORDABLE: 'Y', TOW_AWAY: 'Y', INJURIES: 1, DOCKET_NUMBER: 'MC115495' },
    },
  ],
  'vehicle-inspection': [
    {
      ...{ CHANGE_DATE: '20240904 2142', INSPECTION_ID: 82574029, DOT_NUMBER: 3938496, REPORT_STATE: 'OH' },
      ...{ REPORT_NUMBER: 'OH3289000215', INSP_DATE: '20240830', INSP_START_TIME: '0915', INSP_LEVEL_ID: 2 },
      ...{ INSP_END_TIME: '9999', COUNTY_CODE_STATE: 'OH', COUNTY_CODE: 49, OOS_TOTAL: 0 },
    },
  ],
  'inspections-per-unit': [
    {
      ...{ INSPECTION_ID: 82574029, INSP_UNIT_ID: 200478151, INSP_UNIT_TYPE_ID: 11, INSP_UNIT_NUMBER: 1 },
      ...{ INSP_UNIT_COMPANY: '0042', INSP_UNIT_VEHICLE_ID_NUMBER: '1XKYDP9X3GJ473982' },
    },
  ],
  'inspection-violations': [
    {
      ...{ INSPECTION_ID: 79833605, INSP_VIOLATION_ID: 255659959, SEQ_NO: 1, PART_NO: '392' },
      ...{ PART_NO_SECTION: '2', INSP_VIOL_UNIT: 'D', INSP_VIOLATION_CATEGORY_ID: 40, VIOL_CODE: '392.2C' },
      ...{ OUT_OF_SERVICE_INDICATOR: 'Z' },
    },
  ],
  'out-of-service-orders': [
    { DOT_NUMBER: 1438, OOS_DATE: '2022-07-09', OOS_REASON: 'NOP', STATUS: 'ACTIVE', RESCIND_DATE: '' },
  ],
  'legacy-carrier': [
    {
      ...{ DOCKET_NUMBER: 'MC000042', DOT_NUMBER: '01196157', COMMON_STAT: 'A', CONTRACT_STAT: 'N' },
      ...{
        BROKER_STAT: 'I',
        COMMON_APP_PEND: 'N',
        PROPERTY_CHK: 'Y',
        MIN_COV_AMOUNT: '00750',
        CARGO_REQ: 'N',
      },
      ...{ BIPD_FILE: '00750', LEGAL_NAME: 'SMITH & SON', BUS_CITY: 'TULSA' },
    },
  ],
  'legacy-insur': [
    {
      ...{ PREFIX_DOCKET_NUMBER: 'MC000042', INS_TYPE_CODE: 1, INS_CLASS_CODE: 'P', MAX_COV_AMOUNT: '00750' },
      ...{
        UNDERL_LIM_AMOUNT: '00000',
        POLICY_NO: 'AB-1',
        EFFECTIVE_DATE: '02/01/2026',
        INS_FORM_CODE: '91X',
      },
      NAME_COMPANY: 'GOOD INSURANCE CO',
    },
  ],
  'legacy-act-pend-insur': [
    {
      ...{
        DOCKET_NUMBER: 'MC000042',
        DOT_NUMBER: '00000000',
        INS_FORM_CODE: '91X',
        MOD_COL_1: 'BIPD/Primary',
      },
      ...{ NAME_COMPANY: 'GOOD INSURANCE CO', POLICY_NO: 'AB-1', POSTED_DATE: '02/02/2026' },
      ...{ UNDERL_LIM_AMOUNT: '00000', MAX_COV_AMOUNT: '00750', EFFECTIVE_DATE: '02/01/2026' },
    },
  ],
  'legacy-ins-hist': [
    {
      ...{ DOCKET_NUMBER: 'MC000042', DOT_NUMBER: '01196157', INS_FORM_CODE: '91X', MOD_COL_1: 'Replaced' },
      ...{ INS_CANCL_FORM: '35', MOD_COL_3: 'BIPD/Primary', POLICY_NO: 'AA-9', MIN_COV_AMOUNT: '00750' },
      ...{ INS_CLASS_CODE: 'P', EFFECTIVE_DATE: '02/01/2024', UNDERL_LIM_AMOUNT: '00000' },
      ...{ MAX_COV_AMOUNT: '01000', CANCL_EFFECTIVE_DATE: '02/01/2026', CANCL_METHOD: 'TERM/CANCL' },
      NAME_COMPANY: 'OLD INSURANCE CO',
    },
  ],
  'legacy-auth-hist': [
    {
      ...{ DOCKET_NUMBER: 'MC000042', DOT_NUMBER: '01196157', SUB_NUMBER: '0000' },
      ...{ MOD_COL_1: 'MOTOR PROPERTY COMMON CARRIER', ORIGINAL_ACTION_DESC: 'GRANTED' },
      ORIG_SERVED_DATE: '03/04/2015',
    },
  ],
  'legacy-boc3': [
    {
      ...{ DOCKET_NUMBER: 'MC000042', DOT_NUMBER: '01196157', CO_NAME: 'AGENTS OF AMERICA' },
      ...{ ATTN_TO_OR_TITLE: 'JANE DOE', STREET_PO: 'PO BOX 1', CITY: 'TULSA', STATE_CODE: 'OK' },
      ...{ CTRY_CODE: 'US', ZIP_CODE: '74101' },
    },
  ],
  'legacy-revocation': [
    {
      ...{ DOCKET_NUMBER: 'MC000042', DOT_NUMBER: '01196157', TYPE_LICENSE: 'COMMON' },
      ...{ ORDER1_SERVE_DATE: '06/26/2024', ORDER2_TYPE_DESC: 'INVOLUNTARY REVOCATION' },
      ORDER2_EFFECTIVE_DATE: '07/26/2024',
    },
  ],
  'motus-carrier': [
    {
      ...{ DOCKET_NUMBER: 'MC-1426065', USDOT_NUMBER: 3938496, OP_AUTH_STATUS: 'Active', BIPD_FILE: 0 },
      ...{ OP_AUTH_TYPE: 'Motor Carrier of Property (Except Household Goods)', MIN_COV_AMOUNT: '750000.00' },
    },
  ],
  'motus-insur': [
    {
      ...{ DOCKET_NUMBER: 'MC1426065', USDOT_NUMBER: 3938496, INS_FORM_CODE: 'BMC-91X', INS_TYPE_CODE: '1' },
      ...{ INS_CLASS_CODE: 'P', MAX_COV_AMOUNT: '750000.00', UNDERL_LIM_AMOUNT: '0.00', POLICY_NO: 'M-1' },
      ...{ EFFECTIVE_DATE: '20260601', INSURANCE_COMPANY_NAME: 'NEW INSURANCE CO', TRANS_DATE: '20260602' },
    },
  ],
  'motus-ins-hist': [
    {
      ...{ DOCKET_NUMBER: 'MC1426065', USDOT_NUMBER: 3938496, INS_FORM_CODE: 'BMC-91X' },
      ...{ FILING_STATUS_REASON: 'Cancelled', POLICY_NO: 'M-0', MAX_COV_AMOUNT: '750000.00' },
      ...{ EFFECTIVE_DATE: '20250601', CANCL_EFFECTIVE_DATE: '20260601' },
    },
  ],
  'motus-auth-hist': [
    {
      ...{ DOCKET_NUMBER: 'MC1426065', USDOT_NUMBER: 3938496, OP_AUTH_STATUS: 'Active', REASON: 'Granted' },
      ...{
        OP_AUTH_TYPE: 'Motor Carrier of Property (Except Household Goods)',
        STATUS_CHANGE_DATE: '20260520',
      },
    },
  ],
  'motus-boc3': [{ DOCKET_NUMBER: 'MC1426065', USDOT_NUMBER: 3938496, CO_NAME: 'NEW AGENTS', CITY: 'RENO' }],
  'motus-revoke-suspend': [
    {
      ...{ DOCKET_NUMBER: 'MC1426065', USDOT_NUMBER: 3938496, OP_AUTH_TYPE: 'Broker of Property' },
      ...{ ORDER1_SERVE_DATE: '20260801', ORDER1_TYPE_DESC: 'Suspension', ORDER1_EFFECTIVE_DATE: '20261231' },
    },
  ],
  'county-codes': [{ state: 'OH', county_name: 'FRANKLIN', county_code: 49 }],
  'wmi-vehicle-types': [{ wmi: '1XK', vehicle_type: 'Truck', manufacturer: 'KENWORTH', make: 'KENWORTH' }],
  'violation-codes': [
    { violation_code: '392.5(a)', basic: 'Controlled Substances/Alcohol', violation_group: 'Alcohol' },
  ],
  'violation-groups': [{ basic: 'Unsafe Driving', group: 'Texting', severity_weight: 10, confidence: 'V' }],
};
