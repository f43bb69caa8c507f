-- The state of a delivery is in delivery_queue only. The indexes on these columns are dropped with them.
alter table webhook_deliveries
  drop column due_at,
  drop column attempts,
  drop column interruptions,
  drop column lease_id,
  drop column failure,
  drop column died_at;

-- Each webhook has a key of its own, so that deliveries are claimed fairly: a dead webhook delays no other.
alter table webhooks rename column lane to fairness_key;
alter table webhook_deliveries rename column lane to fairness_key;
alter table delivery_queue rename column lane to fairness_key;
