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
     total_drivers as drivers, coalesce(mcs150_date::text, '') as mcs150_date, mcs150_mileage, safety_rating
   from company_census where usdot_number = $1`,
);

/** A carrier as the command line shows it; null when the census does not have it. So are figures that it does not have. */
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
