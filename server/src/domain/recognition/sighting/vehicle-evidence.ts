import { type EvidenceFieldName, evidenceFieldNames } from '../../../contract/truck-fields.ts';
import { type Db, statement, type Transaction } from '../../../db/database.ts';
import { byName } from '../../../lib/by-name.ts';
import { emptyFact } from '../imputation/find-evidence.ts';
import { vinBody } from '../imputation/vin-body.ts';
import { nothingRead, type Reading } from '../readings/reading.ts';
import { type OwnTruck, type StoredIdentifier, storedIdentifiers } from './truck-identifiers.ts';

type Facts = Record<EvidenceFieldName, string | number>;

/**
 * The evidence that a sighting provides for others: facts about the vehicle, found by its identifiers. It follows from
 * what was read in its own images and from the register, never from other sightings: so no evidence confirms itself, and
 * a decision that changes because of evidence changes no other.
 */
export type SightingEvidence = {
  identifiers: StoredIdentifier[];
  /** Only values read with High; otherwise empty, or 0 for the USDOT number. */
  facts: Facts;
  /** Facts that a person typed: one bit for each, in the order of `evidenceFieldNames`. */
  typed: number;
};

/** A row of the table. */
type StoredEvidence = Facts & {
  kind: number;
  value: string;
  seen_at: Date;
  sighting_id: number;
  typed: number;
};

/** The evidence of a sighting before and after it was written. */
export type EvidenceChange = { before: StoredEvidence[]; after: StoredEvidence[] };

const FACTS = evidenceFieldNames();
/** All bits: the identifier itself was typed. */
const ALL_TYPED = -1;

/** The truck as its own images show it. Imputed values are never evidence. */
export function evidenceOf(truck: OwnTruck): SightingEvidence {
  const { fields } = truck;
  const readings: Partial<Record<EvidenceFieldName, Reading>> = fields;
  const fullVin = fields.vin.isWhole ? highOnly(fields.vin) : '';
  const facts = {
    ...byName(FACTS, (name) => highOnly(readings[name] ?? nothingRead)),
    usdot_number: usdotFact(truck),
    vin: fullVin,
    equipment_type: vinBody(fullVin, new Map()),
  };
  const typed = FACTS.reduce((bits, name, i) => {
    const source = name === 'equipment_type' ? 'vin' : name;
    return readings[source]?.isCorrected ? bits | (1 << i) : bits;
  }, 0);
  return { identifiers: storedIdentifiers(truck), facts, typed };
}

/**
 * The number of an existing carrier as it was read with High, or with Medium if the name or the docket on the same door
 * confirms it; and what a person typed. A number that the door itself contradicts is not evidence.
 */
function usdotFact({ fields, ownUsdot }: OwnTruck): number {
  const { value, isCorrected } = fields.usdot_number;
  if (isCorrected) return Number(value || 0);
  return ownUsdot.value === value && ownUsdot.score === 'High' ? Number(value) : 0;
}

function highOnly({ value, score }: Reading): string {
  return score === 'High' ? value : '';
}

const COLUMNS = ['kind', 'value', 'seen_at', 'sighting_id', 'typed', ...FACTS];
const deleteRows = statement(
  'vehicle-evidence.delete',
  `delete from vehicle_evidence where sighting_id = any($1::bigint[]) returning ${COLUMNS}`,
);
const insertRows = statement(
  'vehicle-evidence.insert',
  `insert into vehicle_evidence (kind, value, typed, seen_at, sighting_id, organization_id, region, ${FACTS})
   select kind, value, typed, $4, $5, $6, $7, ${FACTS.map((_, i) => `$${i + 8}`)}
     from unnest($1::smallint[], $2::text[], $3::smallint[]) as b(kind, value, typed)`,
);

/** Where and when the sighting was. */
export type Seen = { sightingId: number; seenAt: Date; organizationId: number; region: string };

/** `isNew`: there is none to replace. */
export async function replaceEvidence(
  tx: Transaction,
  { sightingId, seenAt, organizationId, region }: Seen,
  { identifiers, facts, typed }: SightingEvidence,
  isNew: boolean,
): Promise<EvidenceChange> {
  const after = identifiers.map(({ kind, value, isTyped }) => ({
    ...facts,
    ...{ kind, value, seen_at: seenAt, sighting_id: sightingId, typed: isTyped ? ALL_TYPED : typed },
  }));
  const [before] = await Promise.all([
    isNew ? [] : deleteEvidence(tx, [sightingId]),
    after.length > 0 &&
      tx.run(insertRows, [
        after.map(({ kind }) => kind),
        after.map(({ value }) => value),
        after.map((row) => row.typed),
        ...[seenAt, sightingId, organizationId, region],
        ...FACTS.map((name) => facts[name]),
      ]),
  ]);
  return { before, after };
}

/** Deletes the evidence of sightings that no longer exist, and returns it. */
export function deleteEvidence(tx: Transaction, sightingIds: number[]): Promise<StoredEvidence[]> {
  return tx.rows<StoredEvidence>(deleteRows, [sightingIds]);
}

/** What one sighting said and no longer says, or says now: the same facts under several identifiers. */
export type SpreadFacts = {
  sightingId: number;
  seenAt: Date;
  identifiers: { kind: number; value: string }[];
  facts: unknown[];
};

/** The evidence that was lost and the evidence that is new; rows without facts say nothing. */
export function changedFacts({ before, after }: EvidenceChange): {
  lost: SpreadFacts[];
  gained: SpreadFacts[];
} {
  const textOf = (row: StoredEvidence) => JSON.stringify(COLUMNS.map((name) => row[name as keyof Facts]));
  const isIn = (rows: StoredEvidence[]) => {
    const texts = new Set(rows.map(textOf));
    return (row: StoredEvidence) => texts.has(textOf(row));
  };
  const [isAfter, isBefore] = [isIn(after), isIn(before)];
  return {
    lost: spreadOf(before.filter((row) => !isAfter(row))),
    gained: spreadOf(after.filter((row) => !isBefore(row))),
  };
}

function spreadOf(rows: StoredEvidence[]): SpreadFacts[] {
  const telling = rows.filter((row) => FACTS.some((name) => row[name] !== '' && row[name] !== 0));
  return [...Map.groupBy(telling, ({ sighting_id }) => sighting_id)].map(([sightingId, of]) => {
    const [first] = of as [StoredEvidence];
    const identifiers = of.map(({ kind, value }) => ({ kind, value }));
    return { sightingId, seenAt: first.seen_at, identifiers, facts: FACTS.map((name) => first[name]) };
  });
}

/** A condition: the row of evidence does not have one of the facts that parameters from `first` on give. */
export function lacksGivenFact(row: string, first: number): string {
  const lacks = FACTS.map(
    (name, i) => `($${first + i} <> ${emptyFact(name)} and ${row}.${name} <> $${first + i})`,
  );
  return lacks.join(' or ');
}

const DELETED_AT_ONCE = 10_000;
const deleteOld = statement(
  'vehicle-evidence.delete-old',
  `delete from vehicle_evidence where ctid = any(array(
     select ctid from vehicle_evidence where seen_at < now() - interval '3 years'
      limit ${DELETED_AT_ONCE} for update skip locked))`,
);

/** Evidence counts for two years. Deletes all that is older than three, in short transactions that processes share. */
export async function deleteOldEvidence(db: Db, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let last = DELETED_AT_ONCE; last === DELETED_AT_ONCE && !signal?.aborted; deleted += last)
    last = await db.run(deleteOld);
  return deleted;
}
