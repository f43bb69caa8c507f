import type { ScoreExplanation } from '../../../contract/scores.ts';
import { type Db, readRow, statement } from '../../../db/database.ts';
import { CRASH_WEIGHT_SQL } from '../severity.ts';
import type { Charge, Method } from '../sms/method.ts';
import { dayNumber, NO_DAY, type TimeWeight } from '../sms/time-weight.ts';
import { COMBINATION_UNITS, INSPECTION_MARKS, IS_COUNTED_CRASH, IS_PEER } from '../sms-sql.ts';

type InspectionRow = {
  unique_id: number;
  report_number: string;
  report_state: string;
  date: string | null;
  level: number | null;
  time_weight: number;
  /** INSPECTION_MARKS. */
  relevant: number;
};

const INSPECTIONS = `select unique_id, coalesce(report_number, '') as report_number, coalesce(report_state, '') as report_state,
     insp_date as date, insp_level_id as level, coalesce(time_weight, 0) as time_weight, ${INSPECTION_MARKS} as relevant
   from sms_inspections where usdot_number = $1`;
const INSPECTION_ORDER = 'order by insp_date desc, unique_id desc';
const inspections = statement('safety.explain.inspections', `${INSPECTIONS} ${INSPECTION_ORDER}`);
const someInspections = statement(
  'safety.explain.some-inspections',
  `${INSPECTIONS} and unique_id = any($2::bigint[]) ${INSPECTION_ORDER}`,
);

type Events = ScoreExplanation['basics'][number]['events'];
type ViolationRow = Omit<Events['inspections'][number]['violations'][number], 'weight'> & {
  unique_id: number;
  date: string | null;
  basic: string;
  time_weight: number;
};

const VIOLATIONS = `select unique_id, unique_id || '-' || row_no as violation_id, insp_date as date, coalesce(viol_code, '') as code,
     coalesce(section_desc, '') as description, coalesce(group_desc, '') as "group",
     coalesce(basic_desc, '') as basic, coalesce(severity_weight, 0) as severity_weight,
     coalesce(oos_weight, 0) as oos_weight, coalesce(time_weight, 0) as time_weight,
     coalesce(oos_indicator, false) as out_of_service, coalesce(viol_unit, '') as unit
   from sms_violations where usdot_number = $1`;
const VIOLATION_ORDER = 'order by unique_id desc, row_no';
const violations = statement('safety.explain.violations', `${VIOLATIONS} ${VIOLATION_ORDER}`);
const someViolations = statement(
  'safety.explain.some-violations',
  `${VIOLATIONS} and unique_id = any($2::bigint[]) ${VIOLATION_ORDER}`,
);

type CrashRow = Omit<Events['crashes'][number], 'points'>;

const crashes = statement(
  'safety.explain.crashes',
  `select report_state, report_number, max(report_date) as date, coalesce(max(time_weight), 0) as time_weight,
     ${CRASH_WEIGHT_SQL} as severity
   from sms_crashes where usdot_number = $1 and ${IS_COUNTED_CRASH}
   group by report_state, report_number order by 3 desc, 1, 2`,
);

type CensusFigures = {
  is_known: boolean;
  power_units: number | null;
  drivers: number | null;
  is_peer: boolean;
  pc_flag: boolean | null;
  hm_flag: boolean | null;
  recent_mileage: number | null;
  recent_mileage_year: number | null;
  census_power_units: number | null;
  combination_units: number;
};

const census = statement(
  'safety.explain.census',
  `select s.usdot_number is not null or c.usdot_number is not null as is_known,
     coalesce(s.power_units, c.power_units) as power_units, coalesce(s.total_drivers, c.total_drivers) as drivers,
     coalesce(s.is_peer, false) as is_peer, s.pc_flag, s.hm_flag, s.recent_mileage, s.recent_mileage_year, c.power_units as census_power_units,
     ${COMBINATION_UNITS} as combination_units
   from (select $1::integer as usdot_number) k
   left join (select *, ${IS_PEER} as is_peer from sms_census) s using (usdot_number)
   left join company_census c using (usdot_number)`,
);

