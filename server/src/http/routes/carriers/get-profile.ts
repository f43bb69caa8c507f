import Type from 'typebox';
import { readProfile } from '../../../domain/carriers/read-profile.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { sendJson } from '../../send-json.ts';
import { readOne, usdotNumbers } from '../observations/read-list.ts';
import { profileAccess, readAsOf, readVin, withheldFrom } from './profile-query.ts';
import { CarrierFmcsaProfile } from './profile-schemas.ts';

const Query = Type.Object({
  usdot_number: Type.String({ minLength: 1, maxLength: 40 }),
  vin: Type.String({ default: '', maxLength: 40, description: 'Fills `vin_details`.' }),
  as_of: Type.String({
    default: '',
    description: 'YYYY-MM-DD: scores, census and records as known on that day.',
  }),
});

export const getProfileRoute: Route = (app, { profile, clock }) => {
  app.get(
    '/carrier/profile/fmcsa',
    {
      config: { access: profileAccess },
      schema: {
        operationId: 'getCarrierProfile',
        tags: ['Carriers'],
        summary: 'Safety, authority, insurance, violations, crashes and fleet of one carrier',
        description:
          'Sections are resolved independently and at the same time. One that failed, was late or is withheld is null, with its reason in `errors`; the status stays 200.',
        querystring: Query,
        response: {
          200: schemas.answer(CarrierFmcsaProfile, 'The profile.'),
          400: schemas.answer(schemas.Problems, 'The USDOT number is missing or wrong.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query, caller }, reply) => {
      const answer = await readProfile(profile, {
        usdotNumber: readOne(query.usdot_number, usdotNumbers),
        vin: readVin(query.vin),
        asOf: readAsOf(query.as_of, clock.now()),
        withheld: withheldFrom(caller),
      });
      return sendJson(reply, JSON.stringify(answer));
    },
  );
};
