import type { Database } from '../../../src/db/database.ts';
import { type Importer, type Row, testImporter } from '../federal/federal-files.ts';
import { exampleRows } from '../federal/federal-rows.ts';

/** The day on which these files are loaded, and the end of the 24 months. */
const LOADED = new Date('2026-11-10T00:00:00Z');
export const CARRIER = 5000700;
export const MOTUS_CARRIER = 5000701;
/** Only in SMS. */
export const SMS_CARRIER = 5000702;
/** Only in the census. */
export const BARE_CARRIER = 5000703;
export const UNKNOWN_CARRIER = 5999999;
/** Tractors of 2016 and 2020 and a trailer, with valid check digits. */
export const TRACTOR = '1XKYDP9X3GJ473982';
export const OTHER_TRACTOR = '4V4NC9EH8LN224466';
export const TRAILER = '1UYVS25385U700001';

const census: Row[] = [
  {
    ...{ DOT_NUMBER: CARRIER, STATUS_CODE: 'A', LEGAL_NAME: 'HALVORSEN FREIGHT LLC', DBA_NAME: 'HALVO' },
    ...{ MCS150_DATE: '20260216', ADD_DATE: '20100601', CARRIER_OPERATION: 'A', MCS150_MILEAGE: 2000000 },
    ...{ MCS150_MILEAGE_YEAR: 2025, POWER_UNITS: 20, TOTAL_DRIVERS: 22, TOTAL_CDL: 21, SAFETY_RATING: 'S' },
    ...{ SAFETY_RATING_DATE: '20190803', REVIEW_TYPE: 'C', REVIEW_DATE: '20190729', HM_Ind: 'Y' },
    ...{ CARSHIP: 'C;B', DOCKET1PREFIX: 'MC', DOCKET1: 700700, DUN_BRADSTREET_NO: '123456789' },
    ...{ CLASSDEF: 'AUTHORIZED FOR HIRE;PRIVATE PROPERTY', CRGO_GENFREIGHT: 'X', CRGO_GRAINFEED: 'X' },
    ...{ PHY_STREET: '12 ELM ST', PHY_CITY: 'DAYTON', PHY_STATE: 'OH', PHY_ZIP: '45402', PHY_COUNTRY: 'US' },
    ...{ CARRIER_MAILING_STREET: 'PO BOX 1', CARRIER_MAILING_CITY: 'DAYTON', CARRIER_MAILING_STATE: 'OH' },
    ...{ CARRIER_MAILING_ZIP: '45401', CARRIER_MAILING_COUNTRY: 'US', PHONE: '9375550100' },
    ...{ EMAIL_ADDRESS: 'SAFETY@HALVO.EXAMPLE', OWNTRACT: 12, TRMTRACT: 5, TRPTRACT: 3, OWNTRAIL: 30 },
    ...{ TRMTRAIL: 4, TRPTRAIL: 1, RECORDABLE_CRASH_RATE: '000.512' },
  },
  {
    ...{ DOT_NUMBER: MOTUS_CARRIER, STATUS_CODE: 'A', LEGAL_NAME: 'QUILLBROOK HAULING INC' },
    ...{ POWER_UNITS: 3, TOTAL_DRIVERS: 4, PHY_STREET: '9 OAK AVE', PHY_CITY: 'GARY', PHY_STATE: 'IN' },
    ...{ PHY_ZIP: '46402', PHONE: '2195550111', MCS150_DATE: '20240110', DUN_BRADSTREET_NO: '--' },
  },
  { DOT_NUMBER: BARE_CARRIER, STATUS_CODE: 'I', LEGAL_NAME: 'BARE LLC', POWER_UNITS: 1, TOTAL_DRIVERS: 1 },
];

