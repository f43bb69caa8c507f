-- The sums of a run for carriers with many inspections. A "what if" subtracts the inspections that change instead of
-- reading all events of the carrier. The arrays are in the order of the categories. Kept for the newest run of a method.
create table safety_sums (
  run_id integer not null, usdot_number integer not null, inspections integer not null,
  points integer[] not null, weights integer[] not null, relevant integer[] not null,
  with_violation integer[] not null, violations integer[] not null,
  -- Inspections with a violation, or crashes, of the last 12 months.
  recent integer[] not null,
  -- The bits of the categories whose percentile may be shown: with a recent event, or one in the latest inspection.
  is_recent integer not null,
  primary key (run_id, usdot_number)
);
