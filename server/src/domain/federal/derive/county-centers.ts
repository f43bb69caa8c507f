import { readFileSync } from 'node:fs';
import type { Transaction } from '../../../db/database.ts';

type Table = Record<string, [code: number, name: string, latitude: number, longitude: number][]>;

/** Written by scripts/make-counties.ts. Read once, when the first import needs it. */
function readTable(): Table {
  return JSON.parse(readFileSync(new URL('../generated/counties.json', import.meta.url), 'utf8'));
}

/** County names and centres as a table of this transaction: county_centres. */
export async function loadCountyCentres(tx: Transaction): Promise<void> {
  const rows = Object.entries(readTable()).flatMap(([state, counties]) =>
    counties.map(([county_code, name, latitude, longitude]) => ({
      ...{ state, county_code, name, latitude, longitude },
    })),
  );
  await tx.client.query(
    `create temp table county_centres on commit drop as
     select * from json_to_recordset($1) as c
       (state text, county_code integer, name text, latitude float8, longitude float8)`,
    [JSON.stringify(rows)],
  );
  await tx.client.query('analyze county_centres');
}
