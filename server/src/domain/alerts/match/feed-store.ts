import { CRITERIA_COLUMNS, type Criteria } from '../../../contract/criteria.ts';
import { type Db, statement } from '../../../db/database.ts';
import type { MismatchRule } from '../mismatch/find-mismatches.ts';
import { type ActiveAlert, conditionsOf } from './conditions.ts';

const CRITERIA = CRITERIA_COLUMNS.map((name) => `a.${name}`).join(', ');
/** Days begin at midnight in the organization's time zone; the end is the midnight after the last day. */
const DAYS = `a.start_date::timestamp at time zone o.timezone as active_from,
  (a.end_date + 1)::timestamp at time zone o.timezone as active_to`;

/** Alerts of a disabled organization match nothing. */
const IS_ACTIVE = 'not a.disabled and o.disabled_at is null';

/** The alert of a mismatch observation has one of the two numbers as its criterion. */
const MISMATCH = `(select json_build_object('usdot', m.usdot, 'mc', m.mc, 'logos', m.logos,
    'foundBy', case when a.usdot_number <> '' then 'usdot' else 'mc' end)
  from mismatch_observations m where m.id = a.mismatch_id) as mismatch`;
const ACTIVE = `a.id, ${CRITERIA}, ${DAYS}, ${MISMATCH}`;

type ActiveRow = Criteria & {
  id: number;
  active_from: Date | null;
  active_to: Date | null;
  mismatch: MismatchRule | null;
};

function toActive(row: ActiveRow): ActiveAlert {
  const { id, active_from, active_to, mismatch } = row;
  return {
    id,
    conditions: conditionsOf(row),
    from: active_from?.getTime() ?? null,
    to: active_to?.getTime() ?? null,
    mismatch,
  };
}

const newest = statement('alerts.changes.newest', `select coalesce(max(seq), 0) as seq from alert_changes`);
export async function newestChange(db: Db): Promise<number> {
  return (await db.row<{ seq: number }>(newest))?.seq ?? 0;
}

const page = statement(
  'alerts.active.page',
  `select ${ACTIVE} from alerts a join organizations o on o.id = a.organization_id
    where a.id > $1 and ${IS_ACTIVE} order by a.id limit $2`,
);
/** The next page of active alerts, by id. */
export async function activeAlerts(db: Db, afterId: number, limit: number): Promise<ActiveAlert[]> {
  return (await db.rows<ActiveRow>(page, [afterId, limit])).map(toActive);
}

const one = statement(
  'alerts.matched-form',
  `select ${ACTIVE} from alerts a join organizations o on o.id = a.organization_id where a.id = $1`,
);
/** An alert in the form in which it is matched, also while it is disabled. */
export async function matchedForm(db: Db, id: number): Promise<ActiveAlert | null> {
  const row = await db.row<ActiveRow>(one, [id]);
  return row && toActive(row);
}

const changes = statement(
  'alerts.changes.after',
  `select c.alert_id, c.seq, c.changes, (select min(seq) from alert_changes) as first, ${ACTIVE}
     from (select alert_id, max(seq) as seq, count(*) as changes
             from (select alert_id, seq from alert_changes where seq > $1 order by seq limit $2) p
            group by alert_id) c
     left join (alerts a join organizations o on o.id = a.organization_id)
       on a.id = c.alert_id and ${IS_ACTIVE}`,
);
export type Changes = {
  /** Number of log rows that were read. */
  read: number;
  /** The newest row that was read, and the oldest row still in the log. */
  last: number;
  first: number;
  put: ActiveAlert[];
  remove: number[];
};
type ChangeRow = { alert_id: number; seq: number; changes: number; first: number } & (
  | ActiveRow
  | { id: null }
);

/** The alerts that changed after a position in the log, in their current state. */
export async function changesAfter(db: Db, position: number, limit: number): Promise<Changes> {
  const rows = await db.rows<ChangeRow>(changes, [position, limit]);
  const found: Changes = { read: 0, last: position, first: rows[0]?.first ?? 0, put: [], remove: [] };
  for (const row of rows) {
    found.read += row.changes;
    found.last = Math.max(found.last, row.seq);
    if (row.id === null) found.remove.push(row.alert_id);
    else found.put.push(toActive(row));
  }
  return found;
}

const prune = statement(
  'alerts.changes.prune',
  `delete from alert_changes where changed_at < now() - interval '1 day'
     and seq < (select max(seq) from alert_changes)`,
);
/** Deletes old changes. The newest stays: it lets a lagging worker detect a gap. */
export function pruneChanges(db: Db): Promise<number> {
  return db.run(prune);
}
