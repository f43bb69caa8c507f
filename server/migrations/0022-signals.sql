-- Carriers with the same email address, officer or street address, for the signals.
-- lock-exempt: an import replaces this table as a whole, and nothing else writes to it
create index company_census_by_email on company_census (lower(email_address)) where email_address is not null;
-- lock-exempt: an import replaces this table as a whole, and nothing else writes to it
create index company_census_by_officer on company_census (upper(company_officer_1))
  where company_officer_1 is not null;

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
-- Two spellings of one address have the ZIP code and the first number in common. This replaces the index on the exact spelling.
drop index company_census_by_address;
-- lock-exempt: an import replaces this table as a whole, and nothing else writes to it
create index company_census_by_house on company_census (left(phy_zip, 5), substring(phy_street from '[0-9]+'))
  where phy_street is not null;
