import type { Database, Transaction } from '../../db/database.ts';
import { statement } from '../../db/database.ts';
import { countShape, countValues } from './count-rows.ts';
import type { Observation, ObservationFilter } from './observation.ts';
import { pageStatements } from './page-statements.ts';
import { fromRow } from './row.ts';

export type ObservationPage = { observations: Observation[]; total: number };
type Place = { total: number; newest: string | null; oldest: string | null; skip: number | null };

const oneSnapshot = statement('observations.one-snapshot', 'set transaction isolation level repeatable read');

/** A page of each carrier's list, newest first, and its exact total, all as of one moment. */
export async function pageObservations(
  database: Database,
  filters: ObservationFilter[],
  page: number,
  pageSize: number,
): Promise<ObservationPage[]> {
  return database.transaction(async (tx) => {
    await tx.run(oneSnapshot);
    const pages: ObservationPage[] = [];
    for (const filter of filters) pages.push(await onePage(tx, filter, page, pageSize));
    return pages;
  });
}

/** The counts say on which days the page lies, so nothing of what it skips is read but part of one day. */
async function onePage(tx: Transaction, filter: ObservationFilter, page: number, pageSize: number) {
  const shape = countShape(filter);
  const values = countValues(filter);
  const offset = (page - 1) * pageSize;
  const place = await tx.row<Place>(pageStatements.locate[shape], [...values, offset, pageSize]);
  const total = place?.total ?? 0;
  if (!place?.newest || !place.oldest) return { observations: [], total };
  const byDay = shape === 'state' || shape === 'city';
  const range = byDay ? [place.oldest, place.newest] : momentsOf(place.oldest, place.newest);
  const rows = await tx.rows<Record<string, unknown>>(pageStatements.read[shape], [
    values[0],
    ...range,
    values[3],
    values[4],
    place.skip,
    pageSize,
  ]);
  return { observations: rows.map(fromRow), total };
}

/** From the oldest day's first moment to the newest day's last. */
function momentsOf(oldest: string, newest: string): string[] {
  const after = new Date(`${newest}T00:00:00Z`);
  after.setUTCDate(after.getUTCDate() + 1);
  return [`${oldest}T00:00:00Z`, after.toISOString()];
}
