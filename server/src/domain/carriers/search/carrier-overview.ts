import type { CarrierSummary } from '../../../contract/carrier.ts';
import { type Db, statement } from '../../../db/database.ts';
import { countObservations } from '../../observations/count-observations.ts';
import { carrierByUsdot } from './search-store.ts';

/** A carrier as the command line shows it. */
export type CarrierOverview = CarrierSummary & {
  carrier_operation: string;
  classification: string;
  address: string;
  telephone: string;
  email_address: string;
  drivers: number;
  mcs150_date: string;
  mcs150_mileage: number;
  safety_rating: string;
  observations: number;
};

const details = statement(
  'carriers.details',
  `select case carrier_operation when 'A' then 'Interstate' when 'B' then 'Intrastate Hazmat'
       when 'C' then 'Intrastate Non-Hazmat' else '' end as carrier_operation,
     coalesce(classdef, '') as classification,
     concat_ws(', ', phy_street, phy_city, concat_ws(' ', phy_state, phy_zip), phy_country) as address,
     coalesce(phone, '') as telephone, coalesce(email_address, '') as email_address,
     coalesce(total_drivers, 0) as drivers, coalesce(mcs150_date::text, '') as mcs150_date,
     coalesce(mcs150_mileage, 0) as mcs150_mileage,
     case safety_rating when 'S' then 'Satisfactory' when 'C' then 'Conditional' when 'U' then 'Unsatisfactory'
       else '' end as safety_rating
   from company_census where usdot_number = $1`,
);

/** Null when the census does not have the carrier. */
export async function readCarrierOverview(db: Db, usdotNumber: number): Promise<CarrierOverview | null> {
  const carrier = await db.row<CarrierSummary>(carrierByUsdot, [usdotNumber]);
  const more = await db.row<Omit<CarrierOverview, keyof CarrierSummary | 'observations'>>(details, [
    usdotNumber,
  ]);
  if (!carrier || !more) return null;
  return { ...carrier, ...more, observations: await countObservations(db, { usdotNumber }) };
}
