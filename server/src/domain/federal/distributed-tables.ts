import { catalogue } from './datasets/all-datasets.ts';

export const DISTRIBUTED_BY = 'usdot_number';

/** Sightings and counts lie together; so do the federal tables, whose numbers are of another width. */
const OBSERVED = ['observations', 'observation_counts'];

/** Tables that grow with the carriers: groups that lie together, a carrier's rows on one machine. */
export function distributedTables(): string[][] {
  const federal = catalogue
    .filter(
      ({ byDocket, columns }) =>
        byDocket || columns.some(({ into }) => into.some(({ name }) => name === DISTRIBUTED_BY)),
    )
    .map(({ table }) => table);
  return [OBSERVED, [...new Set([...federal, 'carrier_snapshots'])].sort()];
}
