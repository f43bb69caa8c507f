-- Sightings of unknown carriers are no longer counted: nothing reads these counts, and every writer of such a sighting
-- waited for the same row. A process of the previous version may still write some; they have no effect.
delete from observation_counts where usdot_number = 0;
