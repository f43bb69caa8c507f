import { type Db, statement } from '../../db/database.ts';
import type { CategoryId } from './sms/categories.ts';
import { BASIC_BY_LETTERS } from './sms/method-current.ts';

export type WeighedViolation = {
  /** Names the violation: inspection and place in the file of the month. */
  violation_id: string;
  date: string;
  report_number: string;
  report_state: string;
  code: string;
  description: string;
  group: string;
  /** Null for a text that SMS does not know. */
  basic: CategoryId | null;
  severity_weight: number;
  oos_weight: number;
  time_weight: number;
  /** (severity + out of service) × time. */
  total_weight: number;
  out_of_service: boolean;
  /** D driver, C co-driver, 1 and 2 the units. */
  unit: string;
  vin: string;
  license_plate: string;
  license_state: string;
};

/** A driver's violation stands with the power unit. One range of each primary key. */
const violations = statement(
  'safety.violations',
  `select v.unique_id || '-' || v.row_no as violation_id, v.insp_date as date,
     coalesce(i.report_number, '') as report_number, coalesce(i.report_state, '') as report_state,
     coalesce(v.viol_code, '') as code, coalesce(v.section_desc, '') as description,
     coalesce(v.group_desc, '') as "group", coalesce(v.basic_desc, '') as basic,
     coalesce(v.severity_weight, 0) as severity_weight, coalesce(v.oos_weight, 0) as oos_weight,
     coalesce(v.time_weight, 0) as time_weight, coalesce(v.oos_indicator, false) as out_of_service,
     coalesce(v.viol_unit, '') as unit,
     coalesce(case v.viol_unit when '2' then i.vin2 else i.vin end, '') as vin,
     coalesce(case v.viol_unit when '2' then i.unit_license2 else i.unit_license end, '') as license_plate,
     coalesce(case v.viol_unit when '2' then i.unit_license_state2 else i.unit_license_state end, '')
       as license_state
   from sms_violations v
   left join sms_inspections i on i.usdot_number = v.usdot_number and i.unique_id = v.unique_id
   where v.usdot_number = $1
   order by v.insp_date desc, v.unique_id desc, v.row_no`,
);

type Row = Omit<WeighedViolation, 'basic' | 'total_weight'> & { basic: string };

/** Every violation that the SMS month holds of a carrier, the newest first, with the weights it counts with. */
export async function violationsWithWeights(db: Db, usdotNumber: number): Promise<WeighedViolation[]> {
  const rows = await db.rows<Row>(violations, [usdotNumber]);
  return rows.map((row) => ({
    ...row,
    basic: BASIC_BY_LETTERS[row.basic.slice(0, 2).toUpperCase()] ?? null,
    total_weight: (row.severity_weight + row.oos_weight) * row.time_weight,
  }));
}
