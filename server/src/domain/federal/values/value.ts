import type { CopyBuffer } from '../copy/copy-buffer.ts';

/** What became of a cell: a value, a blank, a text nobody can read (stored as null), or a row that cannot stand. */
export const WRITTEN = 0;
export const BLANK = 1;
export const UNREAD = 2;
export const UNFIT = 3;
export type Outcome = 0 | 1 | 2 | 3;

/** How a cell becomes a value: exactly one COPY field is written, whatever the outcome. The cell comes trimmed. */
export type Value = {
  /** The PostgreSQL type of its column. */
  type: string;
  /** In words, for messages: "a date". */
  what: string;
  write(out: CopyBuffer, source: Buffer, start: number, end: number): Outcome;
};
