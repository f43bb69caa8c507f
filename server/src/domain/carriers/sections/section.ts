import type { Db } from '../../../db/database.ts';

/** What a section is asked. */
export type Asked = {
  /** Connections of this section's own; each question ends at its deadline. */
  db: Db;
  usdotNumber: number;
  /** The day on which one looks, and the same when it was asked for: what came later is left out. */
  today: string;
  asOf: string | null;
  vin: string | null;
};

export type Section<T> = (asked: Asked) => Promise<T>;

export const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
