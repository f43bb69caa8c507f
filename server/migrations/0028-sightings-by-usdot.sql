create index concurrently sightings_by_usdot on sightings (organization_id, usdot_number, time_captured) where usdot_number <> 0;
