import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allDatasets } from '../../../src/domain/federal/datasets/all-datasets.ts';
import { csvOf } from './federal-files.ts';
import { addLicensing } from './independent-licensing.ts';
import { monthRows } from './month-rows.ts';

const STATES = ['OH', 'TX', 'CA', 'GA', 'PA', 'IL', 'TN', 'WA', 'NJ', 'CO'];
const CITIES = [
  'LIMA',
  'WACO',
  'FRESNO',
  'MACON',
  'ERIE',
  'PEORIA',
  'JACKSON',
  'YAKIMA',
  'TRENTON',
  'PUEBLO',
];
const FIRST = [
  'HARBOR',
  'CEDAR',
  'GRANITE',
  'PRAIRIE',
  'SUMMIT',
  'DELTA',
  'COPPER',
  'EAGLE',
  'WILLOW',
  'IRON',
];
const SECOND = ['HAULING', 'CARRIERS', 'TRUCKING', 'FREIGHT LINES', 'LOGISTICS', 'TRANSFER', 'BUS LINES'];
const VIOLATIONS: [code: string, basic: string, weight: number, unit: string][] = [
  ['392.2SLLS2', 'Unsafe Driving', 4, 'D'],
  ['392.2C', 'Unsafe Driving', 5, 'D'],
  ['395.8A1', 'HOS Compliance', 5, 'D'],
  ['395.3A3', 'HOS Compliance', 7, 'D'],
  ['391.41A', 'Driver Fitness', 1, 'D'],
  ['392.5A', 'Controlled Substances/Alcohol', 5, 'D'],
  ['393.9', 'Vehicle Maint.', 2, '1'],
  ['393.45B2', 'Vehicle Maint.', 4, '1'],
  ['396.3A1', 'Vehicle Maint.', 2, '1'],
];

/**
 * A month of federal files of carriers that are not those of the demo, and share no code with it: census, SMS inputs, daily
 * inspections and crashes, licensing, orders. Some carriers have the numbers of the demo's carriers. Rows by dataset.
 */
