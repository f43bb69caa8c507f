import { type Db, statement, type Transaction } from '../../../db/database.ts';
import type { EvidenceOf } from './evidence.ts';

const forget = statement(
  'vehicle-evidence.forget',
  'delete from vehicle_evidence where sighting_id = any($1::bigint[])',
);
const remember = statement(
  'vehicle-evidence.remember',
  `insert into vehicle_evidence (kind, value, seen_at, sighting_id, usdot_number, vin, cab_number, logo, equipment_type)
   select kind, value, $3, $4, $5, $6, $7, $8, $9 from unnest($1::text[], $2::text[]) as b(kind, value)`,
);

/** Puts what a sighting bears and says in the place of what it (and those merged into it) did before. */
export async function replaceEvidence(
  tx: Transaction,
  sightingId: number,
  seenAt: Date,
  { bears, says }: EvidenceOf,
  former: number[],
): Promise<void> {
  if (former.length > 0) await tx.run(forget, [former]);
  if (bears.length === 0) return;
  await tx.run(remember, [
    bears.map(({ kind }) => kind),
    bears.map(({ value }) => value),
    ...[seenAt, sightingId, says.usdotNumber, says.vin, says.cabNumber, says.logo, says.equipmentType],
  ]);
}

const forgetOld = statement(
  'vehicle-evidence.forget-old',
  `delete from vehicle_evidence where ctid = any(array(
     select ctid from vehicle_evidence where seen_at < now() - interval '3 years' limit 10000))`,
);

/** What is three years old weighs nothing any more. Ten thousand rows a call, found by their place in the table. */
export function forgetOldEvidence(db: Db): Promise<number> {
  return db.run(forgetOld);
}
