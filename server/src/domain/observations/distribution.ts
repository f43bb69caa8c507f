import type { Distribution } from '../../db/distribute.ts';

/** By carrier. Federal tables fit one server and stay on the coordinator. */
export const distribution: Distribution = {
  column: 'usdot_number',
  tables: ['observations', 'observation_counts'],
};

/**
 * The tables of cameras (`lib/camera-bucket.ts`). Evidence by vehicle crosses cameras, so it stays on the coordinator with what follows
 * from it: the sightings that are to be decided again. So do the search rows of previews.
 */
export const cameraDistribution: Distribution = {
  column: 'bucket',
  tables: ['images', 'image_queue', 'image_labels', 'sightings', 'unmatched_sightings'],
  // Claims ask one shard after the other, and each has a table for every day of a retention period.
  mostShards: 8,
  functions: [
    ...[
      'image_class(uuid)',
      'image_table_day(uuid)',
      'image_day(timestamptz)',
      'lowest_image_id(integer, integer)',
    ],
    `detection_overlap(${Array.from({ length: 8 }, () => 'double precision').join(', ')}, integer, integer)`,
  ],
};

export const distributions = [distribution, cameraDistribution];

/** Reasons of statements that run on all shards. */
export const ANY_CARRIER = 'A vehicle may have been seen under any carrier.';
export const AN_IMPORT = 'An import compares or writes the records of all carriers.';
