import type { Db } from '../../../db/database.ts';
import type { CarrierScores } from '../../safety/read-scores.ts';
import type { ViolationRow } from '../read-violations.ts';

/** What a section is asked. */
export type Asked = {
  /** Connections of this section's own; each question ends at its deadline. */
  db: Db;
  usdotNumber: number;
  /** The day on which one looks, and the same when it was asked for: what came later is left out. */
  today: string;
  asOf: string | null;
  vin: string | null;
  /** What several sections need: asked once for all of them, on connections of its own. */
  scores: () => Promise<CarrierScores>;
  violations: () => Promise<ViolationRow[]>;
};

export type Section<T> = (asked: Asked) => Promise<T>;

export const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
