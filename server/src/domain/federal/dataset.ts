import type { Value } from './values/value.ts';

export type TableColumn = { name: string; value: Value };

/** One column of the file, in the file's order; `into` is empty for a column that is read past. */
export type FileColumn = {
  header: string;
  /** Other names under which the column was seen. */
  aliases: readonly string[];
  required: boolean;
  into: readonly TableColumn[];
};

/** A table column made of several cells; the numbers written are the positions of the cells that are filled. */
export type FilledPositions = { name: string; headers: readonly string[] };

/**
 * What tells two rows apart when the file has no key of its own: `row_no`, the row's place in the file, keeps
 * repeated rows; `row_hash`, a hash of its content, folds them.
 */
export type MadeKey = 'row_no' | 'row_hash';

export type Dataset = {
  name: string;
  title: string;
  /** On data.transportation.gov; null for what is not published there. */
  portalId: string | null;
  table: string;
  columns: readonly FileColumn[];
  positions?: FilledPositions;
  madeKey?: MadeKey;
  /** The file names dockets; carriers it does not name are looked up by docket. */
  byDocket?: true;
  /** A row in which all of these are blank says nothing and is passed over. */
  blankWithout?: readonly string[];
  /** Tells apart files whose columns are the same. */
  fileName?: RegExp;
  /** Published as text without a header too: then its place tells the column. */
  comesWithoutHeader?: true;
  /** The newest day this source can speak of: the portal moves the date of frozen files every day. */
  frozenOn?: string;
};

export function column(
  header: string,
  name: string,
  value: Value,
  more: { aliases?: readonly string[]; required?: boolean } = {},
): FileColumn {
  return {
    header,
    aliases: more.aliases ?? [],
    required: more.required ?? false,
    into: [{ name, value }],
  };
}

export function required(
  header: string,
  name: string,
  value: Value,
  aliases: readonly string[] = [],
): FileColumn {
  return column(header, name, value, { required: true, aliases });
}

/** Columns that no answer needs. */
export function past(...headers: string[]): FileColumn[] {
  return headers.map((header) => ({ header, aliases: [], required: false, into: [] }));
}

export function headersOf(dataset: Dataset): string[] {
  return dataset.columns.map(({ header }) => header);
}
