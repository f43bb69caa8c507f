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

-- Nothing reads the weights of groups: the catalog has the weight of each code.
drop table violation_groups;
delete from federal_loads where dataset = 'violation-groups';
drop index violation_codes_by_code;
create index violation_catalog_red_flags on violation_catalog (plain_code) where is_current and is_red_flag;
