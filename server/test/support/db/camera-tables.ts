/** The tables whose rows belong to a camera. They can be distributed, but are not yet. */
export const cameraTables = {
  column: 'bucket',
  tables: [
    ...['images', 'image_queue', 'image_labels'],
    ...['sightings', 'unmatched_sightings', 'revisits', 'recent_sightings'],
  ],
};
