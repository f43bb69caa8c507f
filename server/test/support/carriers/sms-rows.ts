import type { Row } from '../federal/federal-files.ts';

const WORDS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const worded = (iso: string) => `${iso.slice(8)}-${WORDS[Number(iso.slice(5, 7)) - 1]}-${iso.slice(2, 4)}`;
const DRIVER_FLAGS = ['Unsafe_Insp', 'Fatigued_Insp', 'Dr_Fitness_Insp', 'Subt_Alcohol_Insp'];

export const smsCarrier = (usdot: number, more: Row = {}): Row => ({
  ...{ DOT_NUMBER: usdot, LEGAL_NAME: `CARRIER ${usdot}`, CARRIER_OPERATION: 'A', PC_FLAG: '', HM_FLAG: '' },
  ...{ NBR_POWER_UNIT: 4, DRIVER_TOTAL: 4, ...more },
});

let serial = 0;

/** A row of the SMS inspection file. Levels 1, 2, 3 and 6 examine the driver; 1, 2, 5 and 6 the vehicle. */
export function smsInspectionRow(usdot: number, date: string, level: number, more: Row = {}): Row {
  const flags = [
    ...([1, 2, 3, 6].includes(level) ? DRIVER_FLAGS : []),
    ...([1, 2, 5, 6].includes(level) ? ['Vh_Maint_Insp'] : []),
  ];
  return {
    ...{ Unique_ID: ++serial, Report_Number: `R${serial}`, Report_State: 'OH', DOT_Number: usdot },
    ...{ Insp_Date: worded(date), Insp_level_ID: level, Time_Weight: 3, Driver_OOS_Total: 0 },
    ...{ Vehicle_OOS_Total: 0, OOS_Total: 0, ...Object.fromEntries(flags.map((flag) => [flag, 'true'])) },
    ...more,
  };
}

/** A violation of an inspection, with its day and time weight. */
export const smsViolationRow = (inspection: Row, basic: string, severity: number, more: Row = {}): Row => ({
  ...{ Unique_ID: inspection.Unique_ID ?? '', Insp_Date: inspection.Insp_Date ?? '', Viol_Code: '39375A3' },
  ...{ DOT_Number: inspection.DOT_Number ?? '', BASIC_Desc: basic, Severity_Weight: severity, OOS_Weight: 0 },
  ...{ OOS_Indicator: 'false', Time_Weight: inspection.Time_Weight ?? 3, Viol_Unit: '1', ...more },
});

export const smsCrashRow = (usdot: number, date: string, more: Row = {}): Row => ({
  ...{ Report_number: `C${++serial}`, Report_seq_no: 1, DOT_Number: usdot, Report_Date: worded(date) },
  ...{ Report_State: 'OH', Fatalities: 0, Injuries: 0, Tow_Away: 'true', Severity_Weight: 1, Time_weight: 3 },
  ...more,
});

export const companyRow = (usdot: number, more: Row = {}): Row => ({
  ...{ DOT_NUMBER: usdot, LEGAL_NAME: `CARRIER ${usdot}`, STATUS_CODE: 'A', CARRIER_OPERATION: 'A' },
  ...{ POWER_UNITS: 4, TOTAL_DRIVERS: 4, MCS150_DATE: '20250101', ...more },
});
