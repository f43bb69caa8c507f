import { type EvidenceFieldName, evidenceFieldNames } from '../../../contract/truck-fields.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import { byName } from '../../../lib/by-name.ts';
import { cabKey, emptyFact, plateKey } from '../imputation/find-evidence.ts';
import { vinBody } from '../imputation/vin-body.ts';
import { isReliable, nothingRead, type Reading } from '../readings/reading.ts';
import type { IdentifiedTruck } from './identify-truck.ts';

/** The evidence that a sighting provides for others: facts about the vehicle, found by its identifiers. */
export type SightingEvidence = {
  identifiers: { kind: 'plate' | 'vin' | 'cab' | 'trailer'; value: string }[];
  /** Only values read with High; otherwise empty, or 0 for the USDOT number. */
  facts: Record<EvidenceFieldName, string | number>;
};

const FACTS = evidenceFieldNames();
const MIN_TRAILER_NUMBER_LENGTH = 3;

/** Imputed values are never evidence: they would confirm themselves. */
export function evidenceOf({ fields, usdot }: Pick<IdentifiedTruck, 'fields' | 'usdot'>): SightingEvidence {
  const { alpr_plate_number: plate, vin, cab_number: cab, equipment_number: trailer } = fields;
  // A number confirmed only by the vehicle's history adds nothing to that history.
  const isIndependent =
    fields.usdot_number.score === 'High' || usdot.witnesses.some((one) => one !== 'vehicle');
  const fullVin = vin.isWhole ? highOnly(vin) : '';
  const readings: Partial<Record<EvidenceFieldName, Reading>> = fields;
  const facts = {
    ...byName(FACTS, (name) => highOnly(readings[name] ?? nothingRead)),
    usdot_number: usdot.score === 'High' && isIndependent ? Number(usdot.value) : 0,
    vin: fullVin,
    equipment_type: vinBody(fullVin, new Map()),
  };
  const identifiers: SightingEvidence['identifiers'] = [];
  if (isReliable(plate)) {
    identifiers.push({ kind: 'plate', value: plateKey({ number: plate.value, state: plate.state }) });
  }
  if (isReliable(vin) && vin.isWhole) identifiers.push({ kind: 'vin', value: vin.value });
  if (usdot.value !== '' && usdot.score !== 'Low' && isReliable(cab)) {
    identifiers.push({ kind: 'cab', value: cabKey(usdot.value, cab.value) });
  }
  if (isReliable(trailer) && trailer.value.length >= MIN_TRAILER_NUMBER_LENGTH) {
    identifiers.push({ kind: 'trailer', value: trailer.value });
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
    ...FACTS.map((name) => facts[name]),
  ];
}

/** A condition: the row of evidence lacks one of the facts that `evidenceValues` gives from parameter `first` on. */
export function lacksGivenFact(row: string, first: number): string {
  const lacks = FACTS.map((name, i) => {
    const empty = emptyFact(name);
    return `(${row}.${name} = ${empty} and $${first + i} <> ${empty})`;
  });
  return lacks.join(' or ');
}

const deleteRows = statement(
  'vehicle-evidence.delete',
  'delete from vehicle_evidence where sighting_id = any($1::bigint[])',
);
const insertRows = statement(
  'vehicle-evidence.insert',
  `insert into vehicle_evidence (kind, value, seen_at, sighting_id, ${FACTS})
   select kind, value, $3, $4, ${FACTS.map((_, i) => `$${i + 5}`)} from unnest($1::text[], $2::text[]) as b(kind, value)`,
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
