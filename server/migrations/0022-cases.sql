-- Cases: one vehicle in one period, with what its organization says about it. The pack of a case is made when it is downloaded,
-- from the rows and images that are stored then.
create table cases (
  id uuid primary key,
  organization_id integer not null references organizations (id) on delete cascade,
  kind text not null check (kind in ('plate', 'vin', 'cab', 'trailer', 'container', 'chassis')),
  -- Letters and digits, in upper case.
  value text not null,
  plate_state text not null default '',
  -- Cab and trailer numbers repeat between carriers. 0: of any carrier.
  usdot_number bigint not null default 0,
  start_time timestamptz not null,
  end_time timestamptz not null check (end_time > start_time),
  title text not null,
  note text not null default '',
  position bigint generated always as identity,
  created_at timestamptz not null,
  -- Kept when the user is deleted.
  created_by integer
);
create index cases_by_organization on cases (organization_id, position);
