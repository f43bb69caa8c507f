-- A queue is almost empty after each vacuum. If vacuum then returns its pages to the operating system, PostgreSQL plans to
-- scan the whole table, and keeps this plan while finished rows fill it again until the next vacuum.
alter table image_queue set (vacuum_truncate = false);
alter table unmatched_sightings set (vacuum_truncate = false);
alter table revisits set (vacuum_truncate = false);
alter table delivery_queue set (vacuum_truncate = false);
alter table mails set (vacuum_truncate = false);

-- These tables were queues. Now their rows change once, and each vacuum reads all their indexes, so it should be rare.
alter table images set (autovacuum_vacuum_scale_factor = 0.1);
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.1);
