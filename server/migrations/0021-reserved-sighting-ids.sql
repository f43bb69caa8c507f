-- The id of the sighting that a waiting image may become. An attempt that is repeated uses the same id, so that what an earlier
-- attempt has left on another node is found. Rows that exist get none; the worker takes one when it claims them.
alter table image_queue add column sighting_id bigint;
alter table image_queue alter column sighting_id set default nextval('observation_ids');
