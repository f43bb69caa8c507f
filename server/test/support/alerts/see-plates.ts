import { Matcher } from '../../../src/domain/alerts/match/matcher.ts';
import { ensureMonths } from '../../../src/domain/observations/ensure-months.ts';
import { recordSightings } from '../../../src/domain/observations/record-sightings.ts';
import type { TestApi } from '../api.ts';

/** Trucks that a camera of the organization sees a minute before `now`, compared with the alerts at once. */
export async function seePlates(
  api: TestApi,
  organizationId: number,
  plates: string[],
  { now = new Date(), fields = {} }: { now?: Date; fields?: object } = {},
): Promise<void> {
  const time_captured = new Date(now.getTime() - 60_000);
  await ensureMonths(api.db, [time_captured]);
  for (const alpr_plate_number of plates)
    await api.db.transaction((tx) =>
      recordSightings(tx, [{ usdot_number: 0, time_captured, organizationId, alpr_plate_number, ...fields }]),
    );
  await new Matcher({ database: api.db, clock: { now: () => now }, wake: () => undefined }).round();
}
