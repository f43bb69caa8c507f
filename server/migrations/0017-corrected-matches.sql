-- The events that a webhook receives.
alter table webhooks add column events text[] not null default '{alert.matches_found,alert.test}';

-- Matches that were sent and whose sighting then changed so that it no longer meets the alert. One row is one follow-up.
create table match_corrections (
  alert_id integer not null,
  sighting_id bigint not null,
  organization_id integer not null references organizations on delete cascade,
  corrected_at timestamptz not null default now(),
  -- False when the sighting meets the alert again.
  is_current boolean not null default true,
  -- When the webhooks were told, and when an email named it. Null: not yet.
  followed_up_at timestamptz,
  mailed_at timestamptz,
  primary key (alert_id, sighting_id)
);
create index match_corrections_due on match_corrections (corrected_at) where followed_up_at is null;
create index match_corrections_by_organization on match_corrections (organization_id);

-- Instead of a foreign key, which would lock the match for every row.
create function delete_match_corrections() returns trigger language plpgsql as $$
begin
  delete from match_corrections c using gone g where c.alert_id = g.alert_id and c.sighting_id = g.sighting_id;
  return null;
end $$;
create trigger delete_match_corrections after delete on alert_matches referencing old table as gone
  for each statement execute function delete_match_corrections();
