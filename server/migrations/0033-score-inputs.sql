-- The columns of the federal tables that scores are computed from, in blocks of rows: one array per column. An import writes
-- the blocks of the table that it creates, so a run reads some hundred rows instead of millions.
create table score_inputs (
  table_name text not null, block integer not null,
  -- Blocks are valid for the table with this oid, and for the SQL and layout of this version. Otherwise the table is read.
  relation bigint not null, version text not null,
  rows integer not null,
  -- A JSON array of the texts that this block adds to the numbered texts of its label columns.
  labels text not null,
  columns bytea not null,
  primary key (table_name, block)
);
-- The arrays compress badly, and a run reads all of them.
alter table score_inputs alter column columns set storage external;

-- A row that is changed in place, and not by an import, makes the blocks invalid.
create function delete_score_inputs() returns trigger language plpgsql as $$
begin
  delete from score_inputs where table_name = tg_table_name;
  return null;
end $$;

create trigger delete_score_inputs after insert or update or delete or truncate on sms_inspections
  for each statement execute function delete_score_inputs();
create trigger delete_score_inputs after insert or update or delete or truncate on sms_violations
  for each statement execute function delete_score_inputs();
create trigger delete_score_inputs after insert or update or delete or truncate on company_census
  for each statement execute function delete_score_inputs();
create trigger delete_score_inputs after insert or update or delete or truncate on sms_census
  for each statement execute function delete_score_inputs();
