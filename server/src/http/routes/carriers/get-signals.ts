import Type from 'typebox';
import { readSignals, SIGNAL_DAYS, signals } from '../../../domain/carriers/read-signals.ts';
import { MOST_EVIDENCE } from '../../../domain/carriers/signals/signal.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';
import { sendJson } from '../../send-json.ts';
import { insuranceCustomers } from '../observations/insurance-customers.ts';
import { readOne, usdotNumbers } from '../observations/read-list.ts';

const Params = Type.Object({ usdot_number: Type.String({ minLength: 1, maxLength: 40 }) });
const Evidence = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
);
const Answer = Type.Object(
  {
    usdot_number: Type.String(),
    is_known: Type.Boolean({ description: 'Whether any federal record names the carrier.' }),
    start_date: Type.String({ format: 'date' }),
    end_date: Type.String({ format: 'date' }),
    signals: Type.Array(
      Type.Object(
        {
          name: Type.String({ examples: signals.map(({ name }) => name) }),
          title: Type.String(),
          rule: Type.String({ description: 'How it is found.' }),
          evidence: Type.Array(Evidence, { description: `The newest ${MOST_EVIDENCE} rows that show it.` }),
          evidence_total: Type.Integer(),
        },
        { additionalProperties: false },
      ),
    ),
    errors: schemas.nullable(
      Type.Record(
        Type.String(),
        Type.Object({ message: Type.String(), type: Type.String() }, { additionalProperties: false }),
      ),
    ),
  },
  { additionalProperties: false },
);

export const getSignalsRoute: Route = (app, { profile }) => {
  app.get(
    '/carrier/:usdot_number/signals',
    {
      config: { access: insuranceCustomers() },
      schema: {
        operationId: 'getCarrierSignals',
        tags: ['Carriers'],
        summary: 'Facts about a carrier that stand out, with the rows that show them',
        description: `Sightings of the last ${SIGNAL_DAYS} days. A signal that does not hold is left out. What they mean is for the reader to judge.`,
        params: Params,
        response: {
          200: schemas.answer(Answer, 'The signals that hold.'),
          400: schemas.answer(schemas.Problems, 'The USDOT number is wrong.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params }, reply) => {
      const number = readOne(params.usdot_number, usdotNumbers);
      return sendJson(reply, JSON.stringify(await readSignals(profile, number)));
    },
  );
};
