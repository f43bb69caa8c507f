-- What a delivery tells: new matches, or matches that were sent before and no longer hold.
alter table webhook_deliveries add column event text not null default 'alert.matches_found';
