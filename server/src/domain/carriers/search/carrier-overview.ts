import type { CarrierSummary } from '../../../contract/carrier.ts';
import { type Db, statement } from '../../../db/database.ts';
import { countObservations } from '../../observations/count-observations.ts';
import { OPERATION_WORDS, RATING_WORDS, wordOf } from '../records/census-words.ts';
import { carrierByUsdot } from './search-store.ts';

type DetailRow = { carrier_operation: string | null; safety_rating: string | null; address: string };

const details = statement(
  'carriers.details',
  `select carrier_operation, coalesce(classdef, '') as classification,
     concat_ws(', ', phy_street, phy_city, concat_ws(' ', phy_state, phy_zip), phy_country) as address,
     coalesce(phone, '') as telephone, coalesce(email_address, '') as email_address,
     coalesce(total_drivers, 0) as drivers, coalesce(mcs150_date::text, '') as mcs150_date,
     coalesce(mcs150_mileage, 0) as mcs150_mileage, safety_rating
   from company_census where usdot_number = $1`,
);

/** A carrier as the command line shows it; null when the census does not have it. */
export async function readCarrierOverview(db: Db, usdotNumber: number) {
  const summary = await db.row<CarrierSummary>(carrierByUsdot, [usdotNumber]);
  const row = await db.row<DetailRow>(details, [usdotNumber]);
  if (!summary || !row) return null;
  return {
    ...summary,
    ...row,
    carrier_operation: wordOf(OPERATION_WORDS, row.carrier_operation),
    safety_rating: wordOf(RATING_WORDS, row.safety_rating),
    observations: await countObservations(db, { usdotNumber }),
  };
}
