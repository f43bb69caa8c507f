import { column, columns, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { trueOrBlank } from '../values/flag.ts';
import { bigCount, count, id, requiredUsdot, smallCount, usdot } from '../values/number.ts';
import { alphanumeric, keyText, text } from '../values/text.ts';

/** The census of the SMS run. Do not mix it with the daily company census. */
export const smsCensus: Dataset = {
  name: 'sms-census',
  title: 'SMS Input - Motor Carrier Census',
  portalId: 'kjg3-diqy',
  table: 'sms_census',
  columns: [
    required('DOT_NUMBER', 'usdot_number', requiredUsdot),
    required('LEGAL_NAME', 'legal_name', text),
    ...columns(text, 'DBA_NAME', 'CARRIER_OPERATION'),
    column('HM_FLAG', 'hm_flag', trueOrBlank),
    required('PC_FLAG', 'pc_flag', trueOrBlank),
    ...columns(text, 'PHY_STREET', 'PHY_CITY', 'PHY_STATE', 'PHY_ZIP', 'PHY_COUNTRY', 'MAILING_STREET'),
    ...columns(text, 'MAILING_CITY', 'MAILING_STATE', 'MAILING_ZIP', 'MAILING_COUNTRY', 'TELEPHONE', 'FAX'),
    ...columns(text, 'EMAIL_ADDRESS'),
    column('MCS150_DATE', 'mcs150_date', date),
    column('MCS150_MILEAGE', 'mcs150_mileage', bigCount),
    column('MCS150_MILEAGE_YEAR', 'mcs150_mileage_year', smallCount),
    column('ADD_DATE', 'add_date', date),
    column('OIC_STATE', 'oic_state', text),
    required('NBR_POWER_UNIT', 'power_units', count),
    required('DRIVER_TOTAL', 'total_drivers', count),
    column('RECENT_MILEAGE', 'recent_mileage', bigCount),
    ...columns(smallCount, 'RECENT_MILEAGE_YEAR', 'VMT_SOURCE_ID'),
    ...columns(trueOrBlank, 'PRIVATE_ONLY', 'AUTHORIZED_FOR_HIRE', 'EXEMPT_FOR_HIRE', 'PRIVATE_PROPERTY'),
    ...columns(trueOrBlank, 'PRIVATE_PASSENGER_BUSINESS', 'PRIVATE_PASSENGER_NONBUSINESS', 'MIGRANT'),
    ...columns(trueOrBlank, 'US_MAIL', 'FEDERAL_GOVERNMENT', 'STATE_GOVERNMENT', 'LOCAL_GOVERNMENT'),
    ...columns(trueOrBlank, 'INDIAN_TRIBE'),
    column('OP_OTHER', 'op_other', text),
  ],
};

export const smsInspection: Dataset = {
  name: 'sms-inspection',
  title: 'SMS Input - Inspection',
  portalId: 'rbkj-cgst',
  table: 'sms_inspections',
  columns: [
    required('Unique_ID', 'unique_id', id),
    required('Report_Number', 'report_number', text),
    required('Report_State', 'report_state', text),
    required('DOT_Number', 'usdot_number', usdot),
    required('Insp_Date', 'insp_date', date),
    required('Insp_level_ID', 'insp_level_id', smallCount),
    column('County_code_State', 'county_code_state', text),
    required('Time_Weight', 'time_weight', smallCount),
    required('Driver_OOS_Total', 'driver_oos_total', smallCount),
    required('Vehicle_OOS_Total', 'vehicle_oos_total', smallCount),
    ...columns(smallCount, 'Total_Hazmat_Sent', 'OOS_Total', 'Hazmat_OOS_Total'),
    column('Hazmat_Placard_req', 'hazmat_placard_req', trueOrBlank),
    ...columns(text, 'Unit_Type_Desc', 'Unit_Make', 'Unit_License', 'Unit_License_State'),
    column('VIN', 'vin', alphanumeric),
    ...columns(text, 'Unit_Decal_Number', 'Unit_Type_Desc2', 'Unit_Make2', 'Unit_License2'),
    ...columns(text, 'Unit_License_State2'),
    column('VIN2', 'vin2', alphanumeric),
    column('Unit_Decal_Number2', 'unit_decal_number2', text),
    ...columns(trueOrBlank, 'Unsafe_Insp', 'Fatigued_Insp', 'Dr_Fitness_Insp', 'Subt_Alcohol_Insp'),
    ...columns(trueOrBlank, 'Vh_Maint_Insp', 'HM_Insp'),
    ...columns(smallCount, 'BASIC_Viol', 'Unsafe_Viol', 'Fatigued_Viol', 'Dr_Fitness_Viol'),
    ...columns(smallCount, 'Subt_Alcohol_Viol', 'Vh_Maint_Viol', 'HM_Viol'),
  ],
};

/** A violation can appear twice in one inspection, and FMCSA's measures count it twice. */
export const smsViolation: Dataset = {
  name: 'sms-violation',
  title: 'SMS Input - Violation',
  portalId: '8mt8-2mdr',
  table: 'sms_violations',
  columns: [
    required('Unique_ID', 'unique_id', id),
    required('Insp_Date', 'insp_date', date),
    required('DOT_Number', 'usdot_number', usdot),
    required('Viol_Code', 'viol_code', text),
    required('BASIC_Desc', 'basic_desc', text),
    column('OOS_Indicator', 'oos_indicator', trueOrBlank),
    column('OOS_Weight', 'oos_weight', smallCount),
    required('Severity_Weight', 'severity_weight', smallCount),
    required('Time_Weight', 'time_weight', smallCount),
    column('Total_Severity_Wght', 'total_severity_weight', smallCount),
    ...columns(text, 'Section_Desc', 'Group_Desc', 'Viol_Unit'),
  ],
  generatedKey: 'row_no',
};

/** One row per vehicle of the carrier. State and report number identify the crash. */
export const smsCrash: Dataset = {
  name: 'sms-crash',
  title: 'SMS Input - Crash',
  portalId: '4wxs-vbns',
  table: 'sms_crashes',
  columns: [
    required('Report_number', 'report_number', keyText),
    required('Report_seq_no', 'report_seq_no', keyText),
    required('DOT_Number', 'usdot_number', usdot),
    required('Report_Date', 'report_date', date),
    required('Report_State', 'report_state', keyText),
    ...columns(smallCount, 'Fatalities', 'Injuries'),
    ...columns(trueOrBlank, 'Tow_Away', 'Hazmat_released'),
    ...columns(text, 'Trafficway_Desc', 'Access_Control_Desc', 'Road_surface_Condition_Desc'),
    ...columns(text, 'Weather_Condition_Desc', 'Light_Condition_Desc'),
    column('Vehicle_ID_Number', 'vin', alphanumeric),
    ...columns(text, 'Vehicle_License_number', 'Vehicle_license_state'),
    ...columns(smallCount, 'Severity_Weight', 'Time_weight'),
    column('citation_issued_desc', 'citation_issued_desc', text),
    column('seq_num', 'seq_num', smallCount),
    column('Not_Preventable', 'not_preventable', trueOrBlank),
  ],
  // "Two-Way Trafficway, Divided, Positive Median Barrier". No other description contains commas.
  unquotedCommasIn: 'Trafficway_Desc',
};
