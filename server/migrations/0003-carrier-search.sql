-- Carrier search. An import gives these indexes to the table it puts in this one's place.
create extension if not exists pg_trgm;

-- The words by which a carrier is found: names, city, state; lower case, without punctuation.
create function carrier_search_words(legal_name text, dba_name text, city text, state text)
returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(lower(concat_ws(' ', legal_name, dba_name, city, state)),
    '[[:punct:][:space:]]+', ' ', 'g'))
$$;

create index company_census_by_words on company_census
  using gin (carrier_search_words(legal_name, dba_name, phy_city, phy_state)) with (fastupdate = off);
create index company_census_by_name on company_census (lower(legal_name) text_pattern_ops);
create index company_census_by_dba on company_census (lower(dba_name) text_pattern_ops) where dba_name is not null;
create index company_census_by_city on company_census (lower(phy_city), power_units desc nulls last)
  include (phy_state);
create index company_census_by_size on company_census (power_units desc nulls last, usdot_number);
create index company_census_by_docket on company_census (docket1_number) where docket1_number is not null;

-- Every word of the census once, with the number of carriers that have it: what a misspelt word may mean, and
-- which of two ways to search is the shorter. Rewritten by each import of the census.
create table carrier_words (
  word text collate "C" primary key,
  carriers integer not null
);
create index carrier_words_by_likeness on carrier_words using gin (word gin_trgm_ops);
