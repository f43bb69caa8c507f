import { statement } from '../../../db/database.ts';
import { TRAILER_TYPE_IDS, trailerTypeLabel } from '../../federal/vehicle-types.ts';

/** Of each kind at most this many rows: what is older weighs little. */
const MOST = 20;

/** Our own sightings that bear the same mark, newest first: one short index range. */
const sighted = (via: string, value: string) => `
  (select '${via}' as via, 'observations' as "table", sighting_id::text as key, seen_at,
     case when usdot_number = 0 then '' else usdot_number::text end as usdot_number, vin, cab_number, logo,
     equipment_type, false as is_trailer
   from vehicle_evidence
   where kind = '${via}' and value = ${value} and sighting_id <> all($1::bigint[])
     and (usdot_number <> 0 or vin <> '' or cab_number <> '' or logo <> '' or equipment_type <> '')
   order by seen_at desc limit ${MOST})`;

/** Units of inspections that an index finds, then their inspections by id. */
const inspected = (via: string, found: string) => `
  select '${via}', 'inspections', i.usdot_number || ' ' || i.inspection_id, i.insp_date::timestamp at time zone 'UTC',
    case when i.usdot_number = 0 then '' else i.usdot_number::text end, coalesce(u.vin, ''),
    case when u.unit_type_id in (${TRAILER_TYPE_IDS}) then '' else coalesce(upper(u.company_number), '') end, '',
    coalesce(${trailerTypeLabel('u.unit_type_id')}, ''), coalesce(u.unit_type_id in (${TRAILER_TYPE_IDS}), false)
  from (select inspection_id, unit_type_id, vin, company_number from inspection_units where ${found}
        limit ${MOST}) u
  join inspections i on i.inspection_id = u.inspection_id`;

const smsInspected = (via: string, found: string, isTrailer: boolean, vin = 'vin') => `
  (select '${via}', 'sms_inspections', usdot_number || ' ' || unique_id, insp_date::timestamp at time zone 'UTC',
    case when usdot_number = 0 then '' else usdot_number::text end, coalesce(${vin}, ''), '', '', '', ${isTrailer}
  from sms_inspections where ${found} limit ${MOST})`;

const plate = (order: string) => `unit_license is not null and plain_plate(unit_license) = $3
  and unit_license_state = $4 order by ${order} desc`;

/**
 * All that is known by the marks of a truck, in one round trip. $1 sightings that do not count, $2 plate as in
 * vehicle_evidence, $3 plate and $4 its state, $5 VIN, $6 trailer number, $7 docket and $8 its prefix; each may be
 * null. About ten index ranges of a few rows each, under 1 ms.
 */
export const vehicleEvidence = statement(
  'imputation.vehicle-evidence',
  `${sighted('plate', '$2')}
   union all ${sighted('vin', '$5')}
   union all ${sighted('trailer', '$6')}
   union all ${inspected('plate', plate('inspection_id'))}
   union all ${smsInspected('plate', plate('unique_id'), false)}
   union all ${inspected('vin', 'vin = $5')}
   union all ${smsInspected('vin', 'vin = $5', false)}
   union all ${smsInspected('vin', 'vin2 = $5', true, 'vin2')}
   union all
   (select 'vin', 'crashes', usdot_number || ' ' || crash_id, report_date::timestamp at time zone 'UTC',
      case when usdot_number = 0 then '' else usdot_number::text end, vin, '', '', '', false
    from crashes where vin = $5 limit ${MOST})
   union all
   select 'docket', 'carrier_dockets', source || ' ' || usdot_number || ' ' || $8::text || $7::int, null,
     usdot_number::text, '', '', '', '', false
   from (select 'motus' as source, usdot_number from motus_carriers where docket_number = $7 and docket_prefix = $8
     union select 'legacy', usdot_number from legacy_carriers where docket_number = $7 and docket_prefix = $8
     union select 'census', usdot_number from company_census where docket1_number = $7 and docket1_prefix = $8) d
   where usdot_number <> 0`,
);

/**
 * What depends on the carrier. $1 sightings that do not count, $2 cab number as in vehicle_evidence, $3 carrier, $4
 * beginnings of VINs; each may be null. Looked up by carrier throughout.
 */
export const carrierEvidence = statement(
  'imputation.carrier-evidence',
  `${sighted('cab', '$2')}
   union all
   select 'docket', 'carrier_dockets', d.source || ' ' || d.usdot_number || ' ' || d.docket_prefix || d.docket_number,
     null, d.usdot_number::text, d.docket_number::text, '', '', '',
     exists (select from carrier_authorities a where a.usdot_number = $3::int and a.status = 'A'
       and a.docket_number = d.docket_number and a.docket_prefix = d.docket_prefix)
   from carrier_dockets d where d.usdot_number = $3::int and d.docket_prefix = 'MC'
   union all
   select 'wmi', 'wmi_vehicle_types', w.wmi, null, '', coalesce(w.vehicle_type, ''), '', '', '', false
   from wmi_vehicle_types w where w.wmi = any($4::text[])`,
);
