create index concurrently sightings_by_plate on sightings (organization_id, plate, time_captured) where plate <> '';