export function independentMonth(carriers: number, asOf: string, seed = 20_261) {
  const month = monthRows(asOf, seed);
  const { below, chance, pick, today, iso, compact, worded, add, rows } = month;
  const usdots: number[] = [];
  let id = 40_000_000;

  for (let n = 0; n < carriers; n++) {
    const usdot = n % 20 === 0 ? 5_000_001 + n : 1_200_000 + n * 7;
    usdots.push(usdot);
    const place = below(STATES.length);
    const [state, city] = [STATES[place] as string, CITIES[place] as string];
    const isBus = chance(0.05);
    const isForHire = chance(0.6);
    const units = chance(0.5) ? 1 + below(3) : 1 + below(120);
    const drivers = units + below(5);
    const miles = units * (20_000 + below(90_000));
    const name = `${pick(FIRST)} ${pick(FIRST)} ${isBus ? 'BUS LINES' : pick(SECOND)} ${n}`;
    const filed = today - below(900);
    const added = today - 200 - below(6_000);
    const operation = chance(0.8) ? 'A' : 'C';
    const phone = `2${String(100_000_000 + n * 13).slice(0, 9)}`;
    const docket = 400_000 + n;
    add('company-census', {
      ...{
        DOT_NUMBER: usdot,
        LEGAL_NAME: name,
        STATUS_CODE: chance(0.95) ? 'A' : 'I',
        CARRIER_OPERATION: operation,
      },
      ...{
        MCS150_DATE: compact(filed),
        ADD_DATE: compact(added),
        MCS150_MILEAGE: miles,
        MCS150_MILEAGE_YEAR: 2025,
      },
      ...{
        POWER_UNITS: units,
        TRUCK_UNITS: isBus ? 0 : units,
        BUS_UNITS: isBus ? units : 0,
        TOTAL_DRIVERS: drivers,
      },
      ...{
        PHY_STREET: `${1 + n} MILL RD`,
        PHY_CITY: city,
        PHY_STATE: state,
        PHY_ZIP: 40_000 + n,
        PHY_COUNTRY: 'US',
      },
      ...{ PHONE: phone, EMAIL_ADDRESS: `office${n}@carrier${n}.test`, COMPANY_OFFICER_1: `PAT OWNER ${n}` },
      ...(isForHire && { DOCKET1PREFIX: 'MC', DOCKET1: docket, DOCKET1_STATUS_CODE: 'A' }),
      ...(chance(0.1) && {
        SAFETY_RATING: pick(['S', 'C', 'U']),
        SAFETY_RATING_DATE: compact(today - below(3_000)),
      }),
      CLASSDEF: isForHire ? 'AUTHORIZED FOR HIRE' : 'PRIVATE PROPERTY',
      [isBus ? 'CRGO_PASSENGERS' : 'CRGO_GENFREIGHT']: 'X',
    });
    add('sms-census', {
      ...{
        DOT_NUMBER: usdot,
        LEGAL_NAME: name,
        CARRIER_OPERATION: operation,
        HM_FLAG: '',
        PC_FLAG: isBus ? 'true' : '',
      },
      ...{ PHY_CITY: city, PHY_STATE: state, MCS150_DATE: worded(filed), ADD_DATE: worded(added) },
      ...{ NBR_POWER_UNIT: units, DRIVER_TOTAL: drivers, RECENT_MILEAGE: miles, RECENT_MILEAGE_YEAR: 2025 },
      ...{ MCS150_MILEAGE: miles, MCS150_MILEAGE_YEAR: 2025, AUTHORIZED_FOR_HIRE: isForHire ? 'true' : '' },
    });
    if (isForHire) addLicensing(month, n, usdot, docket, name);
    if (chance(0.03))
      add('out-of-service-orders', {
        ...{
          DOT_NUMBER: usdot,
          LEGAL_NAME: name,
          OOS_DATE: iso(today - below(400)),
          OOS_REASON: 'NOP',
          STATUS: 'ACTIVE',
        },
        RESCIND_DATE: chance(0.5) ? iso(today - below(30)) : '',
      });
    for (let i = below(Math.min(14, 2 + units)); i > 0; i--) addInspection(usdot, state, units);
    for (let i = chance(0.12) ? 1 + below(2) : 0; i > 0; i--) addCrash(usdot, state, city);
  }
  return { rows, usdots };

  function addInspection(usdot: number, state: string, units: number): void {
    const day = today - 1 - below(700);
    const inspection = ++id;
    const report = `${state}${inspection}`;
    const level = pick([1, 2, 3]);
    const vin = `1FU${String(10_000_000_000_000 + usdot * 1_000 + below(units)).slice(0, 14)}`;
    const plate = `${state}${usdot % 10_000}${below(units)}`;
    const found = chance(0.45) ? [pick(VIOLATIONS), ...(chance(0.4) ? [pick(VIOLATIONS)] : [])] : [];
    const oos = found.filter(() => chance(0.2)).length;
    const weight = day > today - 183 ? 3 : day > today - 365 ? 2 : 1;
    add('vehicle-inspection', {
      ...{ INSPECTION_ID: inspection, DOT_NUMBER: usdot, REPORT_STATE: state, REPORT_NUMBER: report },
      ...{ INSP_DATE: compact(day), INSP_START_TIME: '0915', INSP_END_TIME: '0955', INSP_LEVEL_ID: level },
      ...{ COUNTY_CODE_STATE: state, COUNTY_CODE: 49, VIOL_TOTAL: found.length, OOS_TOTAL: oos },
    });
    add('inspections-per-unit', {
      ...{
        INSPECTION_ID: inspection,
        INSP_UNIT_ID: inspection * 2,
        INSP_UNIT_TYPE_ID: 11,
        INSP_UNIT_NUMBER: 1,
      },
      ...{ INSP_UNIT_LICENSE: plate, INSP_UNIT_LICENSE_STATE: state, INSP_UNIT_VEHICLE_ID_NUMBER: vin },
    });
    add('sms-inspection', {
      ...{
        Unique_ID: inspection,
        Report_Number: report,
        Report_State: state,
        DOT_Number: usdot,
        Insp_Date: worded(day),
      },
      ...{
        Insp_level_ID: level,
        Time_Weight: weight,
        Driver_OOS_Total: 0,
        Vehicle_OOS_Total: oos,
        OOS_Total: oos,
      },
      ...{
        VIN: vin,
        Unit_License: plate,
        Unit_License_State: state,
        Unsafe_Insp: 'true',
        Fatigued_Insp: 'true',
      },
      ...{ Dr_Fitness_Insp: 'true', Subt_Alcohol_Insp: 'true', Vh_Maint_Insp: level < 3 ? 'true' : '' },
      BASIC_Viol: found.length,
    });
    for (const [i, [code, basic, severity, unit]] of found.entries()) {
      const isOos = i < oos;
      add('sms-violation', {
        ...{
          Unique_ID: inspection,
          Insp_Date: worded(day),
          DOT_Number: usdot,
          Viol_Code: code,
          BASIC_Desc: basic,
        },
        ...{
          OOS_Indicator: isOos ? 'true' : '',
          OOS_Weight: isOos ? 2 : 0,
          Severity_Weight: severity,
          Time_Weight: weight,
        },
        ...{ Total_Severity_Wght: severity + (isOos ? 2 : 0), Viol_Unit: unit },
      });
      add('inspection-violations', {
        ...{
          INSPECTION_ID: inspection,
          INSP_VIOLATION_ID: inspection * 4 + i,
          SEQ_NO: i + 1,
          VIOL_CODE: code,
        },
        ...{ INSP_VIOL_UNIT: unit, OUT_OF_SERVICE_INDICATOR: isOos ? 'Y' : 'N' },
      });
    }
  }

  function addCrash(usdot: number, state: string, city: string): void {
    const day = today - 1 - below(700);
    const crash = ++id;
    const injuries = below(2);
    add('crash-file', {
      ...{
        CRASH_ID: crash,
        REPORT_STATE: state,
        REPORT_NUMBER: `${state}C${crash}`,
        REPORT_DATE: compact(day),
      },
      ...{
        REPORT_TIME: '1320',
        REPORT_SEQ_NO: 1,
        DOT_NUMBER: usdot,
        STATE: state,
        CITY: city,
        COUNTY_CODE: 49,
      },
      ...{ FEDERAL_RECORDABLE: 'Y', TOW_AWAY: 'Y', INJURIES: injuries, FATALITIES: 0 },
    });
    add('sms-crash', {
      ...{
        Report_number: `${state}C${crash}`,
        Report_seq_no: 1,
        DOT_Number: usdot,
        Report_Date: worded(day),
      },
      ...{ Report_State: state, Fatalities: 0, Injuries: injuries, Tow_Away: 'true', seq_num: 1 },
      ...{
        Severity_Weight: injuries > 0 ? 2 : 1,
        Time_weight: day > today - 183 ? 3 : day > today - 365 ? 2 : 1,
      },
    });
  }
}

/** Writes the files of a month, and returns the USDOT numbers of its carriers. */
export async function writeIndependentMonth(
  folder: string,
  carriers: number,
  asOf: string,
): Promise<number[]> {
  const { rows, usdots } = independentMonth(carriers, asOf);
  for (const dataset of allDatasets) {
    const list = rows[dataset.name];
    if (list) await writeFile(join(folder, `${dataset.name}-${asOf}.csv`), csvOf(dataset, list));
  }
  return usdots;
}
