-- What "what if" looks a place up in: of each percentile the measure it begins with and two on either side, eight bytes
-- each, big end first. One measure gone and another come moves none of the 101 by more than that. A whole group is
-- a megabyte, and took longer to fetch than everything else. Kept for the newest run of a method only.
create table safety_cuts (
  run_id integer not null, category smallint not null, peer_group smallint not null, cuts bytea not null,
  primary key (run_id, category, peer_group)
);

insert into safety_cuts
select d.run_id, d.category, d.peer_group, (
    select string_agg(
      case when place between 0 and n - 1 then substring(d.measures from place * 8 + 1 for 8)
        else '\x7ff8000000000000' end, '' order by percentile, beside)
    from generate_series(0, 100) percentile, generate_series(-2, 2) beside,
      lateral (select (percentile * (n - 1) + 99) / 100 + beside as place) at)
from safety_distributions d, lateral (select octet_length(d.measures) / 8 as n) length;

drop table safety_distributions;
