-- The total of a page is the sum of up to one count per day. It is read from the index alone: half the time of the page's
-- statement was the reading of these rows.
-- lock-exempt: no version with this table has been released.
alter table observation_counts drop constraint observation_counts_pkey;
-- lock-exempt: see above.
alter table observation_counts
  add primary key (usdot_number, location_state, location_city, day, is_federal) include (observations);
