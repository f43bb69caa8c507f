-- Claims that ended because the worker vanished, counted apart from failed attempts (db/claim.ts).
alter table images add column interruptions smallint not null default 0;
alter table unmatched_sightings add column interruptions smallint not null default 0;
alter table revisits add column interruptions smallint not null default 0;
alter table webhook_deliveries add column interruptions smallint not null default 0;
alter table mails add column interruptions smallint not null default 0;
