import Type from 'typebox';
import { Pagination, pageQuery } from '../pagination.ts';
import { named, nullable, StoredTime, text } from '../schema.ts';

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
