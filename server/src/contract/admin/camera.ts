import Type from 'typebox';
import { byName } from '../../lib/by-name.ts';
import { Pagination, pageQuery } from '../pagination.ts';
import type { Problem } from '../problem.ts';
import { UNREAD_REASONS, unreadReasons } from '../read-results.ts';
import { converted, named, nullable, StoredTime, text } from '../schema.ts';

const HOUR_MS = 3_600_000;
/** Hours without `from`. */
const DEFAULT_HOURS = 48;
const MAX_DAYS = 31;
/** Hours of a camera are kept for this many days. */
export const CAMERA_HOURS_DAYS = 90;

export const Camera = named('Camera', {
  organization_id: Type.Integer(),
  organization_name: Type.String(),
  source: Type.String(),
  last_image_at: StoredTime,
  last_image_id: Type.String({
    format: 'uuid',
    description: 'For `GET /images/{image_id}`, by users of the organization of the camera.',
  }),
  is_silent: Type.Boolean(),
  images_per_day: Type.Array(Type.Integer(), {
    description: 'Images received on each of the last 14 days in UTC, oldest first. The last day is today.',
  }),
  share_read: nullable(
    Type.Number({
      description:
        'The share of images of the 14 days on which something was read, 0 to 1. Waiting images do not count. Null if all wait.',
    }),
  ),
  share_identified: nullable(
    Type.Number({
      description:
        'The share of these images on which a USDOT or MC number, VIN, plate, cab or trailer number was read with Medium or High. Null if the result of no image is known.',
    }),
  ),
});
export const CameraList = named('CameraList', {
  cameras: Type.Array(Camera),
  silent: Type.Integer({ description: 'How many cameras are silent.' }),
  silent_rule: Type.String({ description: 'When a camera is silent.' }),
  counted_at: nullable({ ...StoredTime, description: 'When images were last counted; every minute.' }),
  pagination: Pagination,
});

export const CameraQuery = Type.Object({
  organization_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only for the operator, who sees all cameras without it.' }),
  ),
  source: Type.Optional(text({ description: 'A part of the name.' })),
  silent: Type.Boolean({ default: false, description: 'true: only silent cameras.' }),
  ...pageQuery({ maxPage: 10_000, maxSize: 500, size: 100 }),
});

const hourCount = (description: string) => Type.Integer({ description });
const CameraHour = named('CameraHour', {
  hour: { ...StoredTime, description: 'The beginning of the hour.' },
  images: hourCount('Images that were received in the hour.'),
  read: hourCount('Images that were recorded.'),
  failed: hourCount('Images that failed for good. The others wait.'),
  judged: hourCount('Images with a result: `identified` and all `reasons`.'),
  identified: hourCount(
    'Images with a USDOT or MC number, VIN, plate, cab or trailer number that was read with Medium or High. A plate that the partner sent counts.',
  ),
  with_usdot: hourCount('Images with a USDOT number.'),
  with_plate: hourCount('Images with a plate.'),
  reasons: named(
    'UnreadReasons',
    byName(unreadReasons(), (reason) => hourCount(UNREAD_REASONS[reason])),
  ),
});
export const CameraHours = named('CameraHours', {
  organization_id: Type.Integer(),
  source: Type.String(),
  from: StoredTime,
  to: StoredTime,
  hours: Type.Array(CameraHour),
});

export const CameraHoursQuery = Type.Object({
  source: text({ minLength: 1, description: 'The name of the camera.' }),
  organization_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only for the operator. Without it: your organization.' }),
  ),
  from: Type.Optional(
    converted<Date>('date-time', {
      description: `The first hour contains this time. Without it: ${DEFAULT_HOURS} hours before \`to\`.`,
    }),
  ),
  to: Type.Optional(
    converted<Date>('date-time', {
      description: `Hours that begin before this time, at most ${MAX_DAYS} days after \`from\`. Without it: now.`,
    }),
  ),
});

type HourRange = { from?: Date; to?: Date };

export function hourRangeOf({ from, to }: HourRange, now: Date): Required<HourRange> {
  const end = to ?? now;
  return { from: from ?? new Date(end.getTime() - DEFAULT_HOURS * HOUR_MS), to: end };
}

export function hourRangeProblems(query: HourRange, now: Date): Problem[] {
  const { from, to } = hourRangeOf(query, now);
  const hours = (to.getTime() - from.getTime()) / HOUR_MS;
  if (hours > 0 && hours <= MAX_DAYS * 24) return [];
  const msg = `The range must end after it begins and have at most ${MAX_DAYS} days`;
  return [{ type: 'value_error', loc: ['query', 'from'], msg, input: from.toISOString() }];
}