type SnapshotRow = { date: string; power_units: number };

const snapshots = statement(
  'safety.explain.snapshots',
  `select snapshot_date as date, power_units from carrier_snapshots
   where usdot_number = $1 and source = 'sms-census' and snapshot_date <= $2 and power_units is not null`,
);

export type CarrierSize = { census: CensusFigures; snapshots: SnapshotRow[] };

export async function carrierSize(db: Db, usdotNumber: number, asOf: string): Promise<CarrierSize> {
  const [figures, archived] = await Promise.all([
    readRow<CensusFigures>(db, census, [usdotNumber]),
    db.rows<SnapshotRow>(snapshots, [usdotNumber, asOf]),
  ]);
  return { census: figures, snapshots: archived };
}

export type CarrierRows = { inspections: InspectionRow[]; violations: ViolationRow[]; crashes: CrashRow[] };

/** All events of one carrier with their texts: three primary key ranges. */
export async function carrierRows(db: Db, usdotNumber: number): Promise<CarrierRows> {
  const [listed, found, crashed] = await Promise.all([
    db.rows<InspectionRow>(inspections, [usdotNumber]),
    db.rows<ViolationRow>(violations, [usdotNumber]),
    db.rows<CrashRow>(crashes, [usdotNumber]),
  ]);
  return {
    inspections: [...listed, ...unlistedInspections(listed, found)],
    violations: found,
    crashes: crashed,
  };
}

/** Some inspections of one carrier with their violations, and no crashes. */
export async function inspectionRows(db: Db, usdotNumber: number, ids: number[]): Promise<CarrierRows> {
  const [listed, found] = await Promise.all([
    db.rows<InspectionRow>(someInspections, [usdotNumber, ids]),
    db.rows<ViolationRow>(someViolations, [usdotNumber, ids]),
  ]);
  return {
    inspections: [...listed, ...unlistedInspections(listed, found)],
    violations: found,
    crashes: [],
  };
}

/** Inspections that are only in the violation file. The run counts them too. */
function unlistedInspections(listed: InspectionRow[], violations: ViolationRow[]): InspectionRow[] {
  const known = new Set(listed.map(({ unique_id }) => unique_id));
  const missing = new Map<number, InspectionRow>();
  for (const { unique_id, date, time_weight } of violations)
    if (!known.has(unique_id))
      missing.set(unique_id, {
        unique_id,
        report_number: '',
        report_state: '',
        date,
        level: null,
        time_weight,
        relevant: 0,
      });
  return [...missing.values()];
}

type Weighted<Row> = Row & { day: number; weight: number };

export type WeightedRows = {
  inspections: Weighted<InspectionRow>[];
  violations: Weighted<ViolationRow & { charge: Charge }>[];
  crashes: Weighted<CrashRow>[];
};

/** Adds day, time weight and charge to each row. If `timeWeight` is null, the weights of the files are used. */
export function weightRows(method: Method, timeWeight: TimeWeight | null, rows: CarrierRows): WeightedRows {
  const days = new Map<string, number>();
  // Cached: a thousand rows have only a few hundred different days.
  const dayOf = (date: string | null) => {
    if (date === null) return NO_DAY;
    const day = days.get(date) ?? dayNumber(date);
    days.set(date, day);
    return day;
  };
  const weighted = <Row extends { date: string | null; time_weight: number }>(row: Row): Weighted<Row> => {
    const day = dayOf(row.date);
    return { ...row, day, weight: timeWeight ? timeWeight(day) : row.time_weight };
  };
  return {
    inspections: rows.inspections.map(weighted),
    violations: rows.violations.map((row) => weighted({ ...row, charge: chargeOf(method, row) })),
    crashes: rows.crashes.map(weighted),
  };
}

function chargeOf(method: Method, row: ViolationRow): Charge {
  return method.charge({
    basic: row.basic,
    group: row.group,
    code: row.code,
    severityWeight: row.severity_weight,
    outOfServiceWeight: row.oos_weight,
    isOutOfService: row.out_of_service,
  });
}
