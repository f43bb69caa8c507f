import { type ReadResult, unreadReasons } from '../../../contract/read-results.ts';
import { type Db, statement } from '../../../db/database.ts';
import { byName } from '../../../lib/by-name.ts';
import { AppError } from '../../../lib/errors.ts';

type HourRow = {
  hour: Date;
  images: number;
  read: number;
  failed: number;
  judged: number;
  identified: number;
  results: Partial<Record<ReadResult, number>>;
};

const isKnown = statement(
  'cameras.is-known',
  'select 1 from camera_hours where organization_id = $1 and source = $2 limit 1',
);
const hoursOf = statement(
  'cameras.hours',
  `select hour, images, read, failed, judged, identified, results from camera_hours
    where organization_id = $1 and source = $2 and hour >= date_trunc('hour', $3::timestamptz, 'UTC') and hour < $4
    order by hour`,
);

/** The hours of a camera in which it sent images, oldest first. */
export async function listCameraHours(db: Db, organizationId: number, source: string, from: Date, to: Date) {
  const [known, rows] = await Promise.all([
    db.row(isKnown, [organizationId, source]),
    db.rows<HourRow>(hoursOf, [organizationId, source, from, to]),
  ]);
  if (!known) throw new AppError('not_found', 'There is no such camera.');
  return rows.map(({ results, ...hour }) => {
    const { usdot_and_plate: both = 0, usdot = 0, plate = 0 } = results;
    const reasons = byName(unreadReasons(), (reason) => results[reason] ?? 0);
    return { ...hour, with_usdot: both + usdot, with_plate: both + plate, reasons };
  });
}
