import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { trueOrNothing } from '../values/flag.ts';
import { smallCount, usdot } from '../values/number.ts';
import { keyText, plain, text } from '../values/text.ts';

/** One row for each vehicle of the carrier; the crash itself is state and report number. */
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
    column('Fatalities', 'fatalities', smallCount),
    column('Injuries', 'injuries', smallCount),
    column('Tow_Away', 'tow_away', trueOrNothing),
    column('Hazmat_released', 'hazmat_released', trueOrNothing),
    column('Trafficway_Desc', 'trafficway_desc', text),
    column('Access_Control_Desc', 'access_control_desc', text),
    column('Road_surface_Condition_Desc', 'road_surface_condition_desc', text),
    column('Weather_Condition_Desc', 'weather_condition_desc', text),
    column('Light_Condition_Desc', 'light_condition_desc', text),
    column('Vehicle_ID_Number', 'vin', plain),
    column('Vehicle_License_number', 'vehicle_license_number', text),
    column('Vehicle_license_state', 'vehicle_license_state', text),
    column('Severity_Weight', 'severity_weight', smallCount),
    column('Time_weight', 'time_weight', smallCount),
    column('citation_issued_desc', 'citation_issued_desc', text),
    column('seq_num', 'seq_num', smallCount),
    column('Not_Preventable', 'not_preventable', trueOrNothing),
  ],
};
