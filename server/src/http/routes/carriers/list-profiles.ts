import { Readable } from 'node:stream';
import Type from 'typebox';
import { type Profile, readProfile } from '../../../domain/carriers/read-profile.ts';
import { mapInOrder } from '../../../lib/async/map-concurrent.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { LONGEST_LIST, readList, usdotNumbers } from '../observations/read-list.ts';
import { profileAccess, readAsOf, withheldFrom } from './profile-query.ts';

const PROFILES_AT_ONCE = 2;

const Query = Type.Object({
  usdot_number: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: `Up to ${LONGEST_LIST} USDOT numbers, comma-separated.`,
  }),
  as_of: Type.String({ default: '', description: 'YYYY-MM-DD, as for one profile.' }),
});

export const listProfilesRoute: Route = (app, { profile, clock }) => {
  app.get(
    '/carrier/profile/fmcsa/batch',
    {
      config: { access: profileAccess },
      schema: {
        operationId: 'listCarrierProfiles',
        tags: ['Carriers'],
        summary: 'Profiles of several carriers, one a line',
        description:
          'NDJSON, in the order asked for; each line is sent as soon as it is known. Without `vin_details`.',
        querystring: Query,
        response: {
          200: {
            description: 'One profile a line.',
            content: { 'application/x-ndjson': { schema: Type.String() } },
          },
          400: schemas.answer(schemas.Problems, 'A USDOT number is missing or wrong.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query, caller }, reply) => {
      const numbers = readList(query.usdot_number, usdotNumbers);
      const asOf = readAsOf(query.as_of, clock.now());
      const withheld = withheldFrom(caller);
      const profiles = mapInOrder(PROFILES_AT_ONCE, numbers, (usdotNumber) =>
        readProfile(profile, { usdotNumber, vin: null, asOf, withheld }),
      );
      reply.type('application/x-ndjson');
      return reply.send(Readable.from(lines(profiles)) as never);
    },
  );
};

async function* lines(profiles: AsyncIterable<Profile>): AsyncGenerator<string> {
  for await (const one of profiles) yield `${JSON.stringify(one)}\n`;
}
