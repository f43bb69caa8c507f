import type { Derivation } from './derivation.ts';

const mileage = 'mcs150_mileage, mcs150_mileage_year, mcs150_date';
const numbers: Record<string, string> = {
  'company-census': `power_units, total_drivers, ${mileage}`,
  'sms-census': `power_units, total_drivers, ${mileage}`,
};

/**
 * Keeps what the census said of each carrier that day, where it differs from the last day known: FMCSA overwrites
 * its census, and this is the only history there is. One pass over the file and over the archive.
 */
export const keepSnapshots: Derivation = async (tx, { dataset, staged, asOf }) => {
  const said = numbers[dataset];
  if (said === undefined) return;
  await tx.client.query(
    `insert into carrier_snapshots
       (usdot_number, source, snapshot_date, power_units, drivers, mileage, mileage_year, mcs150_date)
     select said.* from (
       select usdot_number, $1::text, $2::date, ${said} from ${staged}
     ) as said (usdot_number, source, snapshot_date, power_units, drivers, mileage, mileage_year, mcs150_date)
     left join (
       select distinct on (usdot_number) usdot_number, power_units, drivers, mileage, mileage_year, mcs150_date
       from carrier_snapshots where source = $1 and snapshot_date <= $2
       order by usdot_number, snapshot_date desc
     ) as known using (usdot_number)
     where known.usdot_number is null
       or (said.power_units, said.drivers, said.mileage, said.mileage_year, said.mcs150_date)
         is distinct from (known.power_units, known.drivers, known.mileage, known.mileage_year, known.mcs150_date)
     on conflict (usdot_number, source, snapshot_date) do update set
       power_units = excluded.power_units, drivers = excluded.drivers, mileage = excluded.mileage,
       mileage_year = excluded.mileage_year, mcs150_date = excluded.mcs150_date`,
    [dataset, asOf],
  );
};
