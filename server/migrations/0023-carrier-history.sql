-- The identity archive. FMCSA overwrites its registers, so each import stores the values that its file replaces.

-- A value that a file replaced. It was in the files from first_seen to last_seen; the file of replaced_on had another
-- value. The current value is not here: it is in the table of the dataset, or in carrier_last_known. `item` distinguishes
-- what a carrier has several of (authorities, kinds of insurance). A null value: the file had none.
create table carrier_history (
  usdot_number integer not null, source text not null, field text not null, item text not null, value text,
  first_seen date not null, last_seen date not null, replaced_on date not null,
  primary key (usdot_number, source, field, item, replaced_on)
);

-- The newest values of carriers and items that the loaded file does not have, or has with older values. A row here takes
-- precedence over the table of the dataset. missing_on is the day of the first file without the row; null while no newer
-- file lacks it. Null fields: only a file that is older than the newest archived one has the row.
create table carrier_last_known (
  usdot_number integer not null, source text not null, item text not null, seen_on date not null, missing_on date,
  fields jsonb,
  primary key (usdot_number, source, item)
);

-- The archived datasets: the days of the first, the last but one and the newest archived file. loaded_fields are the
-- fields for which the loaded file has columns; null for a file that was loaded before the archive existed. field_since has
-- the day from which a field is archived if a file before did not have its columns.
create table carrier_history_sources (
  source text primary key, since date not null, previous_on date, newest_on date not null, loaded_fields text[],
  field_since jsonb not null default '{}'
);

insert into carrier_history_sources (source, since, newest_on)
select dataset, as_of, as_of from federal_loads
where is_current and dataset in
  ('company-census', 'sms-census', 'motus-carrier', 'motus-insur', 'legacy-carrier', 'legacy-act-pend-insur');
