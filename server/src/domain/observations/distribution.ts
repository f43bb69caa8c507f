import type { Distribution } from '../../db/distribute.ts';

/** Everything else, federal tables included, fits one server and stays on the coordinator. */
export const distribution: Distribution = {
  column: 'usdot_number',
  tables: ['observations', 'observation_counts'],
};

/** Reasons of statements that run on all shards. */
export const ANY_CARRIER = 'A vehicle may have been seen under any carrier.';
export const AN_IMPORT = 'An import compares or writes the records of all carriers.';
