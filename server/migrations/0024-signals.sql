-- Carriers with the same email address or officer, for the signals.
-- lock-exempt: an import replaces this table as a whole, and nothing else writes to it
create index company_census_by_email on company_census (lower(email_address)) where email_address is not null;
-- lock-exempt: an import replaces this table as a whole, and nothing else writes to it
create index company_census_by_officer on company_census (upper(company_officer_1))
  where company_officer_1 is not null;
