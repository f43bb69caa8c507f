import { type Db, statement } from '../../db/database.ts';
import { plainFields, qualityFields } from './observation-json.ts';

/** One vehicle has hundreds of rows at most: they are counted and skipped as they are. */
const pageOf = (name: string, fields: string) =>
  statement(
    `observations.by-vin.${name}`,
    `select (select count(*) from observations o where o.vin = $1 and o.vin <> '') as total,
       coalesce((select json_agg(record)::text from (select ${fields} from (
         select * from observations o where o.vin = $1 and o.vin <> ''
         order by o.time_captured desc, o.id desc offset $2 limit $3) o) record), '[]') as observations`,
  );
const plain = pageOf('plain', plainFields);
const quality = pageOf('quality', qualityFields);

/** `observations` is the text of a JSON array. */
export type VinPage = { observations: string; total: number };

/** A page of what is known of one VIN, whoever's number it was seen under, newest first. */
export async function pageVinObservations(
  db: Db,
  vin: string,
  page: number,
  pageSize: number,
  withQuality: boolean,
): Promise<VinPage> {
  const row = await db.row<VinPage>(withQuality ? quality : plain, [vin, (page - 1) * pageSize, pageSize]);
  return { observations: row?.observations ?? '[]', total: Number(row?.total ?? 0) };
}
