-- Whether a match sends a notification is decided when its sighting is matched (domain/alerts/match/silence.ts).

-- The newest image of the sighting; null if unknown. It was decided again if none of its images is new.
alter table unmatched_sightings add column received_at timestamptz;
alter table unmatched_sightings add column is_decided_again boolean not null default false;

-- When it was created, enabled, or its criteria changed; null for alerts that did not change since this column exists.
alter table alerts add column notifies_since timestamptz;
-- The sightings before its creation are to be stored as silent matches.
alter table alerts add column is_history_due boolean not null default false;
-- lock-exempt: alerts are written by people, 100,000 rows are indexed in milliseconds
create index alerts_history_due on alerts (id) where is_history_due;

-- Null: the match notifies. A silent match has the nil UUID as its firing_id, so that it is not among the waiting matches.
alter table alert_matches add column silent_reason text;

-- Loads of the synthetic demo. The first import of a real file removes the demo (demo/replace-demo.ts).
alter table federal_loads add column is_demo boolean not null default false;
update federal_loads set is_demo = true
 where file_name like '%synthetic%' and exists (select from organizations where is_demo);
