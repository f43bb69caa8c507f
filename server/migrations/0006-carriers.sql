-- Carrier search, and what the carrier profile and the signals look up. An import gives the indexes to the table that replaces
-- this one.
create extension if not exists pg_trgm;

-- The words by which a carrier is found: names, city and state, in lower case and without punctuation.
create function carrier_search_words(legal_name text, dba_name text, city text, state text)
returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(lower(concat_ws(' ', legal_name, dba_name, city, state)),
    '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- A street in one spelling: without punctuation, with the usual abbreviations (123 N. Main Street, Suite 4: 123 N MAIN ST # 4).
create function street_key(street text) returns text language sql immutable parallel safe as $$
  select string_agg(coalesce(usual.short, part.word), ' ' order by part.nth)
  from string_to_table(btrim(regexp_replace(
      replace(replace(upper(street), '.', ''), '#', ' # '), '[^A-Z0-9#]+', ' ', 'g')), ' ') with ordinality as part (word, nth)
  left join (values ('STREET', 'ST'), ('AVENUE', 'AVE'), ('AV', 'AVE'), ('ROAD', 'RD'), ('DRIVE', 'DR'), ('LANE', 'LN'),
    ('BOULEVARD', 'BLVD'), ('HIGHWAY', 'HWY'), ('PARKWAY', 'PKWY'), ('COURT', 'CT'), ('PLACE', 'PL'), ('CIRCLE', 'CIR'),
    ('TERRACE', 'TER'), ('TRAIL', 'TRL'), ('SQUARE', 'SQ'), ('ROUTE', 'RTE'), ('RT', 'RTE'), ('COUNTY', 'CO'),
    ('NORTH', 'N'), ('SOUTH', 'S'), ('EAST', 'E'), ('WEST', 'W'), ('NORTHEAST', 'NE'), ('NORTHWEST', 'NW'),
    ('SOUTHEAST', 'SE'), ('SOUTHWEST', 'SW'), ('SUITE', '#'), ('STE', '#'), ('UNIT', '#'), ('APARTMENT', '#'), ('APT', '#')
  ) as usual (word, short) on usual.word = part.word
$$;

create index company_census_by_words on company_census
  using gin (carrier_search_words(legal_name, dba_name, phy_city, phy_state)) with (fastupdate = off);
create index company_census_by_name on company_census (lower(legal_name) text_pattern_ops);
create index company_census_by_dba on company_census (lower(dba_name) text_pattern_ops) where dba_name is not null;
create index company_census_by_city on company_census (lower(phy_city), power_units desc nulls last)
  include (phy_state);
create index company_census_by_size on company_census (power_units desc nulls last, usdot_number);
create index company_census_by_docket on company_census (docket1_number) where docket1_number is not null;
create index company_census_by_phone on company_census (phone) where phone is not null;
create index company_census_by_cell_phone on company_census (cell_phone) where cell_phone is not null;
create index company_census_by_email on company_census (lower(email_address)) where email_address is not null;
create index company_census_by_officer on company_census (upper(company_officer_1))
  where company_officer_1 is not null;
create index company_census_by_second_officer on company_census (upper(company_officer_2))
  where company_officer_2 is not null;
-- Two spellings of one address have the ZIP code and the first number in common.
create index company_census_by_house on company_census (left(phy_zip, 5), substring(phy_street from '[0-9]+'))
  where phy_street is not null;

-- Every word of the census, with the number of carriers that have it. It corrects misspelled words and shows which of two
-- search plans is shorter. Each import of the census rewrites it.
create table carrier_words (
  word text collate "C" primary key,
  carriers integer not null
);
create index carrier_words_by_likeness on carrier_words using gin (word gin_trgm_ops);

-- The identity archive. FMCSA overwrites its registers, so each import stores the values that its file replaces.

-- A value that a file replaced. It was in the files from first_seen to last_seen; the file of replaced_on had another
-- value. The current value is not here: it is in the table of the dataset, or in carrier_last_known. `item` distinguishes
-- what a carrier has several of (authorities, kinds of insurance). A null value: the file had none.
create table carrier_history (
  usdot_number integer not null, source text not null, field text not null, item text not null, value text,
  first_seen date not null, last_seen date not null, replaced_on date not null,
  primary key (usdot_number, source, field, item, replaced_on)
);

-- Of an archived address: `street, city, state ZIP`, with the country if it is not the United States.
create function street_of_address(address text) returns text language sql immutable parallel safe as $$
  select regexp_replace(address, ', [^,]*, [^,]*[0-9][^,]*(, [A-Z]+)?$', '')
$$;
create function zip_of_address(address text) returns text language sql immutable parallel safe as $$
  select substring(address from '([0-9]{5})(?:-?[0-9]{4})?(?:, [A-Z]+)?$')
$$;
-- Other carriers that had a contact before (domain/carriers/related).
create index carrier_history_by_contact on carrier_history (field, upper(value))
  where source = 'company-census' and field in ('phone', 'cell_phone', 'email_address', 'officer_1', 'officer_2');
create index carrier_history_by_address on carrier_history (zip_of_address(value), street_key(street_of_address(value)))
  where source = 'company-census' and field = 'physical_address';

-- The newest values of carriers and items that the loaded file does not have, or has with older values. A row here takes
-- precedence over the table of the dataset. missing_on is the day of the first file without the row; null while no newer
-- file lacks it. Null fields: only a file that is older than the newest archived one has the row.
create table carrier_last_known (
  usdot_number integer not null, source text not null, item text not null, seen_on date not null, missing_on date,
  fields jsonb,
  primary key (usdot_number, source, item)
);

-- The archived datasets: the days of the first, the previous and the newest archived file. loaded_fields are the fields for
-- which the loaded file has columns. field_since has the day from which a field is archived, if an earlier file lacked its
-- columns.
create table carrier_history_sources (
  source text primary key, since date not null, previous_on date, newest_on date not null, loaded_fields text[] not null,
  field_since jsonb not null default '{}'
);

-- What each violation code means in SMS: one version per month of the SMS violation file, written by the import.
-- A null BASIC means that SMS does not count the violation or that the code is unknown (source 'unknown').
create table violation_catalog (
  month date not null, plain_code text not null,
  -- 0 is the default; the others apply to a row with their description.
  place smallint not null,
  code text not null, description text not null, basic text, violation_group text not null,
  severity_weight smallint, oos_weight smallint not null, is_red_flag boolean not null,
  source text not null check (source in ('sms', 'list', 'seed', 'section', 'unknown')),
  -- Rows of the loaded files, for the share of violations without a weight.
  sms_rows bigint not null, daily_rows bigint not null,
  is_current boolean not null,
  primary key (month, plain_code, place)
);
create unique index violation_catalog_current on violation_catalog (plain_code, place) where is_current;
create index violation_catalog_red_flags on violation_catalog (plain_code) where is_current and is_red_flag;
