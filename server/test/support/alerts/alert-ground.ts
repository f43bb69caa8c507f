import { CRITERIA_COLUMNS, type Criteria, NO_CRITERIA } from '../../../src/contract/criteria.ts';
import type { Database } from '../../../src/db/database.ts';
import {
  type ActiveAlert,
  conditionsOf,
  matchesPlainly,
} from '../../../src/domain/alerts/match/conditions.ts';
import { type SightingFields, sightingView } from '../../../src/domain/alerts/match/sighting-view.ts';
import { createOrganization } from '../../../src/domain/identity/manage-organizations.ts';
import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { findObservation } from '../../../src/domain/observations/find-observation.ts';
import type { Observation, ObservationKey } from '../../../src/domain/observations/observation.ts';
import { recordSightings } from '../../../src/domain/observations/record-sightings.ts';
import { waitingObservations } from '../../../src/domain/observations/unmatched.ts';
import { writeWaiting } from '../observations/write-waiting.ts';

export async function organization(db: Database, timezone = 'America/Chicago'): Promise<number> {
  return (await createOrganization(db, { name: 'Ground', kind: 'broker', timezone })).organization_id;
}

/** Many alerts in one statement; their ids in the order given. */
export async function insertAlerts(
  db: Pick<Database, 'pool'>,
  organizationId: number,
  criteria: Criteria[],
  alertType = 'hot',
): Promise<number[]> {
  const rows = criteria.map((one, n) => ({ n, ...one }));
  const names = Object.keys(criteria[0] ?? {});
  const types = CRITERIA_COLUMNS.map(
    (name) => `${name} ${typeof NO_CRITERIA[name] === 'boolean' ? 'boolean' : 'text'}`,
  );
  const { rows: made } = await db.pool.query(
    `with given as (select * from json_to_recordset($2) as r (n int, ${types.join(', ')}))
     insert into alerts (organization_id, email, alert_type, disabled, alert_name, ${names.join(', ')})
     select $1, 'desk@example.com', $3, false, 'Alert ' || n, ${names.join(', ')} from given order by n returning id`,
    [organizationId, JSON.stringify(rows), alertType],
  );
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

/** Recorded as recognition records them, with their observations; the keys in the order given. */
export async function insertSightings(
  ...recorded: Parameters<typeof queueSightings>
): Promise<ObservationKey[]> {
  const keys = await queueSightings(...recorded);
  await writeWaiting(
    recorded[0],
    keys.map(({ id }) => id),
  );
  return keys;
}

/** The same without their observations, which a worker writes. */
export async function queueSightings(
  db: Database,
  organizationId: number,
  sightings: SightingFields[],
): Promise<ObservationKey[]> {
  await ensureMonths(
    db,
    sightings.map((sighting) => sighting.time_captured),
  );
  const keys: ObservationKey[] = [];
  for (let from = 0; from < sightings.length; from += 2_000) {
    const batch = sightings.slice(from, from + 2_000).map((sighting) => ({ ...sighting, organizationId }));
    keys.push(...(await db.transaction((tx) => recordSightings(tx, batch))));
  }
  return keys;
}

/** Decides a sighting again without a new image. */
export async function reviseSighting(
  db: Database,
  organizationId: number,
  key: ObservationKey,
  changes: Partial<SightingFields>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = await waitingObservations(tx, [key.id]);
    const { type: _, ...observation } = (waiting.get(key.id) ??
      (await findObservation(tx, key))) as Observation;
    await recordSightings(tx, [{ ...observation, ...changes, organizationId, former: key }]);
  });
  await writeWaiting(db, [key.id]);
}

export const pairName = (alertId: number, sightingId: number) => `${alertId}:${sightingId}`;

/** The pairs there must be, by the plain reference. */
export function expectedPairs(
  alerts: { id: number; criteria: Criteria }[],
  sightings: { id: number; fields: SightingFields }[],
): string[] {
  const active: ActiveAlert[] = alerts.map(({ id, criteria }) => ({
    id,
    conditions: conditionsOf(criteria),
    from: null,
    to: null,
  }));
  const pairs: string[] = [];
  for (const { id, fields } of sightings) {
    const view = sightingView(fields);
    for (const alert of active) if (matchesPlainly(alert, view)) pairs.push(pairName(alert.id, id));
  }
  return pairs.sort();
}

/** The pairs there are. A pair twice would be in the list twice. */
export async function writtenPairs(db: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await db.pool.query('select alert_id, sighting_id from alert_matches');
  return rows.map((row) => pairName(row.alert_id, row.sighting_id)).sort();
}
