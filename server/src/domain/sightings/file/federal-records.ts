import { type Db, statement } from '../../../db/database.ts';
import { vinRecords } from '../../carriers/profile/vin-records.ts';

type Inspection = {
  date: string;
  usdot_number: string;
  report_number: string;
  state: string;
  plate_number: string;
  plate_state: string;
};
type Crash = Pick<Inspection, 'date' | 'usdot_number' | 'report_number' | 'state'>;
export type FederalRecords = { inspections: Inspection[]; crashes: Crash[] };

const MAX_INSPECTIONS = 200;
/** Each inspection once, although it may be in both files. $1 the plate, $2 its state. */
const byPlate = statement(
  'vehicle-file.inspections-by-plate',
  `select distinct on (insp_date, report_state, report_number) insp_date::text as date, usdot_number::text as usdot_number,
     coalesce(report_number, '') as report_number, coalesce(report_state, '') as state, $1::text as plate_number,
     $2::text as plate_state
   from (
     (select i.usdot_number, i.insp_date, i.report_state, bare_report(i.report_state, i.report_number) as report_number
        from inspection_units u join inspections i using (inspection_id)
       where u.unit_license is not null and plain_plate(u.unit_license) = $1 and u.unit_license_state = $2
       limit ${MAX_INSPECTIONS})
     union all
     (select usdot_number, insp_date, report_state, bare_report(report_state, report_number) from sms_inspections
       where unit_license is not null and plain_plate(unit_license) = $1 and unit_license_state = $2
       limit ${MAX_INSPECTIONS})) found
   order by insp_date desc, report_state, report_number`,
);

export function recordsOfPlate(db: Db, plate: string, state: string): Promise<FederalRecords['inspections']> {
  return db.rows(byPlate, [plate, state]);
}

/** Inspections and crashes up to a day. */
export async function recordsOfVin(db: Db, vin: string, today: string): Promise<FederalRecords> {
  const found = await db.row<FederalRecords>(vinRecords, [vin, today, '[]']);
  return found ?? { inspections: [], crashes: [] };
}
