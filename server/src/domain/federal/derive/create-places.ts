import { readFileSync } from 'node:fs';
import type { Transaction } from '../../../db/database.ts';
import { stateZones, zoneOf } from './time-zones.ts';

type County = [code: number, name: string, latitude: number, longitude: number];

/**
 * Creates the temporary tables county_centers, from the file written by scripts/make-counties.ts, and state_zones, with the
 * time zones of places.
 */
export async function createPlaces(tx: Transaction): Promise<void> {
  const file = new URL('../generated/counties.json', import.meta.url);
  const states: Record<string, County[]> = JSON.parse(readFileSync(file, 'utf8'));
  const rows = Object.entries(states).flatMap(([state, counties]) =>
    counties.map(([county_code, name, latitude, longitude]) => ({
      state,
      county_code,
      name,
      latitude,
      longitude,
      zone: zoneOf(state, county_code),
    })),
  );
  await tx.client.query(
    `create temp table county_centers on commit drop as
     select * from json_to_recordset($1) as c
       (state text, county_code integer, name text, latitude float8, longitude float8, zone text)`,
    [JSON.stringify(rows)],
  );
  await tx.client.query(
    `create temp table state_zones on commit drop as
     select key as state, value as zone from json_each_text($1)`,
    [JSON.stringify(Object.fromEntries(stateZones))],
  );
  await tx.client.query('analyze county_centers; analyze state_zones');
}
