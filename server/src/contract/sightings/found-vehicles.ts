import Type, { type Static } from 'typebox';
import { closed, converted, named, oneOf, Timestamp } from '../schema.ts';
import { FILE_KINDS } from './vehicle-file.ts';

export const FoundVehiclesQuery = Type.Object({
  number: converted<string>('vehicle-beginning', {
    minLength: 1,
    maxLength: 60,
    description:
      'The beginning of a number, at least three letters or digits. Spaces, dots and dashes are ignored.',
  }),
});
export const FoundVehicles = named('FoundVehicles', {
  vehicles: Type.Array(
    closed({
      kind: oneOf(FILE_KINDS),
      value: Type.String(),
      sightings: Type.Integer({ description: 'Of each number, the newest 5,000 are counted.' }),
      last_seen: Timestamp,
    }),
    { description: 'Up to 12, in the order of their numbers, so that a complete number comes first.' },
  ),
});
export type FoundVehicles = Static<typeof FoundVehicles>;
