import { type Database, statement } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { AlertService } from '../alert-service.ts';
import { type ActiveAlert, holds } from '../match/conditions.ts';
import { matchedForm } from '../match/feed-store.ts';
import { insertPairs, type MatchDetails, type Sighting } from '../match/match-store.ts';
import { fetchSightings } from './fetch-sightings.ts';
import { PREVIEW_LIMITS } from './preview-alert.ts';
import { isUndecided, type SearchLimits, searchRecent } from './preview-search.ts';

const MOST_SIGHTINGS = 200;
/** As wide as that of a preview, so that what the preview showed is found again, and with time for a busy database. What is found in this time is stored. */
const PATIENT_LIMITS: SearchLimits = { ...PREVIEW_LIMITS, budgetMs: 30_000 };
const HISTORY: MatchDetails = { traceparent: null, receivedAt: null, silentReason: 'history' };

const due = statement(
  'alerts.history.due',
  'select id from alerts where is_history_due and id > $1 order by id limit 1',
);
/** The next alert whose history is not stored; null if there is none. */
export async function nextHistoryDue(db: Database, afterId: number): Promise<number | null> {
  return (await db.row<{ id: number }>(due, [afterId]))?.id ?? null;
}

/** Also locks the alert, so that its history is stored once. */
const finish = statement(
  'alerts.history.finish',
  'update alerts set is_history_due = false where id = $1 and is_history_due',
);

/**
 * Stores the newest sightings of the last 30 days that fit a new alert as silent matches, so that what its preview showed is
 * in its list. Returns their number, or null if the search did not end within shorter limits: then nothing is stored. The stage
 * of alert histories does it again then, and after a crash.
 */
export async function storeHistory(
  { db, clock }: { db: Database; clock: Clock },
  id: number,
  limits = PATIENT_LIMITS,
): Promise<number | null> {
  const alert = await matchedForm(db, id);
  if (!alert) return 0;
  const now = clock.now();
  const sightings = alert.conditions.length > 0 ? await fittingSightings(db, alert, now, limits) : [];
  if (sightings === null) return null;
  return db.transaction(async (tx) => {
    if ((await tx.run(finish, [id])) === 0) return 0;
    const sightingIds = sightings.map((sighting) => sighting.id);
    if (sightingIds.length === 0) return 0;
    return insertPairs(
      tx,
      { alertIds: sightingIds.map(() => id), sightingIds },
      sightings,
      now,
      () => HISTORY,
    );
  });
}

/** Those that were decided again since they were copied: the matcher compares them with the new alert, too. */
const unmatched = statement(
  'alerts.history.unmatched',
  'select id from unmatched_sightings where id = any($1::bigint[]) and not is_matched',
);

async function fittingSightings(
  db: Database,
  alert: ActiveAlert,
  now: Date,
  limits: SearchLimits,
): Promise<Sighting[] | null> {
  const { found, isComplete } = await searchRecent(db, alert.conditions, now, limits);
  if (!isComplete && found.length < limits.most && limits !== PATIENT_LIMITS) return null;
  const undecided = alert.conditions.filter(isUndecided);
  const { from, to } = alert;
  const newest = found.filter(
    ({ view }) =>
      (from === null || view.time >= from) &&
      (to === null || view.time < to) &&
      undecided.every((condition) => holds(condition, view)),
  );
  const wanted = newest.slice(0, MOST_SIGHTINGS);
  const waiting = await db.rows<{ id: number }>(unmatched, [wanted.map(({ id }) => id)]);
  const changed = new Set(waiting.map(({ id }) => id));
  return fetchSightings(
    db,
    wanted.filter(({ id }) => !changed.has(id)),
  );
}

/**
 * The same for a create request, whose alert is stored. If too many searches are running or this one fails or takes as long as
 * a preview may, the stage does it a moment later and reports its failure.
 */
export async function storeHistoryNow(
  service: Pick<AlertService, 'db' | 'clock' | 'previews'>,
  { id, organization_id }: { id: number; organization_id: number },
): Promise<void> {
  const store = () => storeHistory(service, id, PREVIEW_LIMITS);
  await service.previews
    .run(organization_id, store, () => new Error('Too many searches are running.'))
    .catch(() => undefined);
}
