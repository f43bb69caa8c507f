import { allDatasets } from './datasets/all-datasets.ts';

export const DISTRIBUTED_BY = 'usdot_number';

/** A separate group: its usdot_number is a bigint, that of the federal tables an integer. */
const OBSERVATION_TABLES = ['observations', 'observation_counts'];

/** Groups of tables to distribute by carrier, each group colocated. */
export function distributedTables(): string[][] {
  const federal = allDatasets
    .filter(
      ({ identifiedByDocket, columns }) =>
        identifiedByDocket || columns.some(({ into }) => into.some(({ name }) => name === DISTRIBUTED_BY)),
    )
    .map(({ table }) => table);
  return [OBSERVATION_TABLES, [...new Set([...federal, 'carrier_snapshots'])].sort()];
}
