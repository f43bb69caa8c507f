import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { trueOrNothing } from '../values/flag.ts';
import { id, smallCount, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';

/** One violation may stand twice in one inspection, and FMCSA's own measures count it twice. */
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
    column('OOS_Indicator', 'oos_indicator', trueOrNothing),
    column('OOS_Weight', 'oos_weight', smallCount),
    required('Severity_Weight', 'severity_weight', smallCount),
    required('Time_Weight', 'time_weight', smallCount),
    column('Total_Severity_Wght', 'total_severity_weight', smallCount),
    column('Section_Desc', 'section_desc', text),
    column('Group_Desc', 'group_desc', text),
    column('Viol_Unit', 'viol_unit', text),
  ],
  madeKey: 'row_no',
};
