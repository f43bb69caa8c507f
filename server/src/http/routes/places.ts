import { Place, PlaceQuery } from '../../contract/brokers/place.ts';
import { resolvePlace, unknownPlace } from '../../domain/places/resolve-ends.ts';
import { invalid } from '../../lib/errors.ts';
import { user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Images');

export const placeRoutes: Route[] = [
  route('GET /places', {
    operationId: 'findPlace',
    summary: 'Get the coordinates of a city',
    description: 'For images whose camera has none, such as a picture that a person uploads.',
    access: user({ token: 'either' }),
    query: PlaceQuery,
    success: { schema: Place, description: 'The center of the city.' },
    errors: { 400: 'The city is not known. The problem names similar ones.' },
    handler: async ({ database }, { query: { city, state } }) => {
      const position = await resolvePlace(database, city, state);
      if (position === null) throw invalid([unknownPlace(['query', 'city'], city, state)]);
      return { latitude: position.latitude, longitude: position.longitude };
    },
  }),
];
