-- The request that submitted an image, for the log line of its recognition.
alter table images add column correlation_id uuid;

-- W3C trace contexts of the steps that queued the rows. Null while tracing is off.
alter table images add column traceparent text;
alter table unmatched_sightings add column traceparent text;
alter table alert_matches add column traceparent text;
alter table webhook_deliveries add column traceparent text;
alter table mails add column traceparent text;

-- When the oldest match of a delivery was found, for the delay until it is delivered.
alter table webhook_deliveries add column matched_at timestamptz;
