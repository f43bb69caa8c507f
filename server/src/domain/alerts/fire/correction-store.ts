import { type Db, statement } from '../../../db/database.ts';
import type { FiredAlert, FiredMatch } from '../../notifications/firing.ts';
import { keptSighting } from '../match/kept-sighting.ts';
import { FIRED } from './fire-store.ts';

type Row = { match_id: number; matched_at: Date; sighting: unknown };

const toMatch = ({ match_id, matched_at, sighting }: Row): FiredMatch => ({
  ...{ match_id, matched_at },
  sighting: keptSighting(sighting),
});

/** Few rows: those of one alert in the primary key. */
const take = statement(
  'alerts.corrections.mailed',
  `update match_corrections c set mailed_at = $2 from alert_matches m
    where c.alert_id = $1 and c.mailed_at is null and c.is_current
      and m.alert_id = c.alert_id and m.sighting_id = c.sighting_id
   returning m.match_id, m.matched_at, m.sighting`,
);

/** The matches that an email sent and that no longer hold. Each is named in one email. */
export async function takeCorrections(db: Db, alertId: number, now: Date): Promise<FiredMatch[]> {
  return (await db.rows<Row>(take, [alertId, now])).map(toMatch);
}

/** Skips disabled organizations. A match that is valid again is not marked as followed up, because it may be corrected again. */
const due = statement(
  'alerts.corrections.due',
  `with due as (
     select c.alert_id, c.sighting_id from match_corrections c
      where c.followed_up_at is null and c.is_current order by c.corrected_at limit $2 for no key update skip locked
   ), taken as (
     update match_corrections c set followed_up_at = $1 from due
      where c.alert_id = due.alert_id and c.sighting_id = due.sighting_id returning c.alert_id, c.sighting_id
   )
   select a.id, a.alert_type, ${FIRED}, m.match_id, m.matched_at, m.sighting
     from taken t join alert_matches m on m.alert_id = t.alert_id and m.sighting_id = t.sighting_id
     join alerts a on a.id = t.alert_id join organizations o on o.id = a.organization_id
    where o.disabled_at is null order by a.id, m.match_id`,
);

/** Takes matches that were sent, no longer hold and have no follow-up yet, by alert. */
export async function takeDueFollowUps(
  db: Db,
  now: Date,
  most: number,
): Promise<{ alert: FiredAlert; matches: FiredMatch[] }[]> {
  type DueRow = Row & Omit<FiredAlert, 'organizationId'> & { organization_id: number };
  const rows = await db.rows<DueRow>(due, [now, most]);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((ofAlert) => {
    const {
      organization_id: organizationId,
      match_id: _,
      matched_at: __,
      sighting: ___,
      ...alert
    } = ofAlert[0] as DueRow;
    return { alert: { ...alert, organizationId }, matches: ofAlert.map(toMatch) };
  });
}
