import { OBSERVATION_COLUMNS } from '../../contract/observation.ts';
import { statement } from '../../db/database.ts';
import { COUNTED, countDeltas } from './count-deltas.ts';

const names = Object.keys(OBSERVATION_COLUMNS);
export const columnList = names.join(', ');
const rowType = Object.entries(OBSERVATION_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');
/** What a row leaves out is empty; half of a sighting's fields usually are. */
const given = Object.entries(OBSERVATION_COLUMNS)
  .map(([name, type]) => {
    if (type === 'boolean') return `coalesce(${name}, false)`;
    return type === 'text' && !name.endsWith('_ocr_score') ? `coalesce(${name}, '')` : name;
  })
  .join(', ');
const countRow = 'returning usdot_number, location_state, location_city, day, is_federal, observations';
const key = 'usdot_number bigint, time_captured timestamptz, id bigint';

export const takeIds = statement(
  'observations.take-ids',
  `select nextval('observation_ids') as id from generate_series(1, $1)`,
);

/** One round trip for a whole batch, rows and counts together; about 40 µs a row at 1,000 rows. */
export const insertRows = statement(
  'observations.insert-rows',
  `with fresh as (
     insert into observations (${columnList})
     select ${given} from json_to_recordset($1) as r (${rowType})
     returning ${COUNTED}, 1 as delta
   ) ${countDeltas('fresh')}`,
);

/** Whoever changes a row holds its lock first, so that the change is counted from what is really there. */
export const lockRows = statement(
  'observations.lock-rows',
  `select ${names.map((name) => `o.${name}`).join(', ')}
   from json_to_recordset($1) as k (${key})
   join observations o on o.usdot_number = k.usdot_number and o.time_captured = k.time_captured and o.id = k.id
   order by o.usdot_number, o.time_captured, o.id
   for update of o`,
);

/**
 * A change is the old row taken away and the new one put in: the key's columns cannot be updated in place once
 * the table is distributed. The new row asks for the old one first, so that the two never meet.
 */
export const replaceRow = statement(
  'observations.replace-row',
  `with gone as (
     delete from observations where usdot_number = $1 and time_captured = $2 and id = $3
     returning ${COUNTED}, -1 as delta
   ), fresh as (
     insert into observations (${columnList})
     select ${given} from json_to_recordset($4) as r (${rowType})
     where (select count(*) from gone) = 1
     returning ${COUNTED}, 1 as delta
   ), changes as (select * from gone union all select * from fresh)
   ${countDeltas('changes', countRow)}`,
);

export const deleteRows = statement(
  'observations.delete-rows',
  `with gone as (
     delete from observations o using json_to_recordset($1) as k (${key})
     where o.usdot_number = k.usdot_number and o.time_captured = k.time_captured and o.id = k.id
     returning ${COUNTED.split(', ')
       .map((name) => `o.${name}`)
       .join(', ')}, -1 as delta
   ) ${countDeltas('gone', countRow)}`,
);

/** Count rows that fell to nothing; the caller holds their locks since it changed them. */
export const dropEmptyCounts = statement(
  'observations.drop-empty-counts',
  `delete from observation_counts c
   using json_to_recordset($1) as k (usdot_number bigint, location_state text, location_city text, day date, is_federal boolean)
   where c.usdot_number = k.usdot_number and c.location_state = k.location_state
     and c.location_city = k.location_city and c.day = k.day and c.is_federal = k.is_federal and c.observations = 0`,
);
