import Type from 'typebox';
import type { Problem } from '../problem.ts';
import { converted, named, text } from '../schema.ts';

const city = (of: string) =>
  text({ maxLength: 100, description: `City of the ${of}, in any usual spelling.`, examples: ['Nashville'] });
const state = (of: string) =>
  converted<string>('state', {
    maxLength: 60,
    description: `State or province of the ${of}: its name or its code.`,
    examples: ['TN'],
  });

export const PlaceQuery = Type.Object({ city: city('place'), state: state('place') });
export const Place = named('Place', { latitude: Type.Number(), longitude: Type.Number() });

export const originFields = { origin_city: city('origin'), origin_state: state('origin') };
export const destinationFields = {
  destination_city: Type.Optional(city('destination')),
  destination_state: Type.Optional(state('destination')),
};

type Named = Partial<Record<`destination_${'city' | 'state'}`, string>>;
type NamedEnds = Partial<Record<`${'origin' | 'destination'}_${'city' | 'state'}`, string>>;

/** The destination is optional, but its city needs a state, and its state a city. */
export function destinationProblems({ destination_city: city, destination_state: state }: Named): Problem[] {
  if ((city === undefined) === (state === undefined)) return [];
  const missing = city === undefined ? 'destination_city' : 'destination_state';
  const msg = 'A destination needs its city and its state';
  return [{ type: 'missing', loc: ['query', missing], msg, input: null }];
}

export const endFields = Type.Partial(Type.Object({ ...originFields, ...destinationFields })).properties;

/** Each end is optional, but one is required, and a city needs its state. */
export function endProblems(ends: NamedEnds): Problem[] {
  const { origin_city, origin_state, destination_city, destination_state } = ends;
  const add = (name: keyof NamedEnds, msg: string): Problem[] => [
    { type: 'missing', loc: ['query', name], msg, input: null },
  ];
  if (!origin_city && !origin_state && !destination_city && !destination_state)
    return add('origin_city', 'An origin or a destination is required: its city and its state');
  if (!origin_city !== !origin_state)
    return [
      ...add(origin_city ? 'origin_state' : 'origin_city', 'An origin needs its city and its state'),
      ...destinationProblems(ends),
    ];
  return destinationProblems(ends);
}
