import type { Row } from './federal-files.ts';

const DAY_MS = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The same numbers for the same seed, on every machine. */
function numbers(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

export type MonthRows = ReturnType<typeof monthRows>;

/** Collects rows by dataset, with the date formats of the federal files. */
export function monthRows(asOf: string, seed: number) {
  const { below, chance, pick } = numbers(seed);
  const today = Math.floor(Date.parse(asOf) / DAY_MS);
  const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const compact = (day: number) => iso(day).replaceAll('-', '');
  const worded = (day: number) =>
    `${iso(day).slice(8)}-${MONTHS[Number(iso(day).slice(5, 7)) - 1]}-${iso(day).slice(2, 4)}`;
  const slashed = (day: number) => `${iso(day).slice(5, 7)}/${iso(day).slice(8)}/${iso(day).slice(0, 4)}`;
  const rows: Record<string, Row[]> = {};
  const add = (dataset: string, row: Row) => {
    rows[dataset] ??= [];
    rows[dataset].push(row);
  };
  return { below, chance, pick, today, iso, compact, worded, slashed, add, rows };
}
