-- Score runs read the federal tables.
drop trigger if exists delete_score_inputs on sms_inspections;
drop trigger if exists delete_score_inputs on sms_violations;
drop trigger if exists delete_score_inputs on company_census;
drop trigger if exists delete_score_inputs on sms_census;
drop function if exists delete_score_inputs();
drop table if exists score_inputs;

update carrier_history_sources set loaded_fields = '{}' where loaded_fields is null;
alter table carrier_history_sources alter column loaded_fields set not null;

alter table webhooks rename column lane to fairness_key;
alter table webhook_deliveries rename column lane to fairness_key;
alter table delivery_queue rename column lane to fairness_key;
