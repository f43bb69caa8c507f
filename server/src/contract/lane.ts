import Type, { type Static } from 'typebox';
import { destinationFields, originFields } from './brokers/place.ts';
import { converted, Day, named, nullable, Timestamp } from './schema.ts';

const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });

export const LaneCheckQuery = Type.Object({
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
export const LaneCheck = named('LaneCheck', {
  usdot_number: Type.String(),
  verified: Type.Boolean({ description: 'Seen near the origin and near the destination.' }),
  radius_miles: Type.Number(),
  start_date: Day,
  end_date: Day,
  origin: LaneEnd,
  destination: LaneEnd,
});
export type LaneCheck = Static<typeof LaneCheck>;

export const LaneVerificationQuery = Type.Object({
  usdot: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
  ...originFields,
  ...destinationFields,
});
export const LaneVerification = named('LaneVerification', { verified: Type.Boolean() });
