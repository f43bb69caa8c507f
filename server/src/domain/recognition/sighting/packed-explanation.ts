import type { Imputed } from '../imputation/consensus.ts';
import type { Explanation } from './compose-sighting.ts';
import type { Conflict } from './conflicts.ts';

/*
 * `sightings.explanation`: what `explanationOf` returns, in less than half of its size. Previews of alerts read what its images
 * show (`s`), the name of the carrier (`n`) and the confidence of the plate (`p`).
 */

type Row = NonNullable<Explanation['rows']>[number];
type Inferred = NonNullable<Explanation['imputed']>[number];

/** Table, key, time, and the state where a sighting was seen. */
type PackedRow = [table: string, key: string, seenAt?: string, region?: string];
type PackedConflict = [field: string, value: string, usdotNumbers: string[]];
type PackedInferred = [
  field: string,
  value: string,
  rule: string,
  weight: number,
  agreement: number,
  rows: PackedRow[],
];
export type PackedExplanation = {
  o: string;
  w?: string[];
  n?: string;
  r?: PackedRow[];
  c?: PackedConflict[];
  i?: PackedInferred[];
  s: string[];
  p?: number;
};

/** Undefined values are left out when the result becomes JSON. */
export function packExplanation(explanation: Explanation) {
  const { outcome, witnesses, carrier_name, rows, conflicts, imputed, shows, plate_confidence } = explanation;
  return {
    ...{ o: outcome, w: witnesses, n: carrier_name, r: rows?.map(packRow) },
    c: conflicts?.map(({ field, value, usdot_numbers }) => [field, value, usdot_numbers]),
    i: imputed?.map(({ field, value, rule, weight, agreement, rows: of }) => [
      ...[field, value, rule, weight, agreement],
      of.map(packRow),
    ]),
    ...{ s: shows, p: plate_confidence },
  };
}

/** Without the properties that are absent. */
export function unpackExplanation({ o, w, n, r, c, i, s, p }: PackedExplanation): Explanation {
  return {
    outcome: o as Explanation['outcome'],
    ...(w && { witnesses: w as NonNullable<Explanation['witnesses']> }),
    ...(n !== undefined && { carrier_name: n }),
    ...(r && { rows: r.map(unpackRow) }),
    ...(c && { conflicts: c.map(unpackConflict) }),
    ...(i && { imputed: i.map(unpackInferred) }),
    shows: s as Explanation['shows'],
    ...(p !== undefined && { plate_confidence: p }),
  } as Explanation;
}

function packRow(row: Row): PackedRow {
  const { table, key, seen_at } = row;
  if (seen_at === null) return [table, key];
  return 'region' in row ? [table, key, seen_at, row.region ?? ''] : [table, key, seen_at];
}

function unpackRow([table, key, seen_at, region]: PackedRow): Row {
  return { table, key, seen_at: seen_at ?? null, ...(region !== undefined && { region }) } as Row;
}

function unpackConflict([field, value, usdot_numbers]: PackedConflict): Conflict {
  return { field: field as Conflict['field'], value, usdot_numbers };
}

function unpackInferred([field, value, rule, weight, agreement, rows]: PackedInferred): Inferred {
  return { ...{ field, value, rule: rule as Imputed['rule'], weight, agreement }, rows: rows.map(unpackRow) };
}
