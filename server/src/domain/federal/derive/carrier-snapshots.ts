import type { Derivation } from './derivation.ts';

const CENSUSES = ['company-census', 'sms-census'];

/**
 * Stores each carrier's census figures if they differ from the last snapshot, for the averages of the scores. One pass over
 * the file and over the snapshots.
 */
export const saveCarrierSnapshots: Derivation = async (tx, { dataset, staged, asOf }) => {
  if (!CENSUSES.includes(dataset)) return;
  await tx.client.query(
    `insert into carrier_snapshots
       (usdot_number, source, snapshot_date, power_units, drivers, mileage, mileage_year, mcs150_date)
     select current.* from (
       select usdot_number, $1::text, $2::date, power_units, total_drivers, mcs150_mileage, mcs150_mileage_year,
         mcs150_date from ${staged}
     ) as current (usdot_number, source, snapshot_date, power_units, drivers, mileage, mileage_year, mcs150_date)
     left join (
       select distinct on (usdot_number) usdot_number, power_units, drivers, mileage, mileage_year, mcs150_date
       from carrier_snapshots where source = $1 and snapshot_date <= $2
       order by usdot_number, snapshot_date desc
     ) as last using (usdot_number)
     where last.usdot_number is null
       or (current.power_units, current.drivers, current.mileage, current.mileage_year, current.mcs150_date)
         is distinct from (last.power_units, last.drivers, last.mileage, last.mileage_year, last.mcs150_date)
     on conflict (usdot_number, source, snapshot_date) do update set
       power_units = excluded.power_units, drivers = excluded.drivers, mileage = excluded.mileage,
       mileage_year = excluded.mileage_year, mcs150_date = excluded.mcs150_date`,
    [dataset, asOf],
  );
};
