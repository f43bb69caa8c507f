import Type from 'typebox';
import type { FiredSighting } from '../../../domain/notifications/firing.ts';
import * as schemas from '../../schemas.ts';

const text = Type.String();

/** A sighting as an alert tells of it: what the contract calls an observation, without its gated fields. */
export const Sighting = Type.Object(
  {
    usdot_number: Type.String({ description: 'Empty when it is not known.' }),
    time_captured: Type.String({ format: 'date-time' }),
    alpr_plate_number: text,
    mc_number: text,
    vin: text,
    cab_number: text,
    equipment_type: text,
    equipment_number: text,
    equipment_logo: text,
    location_city: text,
    location_state: text,
    latitude: schemas.nullable(Type.Number()),
    longitude: schemas.nullable(Type.Number()),
    route: text,
    source: text,
  },
  { additionalProperties: false },
);

type Shown = Pick<
  FiredSighting,
  | 'alpr_plate_number'
  | 'mc_number'
  | 'vin'
  | 'cab_number'
  | 'equipment_type'
  | 'equipment_number'
  | 'equipment_logo'
  | 'location_city'
  | 'location_state'
  | 'latitude'
  | 'longitude'
  | 'route'
  | 'source'
> & { usdot_number: number; time_captured: Date | string };

export function showSighting(sighting: Shown) {
  return {
    ...sighting,
    usdot_number: sighting.usdot_number > 0 ? String(sighting.usdot_number) : '',
    time_captured: new Date(sighting.time_captured).toISOString(),
  };
}
