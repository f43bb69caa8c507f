import { docketNumber, docketPrefix } from './values/docket.ts';
import type { Value } from './values/value.ts';

type TableColumn = { name: string; value: Value };

/** One column of the file, in file order. `into` is empty for a column that is not imported. */
export type FileColumn = {
  header: string;
  /** Other header names seen in published files. */
  aliases: readonly string[];
  required: boolean;
  into: readonly TableColumn[];
};

/** A smallint[] table column that lists the positions, from 1, of the headers whose cells are filled. */
type FilledPositions = { name: string; headers: readonly string[] };

/**
 * The key of a file that has none: `row_no`, the row's position in the file, keeps repeated rows; `row_hash`, a hash
 * of the row's content, drops them.
 */
type GeneratedKey = 'row_no' | 'row_hash';

export type Dataset = {
  name: string;
  title: string;
  /** Dataset id on data.transportation.gov; null if it is not published there. */
  portalId: string | null;
  table: string;
  columns: readonly FileColumn[];
  positions?: FilledPositions;
  generatedKey?: GeneratedKey;
  /** Rows have a docket and may lack a USDOT number, which is then looked up by docket. */
  identifiedByDocket?: true;
  /** Skip a row in which all of these columns are blank. */
  skipIfBlank?: readonly string[];
  /** A column that old files leave unquoted although it contains commas: extra cells in a row belong to it. */
  unquotedCommasIn?: string;
  /** Distinguishes files that have the same columns. */
  fileName?: RegExp;
  /** Also published without a header; columns are then identified by position. */
  mayLackHeader?: true;
  /** Latest possible as-of date. The portal updates the date of frozen files every day. */
  frozenOn?: string;
};

export function column(
  header: string,
  name: string,
  value: Value,
  aliases: readonly string[] = [],
): FileColumn {
  return { header, aliases, required: false, into: [{ name, value }] };
}

export function required(...args: Parameters<typeof column>): FileColumn {
  return { ...column(...args), required: true };
}

/** Columns of one type that have their header, in lower case, as their name in the table. */
export function columns(value: Value, ...headers: string[]): FileColumn[] {
  return headers.map((header) => column(header, header.toLowerCase(), value));
}

/** One cell that fills two columns: the letters and the number of a docket. */
export function docketColumn(header = 'DOCKET_NUMBER', aliases: readonly string[] = []): FileColumn {
  return {
    header,
    aliases,
    required: true,
    into: [
      { name: 'docket_prefix', value: docketPrefix },
      { name: 'docket_number', value: docketNumber },
    ],
  };
}

/** Columns that are not imported. */
export function unused(...headers: string[]): FileColumn[] {
  return headers.map((header) => ({ header, aliases: [], required: false, into: [] }));
}

export function headersOf(dataset: Dataset): string[] {
  return dataset.columns.map(({ header }) => header);
}