const smsInspection = (id: number, day: string, level: number, more: Row = {}): Row => ({
  ...{ Unique_ID: id, Report_Number: `32890${id}`, Report_State: 'OH', DOT_Number: CARRIER, Insp_Date: day },
  ...{ Insp_level_ID: level, County_code_State: 'OH', Time_Weight: 3, Driver_OOS_Total: 0 },
  ...{ Vehicle_OOS_Total: 0, Total_Hazmat_Sent: 0, OOS_Total: 0, Hazmat_OOS_Total: 0 },
  ...{ Unit_Type_Desc: 'TRUCK TRACTOR', Unit_Make: 'KENW', Unit_License: 'PWR1', Unit_License_State: 'OH' },
  ...{ VIN: TRACTOR, Unit_Type_Desc2: 'SEMI-TRAILER', Unit_License2: 'TRL2', Unit_License_State2: 'ME' },
  ...{ VIN2: TRAILER, Unsafe_Insp: 'true', Fatigued_Insp: 'true', Dr_Fitness_Insp: 'true' },
  ...{ Subt_Alcohol_Insp: 'true', Vh_Maint_Insp: 'true', HM_Insp: '' },
  ...more,
});

const inspections: Row[] = [
  smsInspection(1, '05-OCT-26', 1, { Vehicle_OOS_Total: 1, OOS_Total: 1, Total_Hazmat_Sent: 1 }),
  smsInspection(2, '02-MAR-26', 2, { VIN: OTHER_TRACTOR, Unit_License: 'PWR2' }),
  smsInspection(3, '20-JUN-25', 3, { Driver_OOS_Total: 1, OOS_Total: 1 }),
  smsInspection(4, '15-JAN-25', 5),
  // Before the 24 months.
  smsInspection(5, '01-JAN-24', 1, { Vehicle_OOS_Total: 3, OOS_Total: 3 }),
];

const violation = (
  id: number,
  day: string,
  code: string,
  basic: string,
  severity: number,
  more: Row = {},
) => ({
  ...{ Unique_ID: id, Insp_Date: day, DOT_Number: CARRIER, Viol_Code: code, BASIC_Desc: basic },
  ...{ OOS_Indicator: 'false', OOS_Weight: 0, Severity_Weight: severity, Time_Weight: 3 },
  ...{ Total_Severity_Wght: severity, Section_Desc: `About ${code}`, Group_Desc: 'Group', Viol_Unit: '1' },
  ...more,
});

const violations: Row[] = [
  violation(1, '05-OCT-26', '39375A3', 'Vehicle Maintenance', 8, {
    ...{ OOS_Indicator: 'true', OOS_Weight: 2, Total_Severity_Wght: 10, Viol_Unit: '2' },
  }),
  violation(1, '05-OCT-26', '3922SLLS2', 'Unsafe Driving', 4, { Viol_Unit: 'D' }),
  violation(2, '02-MAR-26', '39395A', 'Vehicle Maintenance', 2, { Time_Weight: 2 }),
  violation(3, '20-JUN-25', '3958E', 'Hours-of-Service Compliance', 7, {
    ...{ OOS_Indicator: 'true', OOS_Weight: 2, Total_Severity_Wght: 9, Time_Weight: 1, Viol_Unit: 'D' },
  }),
  // A red-flag violation is most severe, whatever its weight.
  violation(3, '20-JUN-25', '39115A', 'Driver Fitness', 3, { Time_Weight: 1, Viol_Unit: 'D' }),
  violation(5, '01-JAN-24', '39375A3', 'Vehicle Maintenance', 8),
];

const smsCrash = (report: string, day: string, more: Row = {}): Row => ({
  ...{ Report_number: report, Report_seq_no: 1, DOT_Number: CARRIER, Report_Date: day, Report_State: 'IN' },
  ...{ Fatalities: 0, Injuries: 0, Tow_Away: 'true', Hazmat_released: 'false', Vehicle_ID_Number: TRACTOR },
  ...{ Vehicle_License_number: 'PWR1', Vehicle_license_state: 'OH', Severity_Weight: 1, Time_weight: 3 },
  ...more,
});
const crash = (id: number, report: string, day: string, seq: number, more: Row = {}): Row => ({
  ...{ CRASH_ID: id, REPORT_STATE: 'IN', REPORT_NUMBER: `IN${report}`, REPORT_DATE: day, REPORT_SEQ_NO: seq },
  ...{ DOT_NUMBER: CARRIER, LOCATION: 'I-80 MM 12', CITY: 'GARY', STATE: 'IN', COUNTY_CODE: 89 },
  ...{ VEHICLE_IDENTIFICATION_NUMBER: TRACTOR, VEHICLE_LICENSE_NUMBER: 'PWR1', VEHICLE_LIC_STATE: 'OH' },
  ...{ FATALITIES: 0, INJURIES: 0, TOW_AWAY: 'Y', FEDERAL_RECORDABLE: 'Y', HAZMAT_RELEASED: 'N' },
  ...more,
});

