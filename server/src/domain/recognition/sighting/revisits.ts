import { WorkQueue } from '../../../db/claim.ts';
import { statement, type Transaction } from '../../../db/database.ts';
import type { EvidenceOf } from './evidence.ts';

export type Revisit = { key: number };

export const REVISITED_DAYS = 90;
/** One sighting of High sends no more than this many others for another look. */
const MOST = 200;

/** Sightings that better evidence may change. */
export function revisitQueue(): WorkQueue<Revisit> {
  return new WorkQueue<Revisit>({
    table: 'revisits',
    key: 'sighting_id',
    keyType: 'bigint',
    columns: 'sighting_id',
    finished: 'delete',
    leaseMs: 30_000,
    maxAttempts: 5,
    backoffMs: (attempt) => Math.min(1_000 * 4 ** (attempt - 1), 300_000),
  });
}

/** Whoever is looking at one of them just now looks again: what he knows is not the newest. */
export const LOOK_AGAIN = `on conflict (sighting_id) do update set due_at = now(), attempts = 0, lease_id = null,
  failure = null, died_at = null`;

/** Those of the last 90 days that bear the same and lack what this one says: a few index ranges. */
const enqueueKin = statement(
  'revisits.enqueue-kin',
  `insert into revisits (sighting_id, organization_id)
   select s.id, s.organization_id from sightings s where s.id in (
     select e.sighting_id from unnest($1::text[], $2::text[]) as b(kind, value)
       join vehicle_evidence e on e.kind = b.kind and e.value = b.value
     where e.seen_at > now() - ${REVISITED_DAYS} * interval '1 day' and e.sighting_id <> $3
       and ((e.usdot_number = 0 and $4::bigint <> 0) or (e.vin = '' and $5 <> '') or (e.cab_number = '' and $6 <> '')
         or (e.logo = '' and $7 <> '') or (e.equipment_type = '' and $8 <> ''))
     order by e.seen_at desc limit ${MOST})
   order by s.id ${LOOK_AGAIN}`,
);

/** Gives how many were sent for another look. */
export function revisitKin(
  tx: Transaction,
  sightingId: number,
  { bears, says }: EvidenceOf,
): Promise<number> {
  return tx.run(enqueueKin, [
    bears.map(({ kind }) => kind),
    bears.map(({ value }) => value),
    ...[sightingId, says.usdotNumber, says.vin, says.cabNumber, says.logo, says.equipmentType],
  ]);
}
