import { type Db, statement } from '../../db/database.ts';
import { type SeverityBucket, violationBucket } from '../safety/rates/severity-buckets.ts';
import { violationRows } from './records/violations.ts';
import { WINDOW_END, WINDOW_START } from './records/window.ts';

export type ViolationRow = {
  insp_date: string;
  report_number: string | null;
  state: string | null;
  code: string | null;
  description: string | null;
  basic: string | null;
  violation_group: string | null;
  severity_weight: number;
  time_weight: number | null;
  oos_weight: number;
  out_of_service: boolean;
  unit: string | null;
  vin: string | null;
  plate: string | null;
  plate_state: string | null;
};

/** $1 carrier, $2 the day asked for or null. A few µs for each of the carrier's violations. */
const inTheWindow = statement(
  'profile.violations',
  `with ${violationRows(WINDOW_START, WINDOW_END)}
   select insp_date, report_number, state, code, description, basic, violation_group, severity_weight, time_weight,
     oos_weight, out_of_service, unit, vin, plate, plate_state
   from violated order by insp_date desc, record_id, code`,
);

/** Every violation of the window, the newest first. */
export function readViolations(db: Db, usdotNumber: number, asOf: string | null): Promise<ViolationRow[]> {
  return db.rows<ViolationRow>(inTheWindow, [usdotNumber, asOf]);
}

export function bucketOf({ code, severity_weight, out_of_service }: ViolationRow): SeverityBucket {
  return violationBucket({
    code: code ?? '',
    severityWeight: severity_weight,
    outOfService: out_of_service,
  });
}
