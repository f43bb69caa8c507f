import type { Evidence, VehicleRow } from './evidence.ts';

type Word = 'usdotNumber' | 'vin' | 'cabNumber' | 'logo' | 'equipmentType';

/** One thing that rows about a vehicle say; rows that do not say it are left out. */
export function vehicleSays(rows: readonly VehicleRow[], word: Word): Evidence[] {
  return rows.flatMap((row) => {
    const { table, key, seenAt } = row;
    return row[word] === '' ? [] : [{ table, key, seenAt, says: row[word] }];
  });
}
