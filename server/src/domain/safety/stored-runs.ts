import { CATEGORIES, type CategoryId, type MethodId } from '../../contract/scores.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { type Db, readRow, statement } from '../../db/database.ts';
import { isKnownOutOfService } from '../federal/out-of-service.ts';
import { categoryIndex } from './sms/categories.ts';

export type RunRow = {
  id: number;
  method: MethodId;
  version: string;
  as_of: string;
  inputs: Record<string, { as_of: string; content_hash: string }>;
  notes: string[];
  carriers: number;
  ranked: number;
  seconds: number;
  created_at: Date;
};

const RUN = `id, method, version, as_of, inputs, notes, carriers, ranked, seconds, created_at`;

const latest = statement(
  'safety.latest-run',
  `select ${RUN} from safety_runs where method = $1 and as_of <= coalesce($2::date, 'infinity')
   order by month desc limit 1`,
);
export function latestRun(db: Db, method: MethodId, asOf: string | null = null): Promise<RunRow | null> {
  return db.row<RunRow>(latest, [method, asOf]);
}

const list = statement(
  'safety.list-runs',
  `select ${RUN} from safety_runs where method = $1 order by month desc`,
);
export function listRuns(db: Db, method: MethodId): Promise<RunRow[]> {
  return db.rows<RunRow>(list, [method]);
}

const newest = statement(
  'safety.newest-runs',
  `select method, max(created_at) as created_at from safety_runs group by method`,
);
/** When each method was last run. */
export function newestRuns(db: Db): Promise<{ method: MethodId; created_at: Date }[]> {
  return db.rows<{ method: MethodId; created_at: Date }>(newest);
}

/** A lock on one 64-bit number is listed with its lower half in objid and objsubid 1. */
const running = statement(
  'safety.is-running',
  `select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LOCKS.runScores}
     and objsubid = 1 and granted
     and database = (select oid from pg_database where datname = current_database())) as is_running`,
);
/** Whether a run is in progress in any process. */
export async function isScoring(db: Db): Promise<boolean> {
  return (await db.row<{ is_running: boolean }>(running))?.is_running ?? false;
}

/** A row of safety_scores, with its columns per category. */
export type ScoreRow = {
  inspections: number | null;
  average_power_units: number | null;
  iss_score: number;
  iss_group: number;
  alerts: number;
  acute: number;
  carrier_type: number;
  segment: number;
  unit_months: number;
} & Record<`${CategoryId}_${'measure' | 'relevant' | 'with_violation' | 'violations'}`, number | null> &
  Record<`${CategoryId}_${'percentile' | 'group'}`, number | null>;

const one = statement('safety.scores', `select * from safety_scores where usdot_number = $1 and run_id = $2`);
export function scoresOf(db: Db, usdotNumber: number, runId: number): Promise<ScoreRow | null> {
  return db.row<ScoreRow>(one, [usdotNumber, runId]);
}

const months = statement(
  'safety.score-months',
  `select r.as_of as run_date, r.version, r.inputs, to_json(s) as row,
     ${isKnownOutOfService('r.as_of')} as is_out_of_service
   from safety_runs r
   join safety_scores s on s.usdot_number = $1 and s.run_id = r.id
   where r.method = $2 and r.as_of <= coalesce($4::date, 'infinity')
   order by r.month desc limit $3`,
);
type ScoreMonth = Pick<RunRow, 'version' | 'inputs'> & {
  run_date: string;
  row: ScoreRow;
  is_out_of_service: boolean | null;
};

/** The row of a carrier in each stored run up to a day, newest first. One index lookup in each run's partition. */
export function scoreMonths(
  db: Db,
  usdotNumber: number,
  { method, count, asOf }: { method: MethodId; count: number; asOf: string | null },
): Promise<ScoreMonth[]> {
  return db.rows<ScoreMonth>(months, [usdotNumber, method, count, asOf]);
}

export type GroupRow = {
  category: number;
  peer_group: number;
  carriers: number;
  median_measure: number;
  median_events: number;
};

