-- What was read in an image is stored once, beside the image. An observation has the few values that pages and signals need,
-- a sighting the reasons of its decision, and the queue of the alerts the sighting that is to be compared.

-- As queuedForm in domain/observations/unmatched.ts. Null when the sighting no longer exists.
alter table unmatched_sightings add column sighting json;
update unmatched_sightings u set sighting = (
    select json_object_agg(key, value) from jsonb_each((to_jsonb(o) - 'type' - 'readings') || jsonb_build_object(
      'lines', (select jsonb_agg(line->'text') from jsonb_array_elements(o.readings->'lines') line),
      'views', (select jsonb_agg(view - 'time_captured') from jsonb_array_elements(o.readings->'views') view),
      'plate_confidence', o.readings->'plate_confidence',
      'carrier_name', o.readings#>'{usdot_number,carrier_name}'))
     where value not in ('null', '""', 'false'))
  from observations o
 where o.usdot_number = u.usdot_number and o.time_captured = u.time_captured and o.id = u.id;
alter table unmatched_sightings drop column usdot_number, drop column time_captured;

-- As explanationOf in domain/recognition/sighting/compose-sighting.ts. Null in sightings of the demo, which no image shows.
alter table sightings add column explanation json;
update sightings s set explanation = (
    select json_object_agg(key, value) from jsonb_each(jsonb_build_object(
      'outcome', o.readings#>'{usdot_number,outcome}',
      'witnesses', o.readings#>'{usdot_number,witnesses}',
      'carrier_name', o.readings#>'{usdot_number,carrier_name}',
      'rows', o.readings#>'{usdot_number,rows}',
      'conflicts', o.readings->'conflicts',
      'imputed', o.readings->'imputed',
      'shows', jsonb_path_query_array(o.readings, '$.views[*].shows'),
      'plate_confidence', o.readings->'plate_confidence'))
     where value not in ('null', '[]'))
  from observations o
 where o.usdot_number = s.usdot_number and o.time_captured = s.time_captured and o.id = s.id
   and o.readings->'usdot_number' is not null;

alter table observations add column is_usdot_confirmed boolean not null default false,
  add column is_plate_doubtful boolean not null default false,
  add column has_conflicting_name boolean not null default false;
update observations set
    is_usdot_confirmed = coalesce(readings#>>'{usdot_number,outcome}' = 'confirmed', false),
    is_plate_doubtful = coalesce(readings->>'plate_agreement' = 'contradicted', false)
      or coalesce((readings->>'plate_confidence')::float8, 1) < 0.9,
    has_conflicting_name = coalesce(readings->'conflicts' @> '[{"field": "name"}]', false)
  where readings is not null;
alter table observations drop column readings;

-- As packReading in domain/recognition/sighting/packed-reading.ts.
create function packed_line(line jsonb) returns json language sql immutable as $$
  select json_agg(value order by nth) from (
    select 0 as nth, line->'text' as value
    union all select 1, to_jsonb(round((line->>'confidence')::numeric * 1000))
    union all select 1 + nth, to_jsonb(round((corner #>> '{}')::numeric))
      from jsonb_path_query(line, '$.quad[*][*]') with ordinality as c (corner, nth)) as parts
$$;
create function packed_field(field jsonb) returns jsonb language sql immutable as $$
  select field || jsonb_build_object('characters', (
    select coalesce(jsonb_agg(round((one #>> '{}')::numeric * 1000) order by nth), '[]')
      from jsonb_array_elements(field->'characters') with ordinality as c (one, nth)))
$$;
create function packed_reading(reading jsonb) returns json language sql immutable as $$
  select json_strip_nulls(json_build_object(
    'width', reading->'width',
    'height', reading->'height',
    'isWhole', case when (reading->>'isWhole')::boolean then true end,
    'view', reading#>'{fields,view}',
    'lines', coalesce((select json_agg(packed_line(line) order by nth)
      from jsonb_array_elements(reading->'lines') with ordinality as l (line, nth)), '[]'),
    'fields', coalesce((
      select json_object_agg(name, case when jsonb_typeof(value) = 'object' then packed_field(value)
          else (select jsonb_agg(packed_field(one) order by nth) from jsonb_array_elements(value) with ordinality as l (one, nth)) end)
        from jsonb_each((reading->'fields') - 'view') as f (name, value)
       where value <> '[]'
         and (value->>'value' is distinct from '' or value ?| array['own', 'confidence', 'agreement', 'others'])), '{}')))
$$;
-- lock-exempt: nothing has been released with the longer form, so that no large table is rewritten.
alter table images alter column readings type json using packed_reading(readings);
drop function packed_reading(jsonb), packed_line(jsonb), packed_field(jsonb);
