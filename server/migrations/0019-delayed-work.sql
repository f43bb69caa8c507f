-- Since when every attempt at a row has failed for a reason outside it: the image store, the recognizer's connection, the
-- database. Such attempts are not counted. Null for all other rows.
alter table image_queue add column delayed_since timestamptz;
alter table revisits add column delayed_since timestamptz;
alter table unmatched_sightings add column delayed_since timestamptz;
alter table delivery_queue add column delayed_since timestamptz;
alter table mails add column delayed_since timestamptz;

-- lock-exempt: No row is in the new index yet, and a queue holds little but unfinished work: one short scan.
create index image_queue_delayed on image_queue (delayed_since) where delayed_since is not null;
-- lock-exempt: No row is in the new index yet, and a queue holds little but unfinished work: one short scan.
create index revisits_delayed on revisits (delayed_since) where delayed_since is not null;
-- lock-exempt: No row is in the new index yet, and a queue holds little but unfinished work: one short scan.
create index unmatched_sightings_delayed on unmatched_sightings (delayed_since) where delayed_since is not null;
-- lock-exempt: No row is in the new index yet, and a queue holds little but unfinished work: one short scan.
create index delivery_queue_delayed on delivery_queue (delayed_since) where delayed_since is not null;
-- lock-exempt: No row is in the new index yet, and emails are kept for 30 days: one scan of a table of moderate size.
create index mails_delayed on mails (delayed_since) where delayed_since is not null;
