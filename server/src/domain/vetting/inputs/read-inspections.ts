import { type Db, statement } from '../../../db/database.ts';
import {
  countInspections,
  type InspectionCounts,
  type SmsOutputs,
} from '../../carriers/records/inspections.ts';
import { countsOf } from './count-inspections.ts';
import type { InspectionInput, InspectionsInput } from './inputs.ts';

const ofCarrier = `carrier_inspections where usdot_number = k.usdot_number and insp_date >= $2::date and insp_date <= $3::date`;
const PUBLISHED = [
  'insp_total',
  'driver_insp_total',
  'driver_oos_insp_total',
  'vehicle_insp_total',
  'vehicle_oos_insp_total',
] as const;

const counted = statement(
  'vetting.inspection-counts',
  `select k.usdot_number, x.* from unnest($1::integer[]) k (usdot_number)
   cross join lateral (${countInspections(ofCarrier)}) x`,
);
const listed = statement(
  'vetting.inspections',
  `select k.usdot_number, coalesce((select json_agg(json_build_array(source, record_id, insp_date, insp_level_id,
       driver_oos, vehicle_oos, hazmat_oos, any_oos, has_hazmat) order by insp_date, source, record_id)
     from ${ofCarrier}), '[]') as rows
   from unnest($1::integer[]) k (usdot_number)`,
);
const outputs = statement(
  'vetting.sms-outputs',
  `select usdot_number, ${PUBLISHED.join(', ')} from sms_outputs where usdot_number = any($1::integer[])`,
);

type Counted = InspectionCounts & { usdot_number: number };

/** The inspections of the window: their counts, or every row where it is to be kept. */
export async function readInspections(
  db: Db,
  usdotNumbers: number[],
  window: [start: string, end: string],
  withRows: boolean,
): Promise<Map<number, InspectionsInput>> {
  const [found, published] = await Promise.all([
    withRows
      ? db.rows<{ usdot_number: number; rows: InspectionInput[] }>(listed, [usdotNumbers, ...window])
      : db.rows<Counted>(counted, [usdotNumbers, ...window]),
    db.rows<SmsOutputs & { usdot_number: number }>(outputs, [usdotNumbers]),
  ]);
  const publishedOf = new Map(published.map(({ usdot_number, ...counts }) => [usdot_number, counts]));
  return new Map(
    found.map(({ usdot_number, ...one }) => [
      usdot_number,
      {
        ...('rows' in one ? { rows: one.rows, counts: countsOf(one.rows) } : { rows: null, counts: one }),
        published: publishedOf.get(usdot_number) ?? null,
      },
    ]),
  );
}
