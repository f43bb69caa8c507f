-- Attempts at the items of each queue, by minute. Workers add their counts every few seconds.
create table queue_counts (
  minute timestamptz not null,
  queue text not null,
  outcome text not null,
  items bigint not null,
  primary key (minute, queue, outcome)
);

-- Images of each camera by hour and by day in UTC, counted by a worker (`domain/images/cameras`).
create table camera_hours (
  hour timestamptz not null,
  organization_id integer not null references organizations on delete cascade,
  source text not null,
  images integer not null,
  -- Of these, recognized and failed for good; the others wait.
  read integer not null,
  failed integer not null,
  last_image_at timestamptz not null,
  last_image_id uuid not null,
  primary key (hour, organization_id, source)
);
create table camera_days (
  organization_id integer not null references organizations on delete cascade,
  day date not null,
  source text not null,
  images integer not null,
  read integer not null,
  failed integer not null,
  last_image_at timestamptz not null,
  last_image_id uuid not null,
  primary key (organization_id, day, source)
);
-- When each hour was last counted, and how many of its images were still waiting.
create table camera_counts (
  hour timestamptz primary key,
  counted_at timestamptz not null default '-infinity',
  waiting integer not null default 0
);
