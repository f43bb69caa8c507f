import Type, { type Static } from 'typebox';
import { named, nullable, oneOf, StoredTime } from '../schema.ts';

export const CAMERA_PROBLEMS = ['silent', 'frozen', 'clock', 'dark', 'blurred', 'reads_less'] as const;

const CameraProblem = named('CameraProblem', {
  kind: oneOf(CAMERA_PROBLEMS, {
    description:
      '`frozen`: the same picture again. `clock`: it does not have the time. `dark` and `blurred`: its images of the last 6 hours, compared with the same hours of the 14 days before; only if the recognizer measures this. `reads_less`: fewer identified trucks than usual at the same hours of the week.',
  }),
  text: Type.String({ examples: ['Its clock is 12 minutes ahead.'] }),
});
export type CameraProblem = Static<typeof CameraProblem>;

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));

export const CameraHealth = named('CameraHealth', {
  organization_id: Type.Integer(),
  organization_name: Type.String(),
  source: Type.String(),
  last_image_at: StoredTime,
  last_image_id: Type.String({ format: 'uuid' }),
  thumbnail_url: nullable(
    Type.String({ description: 'A signed link to its last image. Null for cameras of other organizations.' }),
  ),
  latitude: Type.Number(),
  longitude: Type.Number(),
  problems: Type.Array(CameraProblem, { description: 'Empty: none was found.' }),
  share_identified: share('Of the images of the last 24 hours with a result.'),
  usual_share: share('Of the same hours of the week in the 4 weeks before.'),
  lag_seconds: nullable(
    Type.Integer({
      description: 'The median from capture to receipt in the last 24 hours. Negative: its clock is ahead.',
    }),
  ),
});
export type CameraHealth = Static<typeof CameraHealth>;

export const CameraHealthList = named('CameraHealthList', {
  cameras: Type.Array(CameraHealth, { description: 'Those with the most problems first; at most 500.' }),
});
export const CameraHealthQuery = Type.Object({
  organization_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only for the operator, who sees all cameras without it.' }),
  ),
});
