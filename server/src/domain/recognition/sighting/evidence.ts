import { type Db, statement, type Transaction } from '../../../db/database.ts';
import { cabKey, plateKey } from '../imputation/store.ts';
import { vinBody } from '../imputation/vin-body.ts';
import type { Reading } from '../readings/reading.ts';
import { type IdentifiedTruck, isReliable } from './decide-sighting.ts';

/** The evidence that a sighting provides for others: facts about the vehicle, found by its identifiers. */
export type SightingEvidence = {
  identifiers: { kind: 'plate' | 'vin' | 'cab' | 'trailer'; value: string }[];
  /** Only values read with High; empty otherwise. */
  facts: { usdotNumber: number; vin: string; cabNumber: string; logo: string; equipmentType: string };
};

const MIN_TRAILER_NUMBER_LENGTH = 3;

/** Imputed values are never evidence: they would confirm themselves. */
export function evidenceOf({ fields, usdot }: Pick<IdentifiedTruck, 'fields' | 'usdot'>): SightingEvidence {
  const { plate, vin, cabNumber, trailerNumber, wordmark } = fields;
  // A number confirmed only by the vehicle's history adds nothing to that history.
  const isIndependent = fields.usdot.score === 'High' || usdot.witnesses.some((one) => one !== 'vehicle');
  const fullVin = vin.isWhole ? highOnly(vin) : '';
  const facts = {
    usdotNumber: usdot.score === 'High' && isIndependent ? Number(usdot.value) : 0,
    vin: fullVin,
    cabNumber: highOnly(cabNumber),
    logo: highOnly(wordmark),
    equipmentType: vinBody(fullVin, new Map()),
  };
  const identifiers: SightingEvidence['identifiers'] = [];
  if (isReliable(plate)) {
    identifiers.push({ kind: 'plate', value: plateKey({ number: plate.value, state: plate.state }) });
  }
  if (isReliable(vin) && vin.isWhole) identifiers.push({ kind: 'vin', value: vin.value });
  if (usdot.value !== '' && usdot.score !== 'Low' && isReliable(cabNumber)) {
    identifiers.push({ kind: 'cab', value: cabKey(usdot.value, cabNumber.value) });
  }
  if (isReliable(trailerNumber) && trailerNumber.value.length >= MIN_TRAILER_NUMBER_LENGTH) {
    identifiers.push({ kind: 'trailer', value: trailerNumber.value });
  }
  return { identifiers, facts };
}

function highOnly({ value, score }: Reading): string {
  return score === 'High' ? value : '';
}

/** Parameters for statements that take the evidence: identifiers as two arrays, `between`, then the facts. */
export function evidenceValues({ identifiers, facts }: SightingEvidence, ...between: unknown[]): unknown[] {
  return [
    identifiers.map(({ kind }) => kind),
    identifiers.map(({ value }) => value),
    ...between,
    facts.usdotNumber,
    facts.vin,
    facts.cabNumber,
    facts.logo,
    facts.equipmentType,
  ];
}

const deleteRows = statement(
  'vehicle-evidence.delete',
  'delete from vehicle_evidence where sighting_id = any($1::bigint[])',
);
const insertRows = statement(
  'vehicle-evidence.insert',
  `insert into vehicle_evidence (kind, value, seen_at, sighting_id, usdot_number, vin, cab_number, logo, equipment_type)
   select kind, value, $3, $4, $5, $6, $7, $8, $9 from unnest($1::text[], $2::text[]) as b(kind, value)`,
);

/** `former`: the sightings whose evidence it replaces, including those merged into this one. */
export async function replaceEvidence(
  tx: Transaction,
  sightingId: number,
  seenAt: Date,
  evidence: SightingEvidence,
  former: number[],
): Promise<void> {
  if (former.length > 0) await tx.run(deleteRows, [former]);
  if (evidence.identifiers.length > 0) {
    await tx.run(insertRows, evidenceValues(evidence, seenAt, sightingId));
  }
}

/** Deletes the evidence of sightings that no longer exist. */
export function deleteEvidence(tx: Transaction, sightingIds: number[]): Promise<number> {
  return tx.run(deleteRows, [sightingIds]);
}

const deleteOld = statement(
  'vehicle-evidence.delete-old',
  `delete from vehicle_evidence where ctid = any(array(
     select ctid from vehicle_evidence where seen_at < now() - interval '3 years' limit 10000))`,
);

/** After three years evidence has no weight. Deletes at most 10,000 rows per call. */
export function deleteOldEvidence(db: Db): Promise<number> {
  return db.run(deleteOld);
}
