import Type, { type Static } from 'typebox';
import { converted, Day, named, nullable, Timestamp } from './schema.ts';

const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });

export const LaneQuery = Type.Object({
  usdot_number: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
  origin_latitude: latitude,
  origin_longitude: longitude,
  destination_latitude: latitude,
  destination_longitude: longitude,
});

const LaneEnd = named('LaneEnd', {
  seen: Type.Boolean(),
  last_seen: nullable(
    named('NearSighting', {
      time_captured: Timestamp,
      location_city: Type.String(),
      location_state: Type.String(),
      latitude: Type.Number(),
      longitude: Type.Number(),
      type: Type.String(),
      miles: Type.Number({ description: 'Distance from the requested point.' }),
    }),
  ),
});

/** Whether a carrier was seen at both ends of a lane. */
export const LaneVerification = named('LaneVerification', {
  usdot_number: Type.String(),
  verified: Type.Boolean({ description: 'Seen near the origin and near the destination.' }),
  radius_miles: Type.Number(),
  start_date: Day,
  end_date: Day,
  origin: LaneEnd,
  destination: LaneEnd,
});
export type LaneVerification = Static<typeof LaneVerification>;