const groups = statement(
  'safety.groups',
  `select category, peer_group, carriers, median_measure, median_events from safety_groups where run_id = $1`,
);
export function groupsOf(db: Db, runId: number): Promise<GroupRow[]> {
  return db.rows<GroupRow>(groups, [runId]);
}

export function findGroup(rows: GroupRow[], id: CategoryId, group: number | null): GroupRow | undefined {
  return rows.find(({ category, peer_group }) => category === categoryIndex(id) && peer_group === group);
}

export type ScorePoint = {
  run_date: string;
  measure: number | null;
  percentile: number | null;
  group: number | null;
  /** Median and size of the carrier's peer group in that run. */
  group_median: number | null;
  group_carriers: number | null;
};

/** One statement per category: a column name cannot be a parameter. One index lookup in each run's partition. */
const histories = CATEGORIES.map((id) =>
  statement(
    `safety.history.${id}`,
    `select r.as_of as run_date, s.${id}_measure as measure, s.${id}_percentile as percentile,
       s.${id}_group as "group", g.median_measure as group_median, g.carriers as group_carriers
     from safety_runs r
     join safety_scores s on s.usdot_number = $1 and s.run_id = r.id
     left join safety_groups g on g.run_id = r.id and g.category = ${categoryIndex(id)} and g.peer_group = s.${id}_group
     where r.method = $2 and r.as_of <= coalesce($4::date, 'infinity')
     order by r.month desc limit $3`,
  ),
);

/** One category of a carrier in each stored run up to a day, newest first. */
export function historyOf(
  db: Db,
  usdotNumber: number,
  category: CategoryId,
  { method, months, asOf }: { method: MethodId; months: number; asOf: string | null },
): Promise<ScorePoint[]> {
  const statement = histories[categoryIndex(category)];
  if (!statement) return Promise.resolve([]);
  return db.rows<ScorePoint>(statement, [usdotNumber, method, months, asOf]);
}

type SizeRow = {
  power_units: number | null;
  drivers: number | null;
  /** Null while the list of orders is not loaded. */
  is_out_of_service: boolean | null;
};

/** The SMS census takes precedence; carriers that it lacks are in the daily census. */
const size = statement(
  'safety.size',
  `select coalesce(s.power_units, c.power_units, 0) as power_units,
     coalesce(s.total_drivers, c.total_drivers, 0) as drivers, ${isKnownOutOfService('$2::date')} as is_out_of_service
   from (select $1::integer as usdot_number) k
   left join sms_census s using (usdot_number) left join company_census c using (usdot_number)`,
);
/** The archived counts of a day, else those of the current form if it was filed by then. */
const sizeOn = statement(
  'safety.size-on',
  `select coalesce(a.power_units, case when now.mcs150_date <= $2 then now.power_units end) as power_units,
     coalesce(a.drivers, case when now.mcs150_date <= $2 then now.drivers end) as drivers,
     ${isKnownOutOfService('$2::date')} as is_out_of_service
   from (select $1::integer as usdot_number) k
   left join lateral (select power_units, drivers from carrier_snapshots
     where usdot_number = $1 and snapshot_date <= $2
     order by source = 'sms-census' desc, snapshot_date desc limit 1) a on true
   left join lateral (select coalesce(s.power_units, c.power_units) as power_units,
       coalesce(s.total_drivers, c.total_drivers) as drivers, coalesce(s.mcs150_date, c.mcs150_date) as mcs150_date
     from (select) one left join sms_census s on s.usdot_number = $1
     left join company_census c on c.usdot_number = $1) now on true`,
);

/** What decides the ISS score of a carrier without inspections, on a day; the counts are null if they are unknown. */
export function sizeOf(
  db: Db,
  usdotNumber: number,
  { day, isPast }: { day: string; isPast: boolean },
): Promise<SizeRow> {
  return readRow<SizeRow>(db, isPast ? sizeOn : size, [usdotNumber, day]);
}
