import { type Db, statement } from '../../db/database.ts';
import type { ObservationKey } from './observation.ts';

type Seen = Pick<ObservationKey, 'usdot_number' | 'time_captured'>;

/** The number of a carrier in federal files is an integer; lanes leave out others. */
const MAX_USDOT = 2 ** 31 - 1;

const insert = statement(
  'observations.change-lanes',
  `insert into lane_changes (usdot_number, day, has_deletions)
   select * from unnest($1::integer[], $2::date[], $3::boolean[])`,
);

/** All carriers: their days are counted again. */
const insertAll = statement(
  'observations.change-all-lanes',
  `insert into lane_changes (usdot_number, day, has_deletions) values (0, current_date, true)`,
);

/**
 * Notes whose days changed, in the transaction that changed them: a stage brings the lanes up to date (domain/lanes). One
 * small row for a carrier and a day.
 */
export async function changeLanes(db: Db, written: readonly Seen[], deleted: readonly Seen[]): Promise<void> {
  const changes = new Map<string, [usdotNumber: number, day: string, hasDeletions: boolean]>();
  const add = ({ usdot_number, time_captured }: Seen, isDeletion: boolean) => {
    if (usdot_number === 0 || usdot_number > MAX_USDOT) return;
    const day = time_captured.toISOString().slice(0, 10);
    const key = `${usdot_number} ${day}`;
    changes.set(key, [usdot_number, day, isDeletion || (changes.get(key)?.[2] ?? false)]);
  };
  for (const one of written) add(one, false);
  for (const one of deleted) add(one, true);
  if (changes.size === 0) return;
  const rows = [...changes.values()];
  await db.run(insert, [rows.map(([one]) => one), rows.map(([, day]) => day), rows.map(([, , is]) => is)]);
}

export async function changeAllLanes(db: Db): Promise<void> {
  await db.run(insertAll);
}