/** Two trucks in one crash with two fatalities and one injury, a tow-away, and a crash that is not recordable. */
const crashes: Row[] = [
  crash(900, '0900', '20260801', 1, { FATALITIES: 2, INJURIES: 1 }),
  crash(900, '0900', '20260801', 2, {
    FATALITIES: 2,
    INJURIES: 1,
    VEHICLE_IDENTIFICATION_NUMBER: OTHER_TRACTOR,
  }),
  crash(901, '0901', '20260901', 1, { FEDERAL_RECORDABLE: 'N' }),
];
const smsCrashes: Row[] = [
  smsCrash('0900', '01-AUG-26', { Fatalities: 2, Injuries: 1, Severity_Weight: 2, Not_Preventable: 'true' }),
  smsCrash('0902', '05-MAY-25'),
  smsCrash('0903', '05-MAY-25', { Injuries: 3, Severity_Weight: 2 }),
];

const docket = { DOCKET_NUMBER: 'MC700700', DOT_NUMBER: '05000700' };
const legacy: Record<string, Row[]> = {
  'legacy-carrier': [
    {
      ...{
        ...docket,
        COMMON_STAT: 'A',
        CONTRACT_STAT: 'I',
        BROKER_STAT: 'N',
        PROPERTY_CHK: 'Y',
        HHG_CHK: 'Y',
      },
      ...{ MIN_COV_AMOUNT: '00750', CARGO_REQ: 'Y', BOND_REQ: 'N', LEGAL_NAME: 'HALVORSEN FREIGHT LLC' },
    },
  ],
  'legacy-act-pend-insur': [
    {
      ...{
        ...docket,
        INS_FORM_CODE: '91X',
        MOD_COL_1: 'BIPD/Primary',
        NAME_COMPANY: 'PRAIRIE MUTUAL INS CO',
      },
      ...{
        POLICY_NO: 'PM-1',
        POSTED_DATE: '02/01/2021',
        UNDERL_LIM_AMOUNT: '00000',
        MAX_COV_AMOUNT: '01000',
      },
      ...{ EFFECTIVE_DATE: '02/01/2024', CANCL_EFFECTIVE_DATE: '' },
    },
    {
      ...{
        ...docket,
        INS_FORM_CODE: '34',
        MOD_COL_1: 'CARGO',
        NAME_COMPANY: 'LAKE CARGO CO',
        POLICY_NO: 'LC-1',
      },
      ...{ POSTED_DATE: '02/01/2021', UNDERL_LIM_AMOUNT: '00000', MAX_COV_AMOUNT: '00005' },
      ...{ EFFECTIVE_DATE: '02/01/2021', CANCL_EFFECTIVE_DATE: '12/24/2026' },
    },
  ],
  'legacy-ins-hist': [
    pastPolicy('PM-0', '02/01/2021', '02/01/2024'),
    pastPolicy('OLD-7', '01/01/2015', '02/01/2021', 'OTHER INSURER LLC'),
  ],
  'legacy-auth-hist': [
    authority('MOTOR PROPERTY COMMON CARRIER', 'GRANTED', '06/01/2010', '', ''),
    authority('MOTOR PROPERTY CONTRACT CARRIER', 'GRANTED', '06/01/2012', 'REVOKED', '01/05/2018'),
    authority('MOTOR PROPERTY COMMON CARRIER', 'GRANTED', '06/01/2010', '', ''),
  ],
  'legacy-boc3': [{ ...docket, CO_NAME: 'NATIONWIDE AGENTS INC', CITY: 'DAYTON', STATE_CODE: 'OH' }],
};

