import type { FileColumn } from '../dataset.ts';
import { docketNumber, docketPrefix } from '../values/docket.ts';

/** One cell, two columns: the letters and the number. */
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
