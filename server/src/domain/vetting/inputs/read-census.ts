import { type Db, statement } from '../../../db/database.ts';
import { readArchive } from '../../carriers/history/archive.ts';
import { valuesOn } from '../../carriers/history/archived-identity.ts';
import { CENSUS_FIELDS, type CensusField, type CensusInput } from './inputs.ts';

type Row = Record<CensusField, string | null> & {
  usdot_number: number;
  source_dataset: string;
  source_date: string | null;
};

/** The SMS census lists only carriers that FMCSA considers active, and has no ratings. */
const census = statement(
  'vetting.census',
  `select usdot_number, 'company-census' as source_dataset, federal_file_date('company-census') as source_date,
     legal_name, status_code as usdot_status, carrier_operation, classdef as operation_classification,
     case when hm_indicator then 'Y' else 'N' end as hazmat, power_units::text, total_drivers::text as drivers,
     mcs150_date::text, safety_rating, safety_rating_date::text
   from company_census where usdot_number = any($1::integer[])
   union all
   select usdot_number, 'sms-census', federal_file_date('sms-census'), legal_name, 'A', carrier_operation,
     case when authorized_for_hire then 'AUTHORIZED FOR HIRE' end, case hm_flag when true then 'Y' when false then 'N' end,
     power_units::text, total_drivers::text, mcs150_date::text, null, null
   from sms_census where usdot_number = any($1::integer[])
   order by usdot_number, source_dataset`,
);

/** The rows of the carriers in the loaded census files, by carrier. */
export async function readCensus(db: Db, usdotNumbers: number[]): Promise<Map<number, CensusInput[]>> {
  const rows = await db.rows<Row>(census, [usdotNumbers]);
  const found = new Map<number, CensusInput[]>();
  for (const { usdot_number, source_dataset, source_date, ...values } of rows) {
    const isRated = source_dataset === 'company-census';
    const { safety_rating, safety_rating_date, ...others } = values;
    const own = found.get(usdot_number) ?? [];
    own.push({
      ...{ source_dataset, source_date },
      values: isRated ? { ...others, safety_rating, safety_rating_date } : others,
    });
    found.set(usdot_number, own);
  }
  return found;
}

const isField = (field: string): field is CensusField => (CENSUS_FIELDS as readonly string[]).includes(field);

/**
 * What the archive has for a day. A rating or a form that is still current is also known for every day since its own date,
 * as in the profile.
 */
export async function readCensusOn(
  db: Db,
  usdotNumber: number,
  day: string,
  current: CensusInput[],
): Promise<CensusInput[]> {
  const held = valuesOn(await readArchive(db, usdotNumber), day).filter(
    ({ field, item }) => item === '' && isField(field),
  );
  const rows = [...Map.groupBy(held, ({ source }) => source)].map(
    ([source_dataset, values]): CensusInput => ({
      source_dataset,
      // The newest file up to the day that is known to have the values.
      source_date:
        values
          .map((one) => (one.last_seen < day ? one.last_seen : day))
          .sort()
          .at(-1) ?? null,
      values: Object.fromEntries(values.map(({ field, value }) => [field, value])),
    }),
  );
  const dated = current.flatMap(({ source_dataset, source_date, values }): CensusInput[] => {
    const { safety_rating = null, safety_rating_date = null, mcs150_date = null } = values;
    const kept = {
      ...(safety_rating_date !== null && safety_rating_date <= day && { safety_rating, safety_rating_date }),
      ...(mcs150_date !== null && mcs150_date <= day && { mcs150_date }),
    };
    return Object.keys(kept).length > 0 ? [{ source_dataset, source_date, values: kept }] : [];
  });
  return [...rows, ...dated];
}
