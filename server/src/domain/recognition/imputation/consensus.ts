import type { EvidenceRef, EvidenceRow } from './find-evidence.ts';

const DAY_MS = 86_400_000;
const MAX_ROWS_KEPT = 10;
const MIN_AGREEMENT = 0.8;

/** What rows count that were contradicted on two days since. */
const SUPERSEDED = 0.2;

/** One recent row weighs about 1. */
type Limits = {
  halfLifeDays: number;
  minWeight: number;
  /** The days on which the value must have been seen; 1 unless given. */
  minDays?: number;
  /** Older rows do not count at all. */
  maxAgeDays?: number;
};

const LIMITS = {
  // A witness for or against a number that was read: one sighting may be a misreading.
  'carrier-by-history': { halfLifeDays: 240, minWeight: 0.7, minDays: 2, maxAgeDays: 730 },
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
 * the same value count once. When the nearest rows of at least two days agree, rows beyond them count little: two
 * readings turn what one older reading said.
 */
export function consensus(
  rule: Rule,
  rows: readonly EvidenceRow[],
  when: Date,
  { halfLifeDays, minWeight, minDays = 1, maxAgeDays = Number.POSITIVE_INFINITY }: Limits = LIMITS[rule],
): Imputed | null {
  const byValue = new Map<string, { weight: number; days: number; rows: EvidenceRow[] }>();
  const counted = rows.filter((row) => row.value !== '' && ageDays(row, when) <= maxAgeDays);
  const isSuperseded = supersededRows(counted, when);
  const seen = new Set<string>();
  let total = 0;
  for (const row of counted.sort(newestFirst)) {
    const entry = byValue.get(row.value) ?? { weight: 0, days: 0, rows: [] };
    byValue.set(row.value, entry);
    entry.rows.push(row);
    const day = `${row.value}|${dayOf(row)}`;
    if (seen.has(day)) continue;
    seen.add(day);
    const weight = 0.5 ** (ageDays(row, when) / halfLifeDays) * (isSuperseded(row) ? SUPERSEDED : 1);
    entry.weight += weight;
    entry.days++;
    total += weight;
  }
  const [best] = [...byValue].sort(([, a], [, b]) => b.weight - a.weight);
  if (!best) return null;
  const [value, { weight, days, rows: agreeing }] = best;
  const agreement = weight / total;
  if (days < minDays || weight < minWeight || agreement < MIN_AGREEMENT) return null;
  const kept = agreeing.slice(0, MAX_ROWS_KEPT).map(({ value: _, ...row }) => row);
  return { value, rule, weight: rounded(weight), agreement: rounded(agreement), rows: kept };
}

/** Those farther from `when` than an unbroken run of one value on at least two days. */
function supersededRows(rows: readonly EvidenceRow[], when: Date): (row: EvidenceRow) => boolean {
  const nearest = rows.toSorted(
    (a, b) => ageDays(a, when) - ageDays(b, when) || (a.value < b.value ? -1 : 1),
  );
  const end = nearest.findIndex(({ value }) => value !== nearest[0]?.value);
  if (end < 0) return () => false;
  const days = new Set(nearest.slice(0, end).map(dayOf));
  const beyond = new Set(days.size < 2 ? [] : nearest.slice(end));
  return (row) => beyond.has(row);
}

function dayOf({ seenAt, key }: EvidenceRow): string {
  return seenAt?.toISOString().slice(0, 10) ?? key;
}

function ageDays({ seenAt }: EvidenceRow, when: Date): number {
  return seenAt === null ? 0 : Math.abs(when.getTime() - seenAt.getTime()) / DAY_MS;
}

function newestFirst(a: EvidenceRow, b: EvidenceRow): number {
  const time = ({ seenAt }: EvidenceRow) => seenAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return time(b) - time(a);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
