import type { CopyBuffer } from '../copy/copy-buffer.ts';

export const WRITTEN = 0;
export const BLANK = 1;
/** The text is not a value of this kind: null is written, and the text goes to the row's `unread` column. */
export const UNREADABLE = 2;
/** The row must be rejected. */
export const INVALID = 3;
export type Outcome = 0 | 1 | 2 | 3;

/** Converts a trimmed cell. `write` always writes exactly one COPY field, whatever the outcome. */
export type Value = {
  /** PostgreSQL type of the column. */
  type: string;
  /** For error messages: "a date". */
  label: string;
  write(out: CopyBuffer, source: Buffer, start: number, end: number): Outcome;
};

export function writeNull(out: CopyBuffer, start: number, end: number): Outcome {
  out.null();
  return start === end ? BLANK : UNREADABLE;
}
