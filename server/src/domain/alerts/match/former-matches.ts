import { statement, type Transaction } from '../../../db/database.ts';
import type { Pairs } from './match-store.ts';
import { NO_FIRING } from './silence.ts';

/** $1 sightings that changed; $2 and $3 the pairs that fit now. Rows of a sighting are found by the summary of their ids. */
const NO_LONGER = `m.sighting_id = any($1::bigint[]) and not exists (
  select from unnest($2::int[], $3::bigint[]) as p (alert_id, sighting_id)
   where p.alert_id = m.alert_id and p.sighting_id = m.sighting_id)`;

const silence = statement(
  'alerts.match.silence-former',
  `update alert_matches m set silent_reason = 'no_longer_matches', firing_id = '${NO_FIRING}'
    where ${NO_LONGER} and m.firing_id is null`,
);

/** A sighting that became part of another one is not wrong: its image is in a match of the alert. */
const correct = statement(
  'alerts.match.correct-sent',
  `insert into match_corrections as c (alert_id, sighting_id, organization_id)
   select m.alert_id, m.sighting_id, m.organization_id from alert_matches m
    where ${NO_LONGER} and m.firing_id is not null and m.silent_reason is null
      and not exists (
        select from alert_matches other
         where other.alert_id = m.alert_id and other.sighting_id <> m.sighting_id
           and other.silent_reason is distinct from 'no_longer_matches'
           and (other.sighting->>'image_id' = m.sighting->>'image_id'
             or other.sighting->'view_image_ids' ? (m.sighting->>'image_id')))
    order by m.alert_id, m.sighting_id
   on conflict (alert_id, sighting_id) do update set is_current = true where not c.is_current`,
);

const restore = statement(
  'alerts.match.restore-sent',
  `update match_corrections c set is_current = false
     from unnest($1::int[], $2::bigint[]) as p (alert_id, sighting_id)
    where c.alert_id = p.alert_id and c.sighting_id = p.sighting_id and c.is_current`,
);

/**
 * Of sightings that changed, or that no longer exist: matches that wait and no longer fit become silent, those that were sent
 * get a follow-up.
 */
export async function settleFormerMatches(
  tx: Transaction,
  sightingIds: number[],
  { alertIds, sightingIds: matched }: Pairs,
): Promise<void> {
  if (sightingIds.length === 0) return;
  await tx.run(silence, [sightingIds, alertIds, matched]);
  await tx.run(correct, [sightingIds, alertIds, matched]);
  if (alertIds.length > 0) await tx.run(restore, [alertIds, matched]);
}
