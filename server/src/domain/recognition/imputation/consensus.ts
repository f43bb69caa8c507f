import type { Evidence, Imputed, Rule } from './evidence.ts';

const DAY_MS = 86_400_000;
const MOST_ROWS_KEPT = 10;
/** Unless a rule says otherwise: about one fresh row, or several older ones. */
const LEAST_WEIGHT = 0.7;
const LEAST_AGREEMENT = 0.8;

type Said = { weight: number; rows: Evidence[] };

/**
 * What the rows agree on; null when they contradict each other or say too little. A row's weight halves every
 * `halfLifeDays` away from the moment in question: a truck that was sold is its new owner's soon. Rows of one day
 * say the same thing once.
 */
export function agreed(
  rule: Rule,
  rows: readonly Evidence[],
  when: Date,
  halfLifeDays: number,
  leastWeight = LEAST_WEIGHT,
): Imputed | null {
  const said = new Map<string, Said>();
  const days = new Set<string>();
  let whole = 0;
  for (const row of [...rows].sort(newestFirst)) {
    if (row.says === '') continue;
    const one = said.get(row.says) ?? { weight: 0, rows: [] };
    said.set(row.says, one);
    one.rows.push(row);
    const day = `${row.says}|${row.seenAt?.toISOString().slice(0, 10) ?? row.key}`;
    if (days.has(day)) continue;
    days.add(day);
    const weight = weightOf(row, when, halfLifeDays);
    one.weight += weight;
    whole += weight;
  }
  const [best] = [...said].sort(([, a], [, b]) => b.weight - a.weight);
  if (!best) return null;
  const [value, { weight, rows: kept }] = best;
  const agreement = weight / whole;
  if (weight < leastWeight || agreement < LEAST_AGREEMENT) return null;
  const refs = kept.slice(0, MOST_ROWS_KEPT).map(({ table, key, seenAt }) => ({ table, key, seenAt }));
  return { value, rule, weight: rounded(weight), agreement: rounded(agreement), rows: refs };
}

function weightOf({ seenAt }: Evidence, when: Date, halfLifeDays: number): number {
  if (seenAt === null) return 1;
  const ageDays = Math.abs(when.getTime() - seenAt.getTime()) / DAY_MS;
  return 0.5 ** (ageDays / halfLifeDays);
}

function newestFirst(a: Evidence, b: Evidence): number {
  return (
    (b.seenAt?.getTime() ?? Number.POSITIVE_INFINITY) - (a.seenAt?.getTime() ?? Number.POSITIVE_INFINITY)
  );
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