function pastPolicy(policy: string, from: string, to: string, company = 'Prairie Mutual Ins. Co.'): Row {
  return {
    ...{
      ...docket,
      INS_FORM_CODE: '91X',
      MOD_COL_1: 'CANCELLED',
      MOD_COL_3: 'BIPD/Primary',
      POLICY_NO: policy,
    },
    ...{ EFFECTIVE_DATE: from, CANCL_EFFECTIVE_DATE: to, NAME_COMPANY: company, MAX_COV_AMOUNT: '00750' },
  };
}

function authority(type: string, action: string, on: string, final: string, finalOn: string): Row {
  return {
    ...{ ...docket, SUB_NUMBER: '', MOD_COL_1: type, ORIGINAL_ACTION_DESC: action, ORIG_SERVED_DATE: on },
    ...{ DISP_ACTION_DESC: final, DISP_DECIDED_DATE: finalOn, DISP_SERVED_DATE: finalOn },
  };
}

const motus = { DOCKET_NUMBER: 'MC-701701', USDOT_NUMBER: MOTUS_CARRIER };
const PROPERTY = 'Motor Carrier of Property (Except Household Goods)';
const motusRows: Record<string, Row[]> = {
  'motus-carrier': [
    {
      ...{ ...motus, OP_AUTH_TYPE: PROPERTY, OP_AUTH_STATUS: 'Active', MIN_COV_AMOUNT: '750000.00' },
      ...{ CARGO_REQ: 'N', BOND_REQ: 'N', LEGAL_NAME: 'QUILLBROOK HAULING INC' },
    },
    {
      ...{ ...motus, OP_AUTH_TYPE: 'Broker of Property (Except Household Goods)', OP_AUTH_STATUS: 'Active' },
      ...{ MIN_COV_AMOUNT: '0.00', CARGO_REQ: 'N', BOND_REQ: 'Y', LEGAL_NAME: 'QUILLBROOK HAULING INC' },
    },
  ],
  'motus-insur': [
    {
      ...{
        ...motus,
        INS_FORM_CODE: '91X',
        INS_TYPE_CODE: 1,
        INS_CLASS_CODE: 'P',
        MAX_COV_AMOUNT: '750000.00',
      },
      ...{ UNDERL_LIM_AMOUNT: '0.00', POLICY_NO: 'Q-9', EFFECTIVE_DATE: '20261001' },
      ...{ INSURANCE_COMPANY_NAME: 'HARBOR CASUALTY', TRANS_DATE: '20261003' },
    },
    {
      ...{ ...motus, INS_FORM_CODE: '84', INS_TYPE_CODE: 3, INS_CLASS_CODE: 'P', MAX_COV_AMOUNT: '75000.00' },
      ...{ UNDERL_LIM_AMOUNT: '0.00', POLICY_NO: 'B-1', EFFECTIVE_DATE: '20261001' },
      ...{ INSURANCE_COMPANY_NAME: 'SURETY CO', TRANS_DATE: '20261003' },
    },
  ],
  'motus-auth-hist': [
    {
      ...{ ...motus, OP_AUTH_TYPE: PROPERTY, OP_AUTH_STATUS: 'Active', REASON: 'Granted' },
      STATUS_CHANGE_DATE: '20260925',
    },
  ],
  'motus-boc3': [{ ...motus, CO_NAME: 'GREAT LAKES AGENTS', CITY: 'GARY', STATE_CODE: 'IN' }],
};

const wholeCarrier: Record<string, Row[]> = {
  'company-census': census,
  'sms-census': [
    {
      DOT_NUMBER: SMS_CARRIER,
      LEGAL_NAME: 'SMS ONLY CO',
      PC_FLAG: 'FALSE',
      NBR_POWER_UNIT: 2,
      DRIVER_TOTAL: 3,
    },
  ],
  ...legacy,
  ...motusRows,
  'sms-inspection': inspections,
  'sms-violation': violations,
  'sms-crash': smsCrashes,
  'crash-file': crashes,
  'out-of-service-orders': exampleRows['out-of-service-orders'] ?? [],
};

/** Four carriers with known values, imported from files in the federal formats. */
export async function loadWholeCarrier(database: Database): Promise<Importer> {
  const importer = await testImporter(database, LOADED);
  await importer.datasets(wholeCarrier);
  return importer;
}
