import { COMBINATION_UNITS, INSPECTION_MARKS, IS_PEER } from '../sms-sql.ts';
import type { InputColumns } from './column-block.ts';

/** The day of an event without a date. */
export const NO_DAY = -40_000;
const KNOWN_CARRIER = 'usdot_number > 0';

/** Order: id, carrier, day, time weight × 256 + marks. */
export const inspectionColumns: InputColumns = {
  table: 'sms_inspections',
  where: KNOWN_CARRIER,
  columns: [
    { sql: 'unique_id', type: 'double' },
    { sql: 'usdot_number', type: 'integer' },
    { sql: 'insp_date', type: 'integer', absent: NO_DAY },
    { sql: `coalesce(time_weight, 0) * 256 + ${INSPECTION_MARKS}`, type: 'integer' },
  ],
};

const violation: InputColumns['columns'] = [
  { sql: 'unique_id', type: 'double' },
  { sql: 'usdot_number', type: 'integer' },
  {
    sql: 'coalesce(severity_weight, 0::smallint) + coalesce(oos_weight, 0::smallint)',
    type: 'smallint',
  },
  { sql: 'basic_desc', type: 'label' },
];

/** Order: id, carrier, weight, BASIC, whether out of service, group. Date and time weight are those of the inspection. */
export const violationColumns: InputColumns = {
  table: 'sms_violations',
  where: KNOWN_CARRIER,
  columns: [...violation, { sql: 'oos_indicator', type: 'byte' }, { sql: 'group_desc', type: 'label' }],
};

/** For a method that does not use the last two columns: reading them takes a third of the time. */
export const ungroupedViolationColumns: InputColumns = { ...violationColumns, columns: violation };

/** Order: carrier, power units, drivers, combination units. */
export const companyColumns: InputColumns = {
  table: 'company_census',
  where: KNOWN_CARRIER,
  columns: [
    { sql: 'usdot_number', type: 'integer' },
    { sql: 'power_units', type: 'integer', absent: -1 },
    { sql: 'total_drivers', type: 'integer', absent: -1 },
    { sql: COMBINATION_UNITS, type: 'double' },
  ],
};

/** Order: carrier, power units, drivers, passenger carrier, hazmat carrier, peer, miles, year of the miles. */
export const smsCensusColumns: InputColumns = {
  table: 'sms_census',
  where: KNOWN_CARRIER,
  columns: [
    { sql: 'usdot_number', type: 'integer' },
    { sql: 'power_units', type: 'integer', absent: -1 },
    { sql: 'total_drivers', type: 'integer', absent: -1 },
    { sql: 'pc_flag', type: 'byte' },
    { sql: 'hm_flag', type: 'byte' },
    { sql: IS_PEER, type: 'byte' },
    { sql: 'recent_mileage', type: 'double' },
    { sql: 'recent_mileage_year', type: 'smallint' },
  ],
};

/** The columns that an import stores, so that a run does not read the whole table. */
export const storedColumns: readonly InputColumns[] = [
  inspectionColumns,
  violationColumns,
  companyColumns,
  smsCensusColumns,
];
