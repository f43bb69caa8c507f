import type { EvidenceRef, EvidenceRow } from './find-evidence.ts';

const DAY_MS = 86_400_000;
const MAX_ROWS_KEPT = 10;
const MIN_AGREEMENT = 0.8;

/** One recent row weighs about 1. */
type Limits = { halfLifeDays: number; minWeight: number };

const LIMITS = {
  'carrier-by-docket': { halfLifeDays: 1, minWeight: 0.7 },
  'carrier-by-vin': { halfLifeDays: 365, minWeight: 0.4 },
  // Plates move to other trucks, so they age faster than VINs.
  'carrier-by-plate': { halfLifeDays: 240, minWeight: 0.4 },
  // Trailers are lent, so one day with a carrier does not make it the owner.
  'carrier-by-trailer': { halfLifeDays: 180, minWeight: 1.2 },
  'docket-by-carrier': { halfLifeDays: 1, minWeight: 0.7 },
  'vin-by-plate': { halfLifeDays: 240, minWeight: 0.4 },
  // A cab number moves to a new truck when the old one is sold.
  'vin-by-cab': { halfLifeDays: 180, minWeight: 0.7 },
  'cab-by-vehicle': { halfLifeDays: 240, minWeight: 0.4 },
  'logo-by-trailer': { halfLifeDays: 365, minWeight: 0.7 },
  'equipment-type': { halfLifeDays: 730, minWeight: 0.4 },
} satisfies Record<string, Limits>;

export type Rule = keyof typeof LIMITS;

/** A value that was not read, with the rule that derived it and the rows that support it. */
export type Imputed = {
  value: string;
  rule: Rule;
  weight: number;
  /** The share of the total weight that agrees on the value. */
  agreement: number;
  rows: EvidenceRef[];
};

/**
 * The value that the rows agree on; null when they contradict each other or weigh too little. The weight of a row halves
 * every `halfLifeDays` before or after `when`, so that a sold truck soon counts for its new owner. Rows of one day with
 * the same value count once.
 */
export function consensus(
  rule: Rule,
  rows: readonly EvidenceRow[],
  when: Date,
  { halfLifeDays, minWeight }: Limits = LIMITS[rule],
): Imputed | null {
  const byValue = new Map<string, { weight: number; rows: EvidenceRow[] }>();
  const days = new Set<string>();
  let total = 0;
  for (const row of [...rows].sort(newestFirst)) {
    if (row.value === '') continue;
    const entry = byValue.get(row.value) ?? { weight: 0, rows: [] };
    byValue.set(row.value, entry);
    entry.rows.push(row);
    const day = `${row.value}|${row.seenAt?.toISOString().slice(0, 10) ?? row.key}`;
    if (days.has(day)) continue;
    days.add(day);
    const weight = weightOf(row, when, halfLifeDays);
    entry.weight += weight;
    total += weight;
  }
  const [best] = [...byValue].sort(([, a], [, b]) => b.weight - a.weight);
  if (!best) return null;
  const [value, { weight, rows: agreeing }] = best;
  const agreement = weight / total;
  if (weight < minWeight || agreement < MIN_AGREEMENT) return null;
  const kept = agreeing.slice(0, MAX_ROWS_KEPT).map(({ table, key, seenAt }) => ({ table, key, seenAt }));
  return { value, rule, weight: rounded(weight), agreement: rounded(agreement), rows: kept };
}

function weightOf({ seenAt }: EvidenceRow, when: Date, halfLifeDays: number): number {
  if (seenAt === null) return 1;
  const ageDays = Math.abs(when.getTime() - seenAt.getTime()) / DAY_MS;
  return 0.5 ** (ageDays / halfLifeDays);
}

function newestFirst(a: EvidenceRow, b: EvidenceRow): number {
  const time = ({ seenAt }: EvidenceRow) => seenAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return time(b) - time(a);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
