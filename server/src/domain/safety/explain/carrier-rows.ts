import { type Db, statement } from '../../../db/database.ts';

export type InspectionRow = {
  unique_id: number;
  report_number: string;
  report_state: string;
  date: string | null;
  level: number | null;
  time_weight: number;
  /** The six marks of the file, as bits in the order of the categories. */
  relevant: number;
};

const inspections = statement(
  'safety.explain.inspections',
  `select unique_id, coalesce(report_number, '') as report_number, coalesce(report_state, '') as report_state,
     insp_date as date, insp_level_id as level, coalesce(time_weight, 0) as time_weight,
     unsafe_insp::int + 2 * fatigued_insp::int + 4 * dr_fitness_insp::int + 8 * subt_alcohol_insp::int
       + 16 * vh_maint_insp::int + 32 * hm_insp::int as relevant
   from sms_inspections where usdot_number = $1 order by insp_date desc, unique_id desc`,
);

export type ViolationRow = {
  unique_id: number;
  violation_id: string;
  date: string | null;
  code: string;
  description: string;
  group: string;
  basic: string;
  severity_weight: number;
  oos_weight: number;
  time_weight: number;
  out_of_service: boolean;
  unit: string;
};

const violations = statement(
  'safety.explain.violations',
  `select unique_id, unique_id || '-' || row_no as violation_id, insp_date as date, coalesce(viol_code, '') as code,
     coalesce(section_desc, '') as description, coalesce(group_desc, '') as "group",
     coalesce(basic_desc, '') as basic, coalesce(severity_weight, 0) as severity_weight,
     coalesce(oos_weight, 0) as oos_weight, coalesce(time_weight, 0) as time_weight,
     coalesce(oos_indicator, false) as out_of_service, coalesce(viol_unit, '') as unit
   from sms_violations where usdot_number = $1 order by unique_id desc, row_no`,
);

export type CrashRow = {
  report_state: string;
  report_number: string;
  date: string | null;
  time_weight: number;
  severity: number;
};

/** As the run counts them: by report, without those found not preventable. */
const crashes = statement(
  'safety.explain.crashes',
  `select report_state, report_number, max(report_date) as date, coalesce(max(time_weight), 0) as time_weight,
     max(case when fatalities > 0 or injuries > 0 then 2 else 1 end)
       + max(case when hazmat_released then 1 else 0 end) as severity
   from sms_crashes where usdot_number = $1 and not coalesce(not_preventable, false)
   group by report_state, report_number order by 3 desc, 1, 2`,
);

export type CarrierFacts = {
  is_known: boolean;
  power_units: number | null;
  drivers: number | null;
  pc_flag: boolean | null;
  hm_flag: boolean | null;
  recent_mileage: number | null;
  recent_mileage_year: number | null;
  census_power_units: number | null;
  combination_units: number;
};

const facts = statement(
  'safety.explain.facts',
  `select s.usdot_number is not null or c.usdot_number is not null as is_known,
     coalesce(s.power_units, c.power_units) as power_units, coalesce(s.total_drivers, c.total_drivers) as drivers,
     s.pc_flag, s.hm_flag, s.recent_mileage, s.recent_mileage_year, c.power_units as census_power_units,
     coalesce(c.owned_tractors, 0) + coalesce(c.owned_coaches, 0) + coalesce(c.term_leased_tractors, 0)
       + coalesce(c.term_leased_coaches, 0) + coalesce(c.trip_leased_tractors, 0)
       + coalesce(c.trip_leased_coaches, 0) as combination_units
   from (select $1::integer as usdot_number) k
   left join sms_census s using (usdot_number) left join company_census c using (usdot_number)`,
);

export type SnapshotRow = { date: string; power_units: number };

const snapshots = statement(
  'safety.explain.snapshots',
  `select snapshot_date as date, power_units from carrier_snapshots
   where usdot_number = $1 and source = 'sms-census' and snapshot_date <= $2 and power_units is not null`,
);

export type CarrierRows = {
  inspections: InspectionRow[];
  violations: ViolationRow[];
  crashes: CrashRow[];
  facts: CarrierFacts;
  snapshots: SnapshotRow[];
};

/** All that a run reads of one carrier: five ranges of primary keys. */
export async function carrierRows(db: Db, usdotNumber: number, asOf: string): Promise<CarrierRows> {
  const [known, listed, rows, crashed, archived] = await Promise.all([
    db.row<CarrierFacts>(facts, [usdotNumber]),
    db.rows<InspectionRow>(inspections, [usdotNumber]),
    db.rows<ViolationRow>(violations, [usdotNumber]),
    db.rows<CrashRow>(crashes, [usdotNumber]),
    db.rows<SnapshotRow>(snapshots, [usdotNumber, asOf]),
  ]);
  if (!known) throw new Error('the statement returned no row');
  return {
    inspections: [...listed, ...unlisted(listed, rows)],
    violations: rows,
    crashes: crashed,
    facts: known,
    snapshots: archived,
  };
}

/** Violations tell of inspections that the other file may lack; the run counts those too. */
function unlisted(listed: InspectionRow[], violations: ViolationRow[]): InspectionRow[] {
  const known = new Set(listed.map(({ unique_id }) => unique_id));
  const missing = new Map<number, InspectionRow>();
  for (const { unique_id, date, time_weight } of violations)
    if (!known.has(unique_id))
      missing.set(unique_id, {
        ...{ unique_id, report_number: '', report_state: '', level: null, relevant: 0 },
        ...{ date, time_weight },
      });
  return [...missing.values()];
}
