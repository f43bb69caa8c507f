import Type, { type TSchema } from 'typebox';
import { oneOf } from './schemas.ts';

const closed = { additionalProperties: false };
const nullable = (description: string) => Type.Union([Type.String({ description }), Type.Null()]);
const text = (description: string) => Type.Optional(Type.String({ description, minLength: 1 }));
const score = (of: string) =>
  Type.Optional(oneOf(['High', 'Medium', 'Low', 'N/A'], `How reliably ${of} was read.`));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const link = (description: string) => Type.Optional(Type.String({ format: 'uri', description }));

export const AlertDetails = Type.Object(
  {
    id: Type.Integer(),
    alert_name: Type.String(),
    email: Type.String(),
    description: nullable('Free text.'),
    is_active: Type.Boolean(),
    usdot_number: nullable('A criterion of the alert, like those below; null when it is not set.'),
    mc_number: nullable('MC number.'),
    license_plate: nullable('Plate number.'),
    vin: nullable('The last 6 characters.'),
    cab_number: nullable('Cab number.'),
    equipment_type: nullable('Equipment type.'),
    trailer_logo: Type.Array(Type.String(), { description: 'Empty when it is not a criterion.' }),
    trailer_number: Type.String({ description: 'Empty when it is not a criterion.' }),
    deep_search: nullable('Anything read on the truck.'),
    location_state: nullable('State.'),
    location_city: nullable('City.'),
  },
  closed,
);

export const Match = Type.Object(
  {
    alert_name: Type.String(),
    city: Type.String(),
    detected_logos: Type.Union([Type.Array(Type.String()), Type.Null()]),
    lat_long: Type.String({
      pattern: '^(-?\\d+\\.\\d+, -?\\d+\\.\\d+)?$',
      description: 'Latitude and longitude; empty when unknown.',
    }),
    time: Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$',
      description: 'When it was seen, UTC.',
    }),
    state: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    road: text('Route and direction of travel.'),
    usdot: text('USDOT number.'),
    mc: text('MC number.'),
    vin: text('Vehicle identification number.'),
    license_plate: text('Plate number.'),
    cab_number: text('Cab number.'),
    trailer_logo: text('Company logo on the trailer.'),
    trailer_number: text('Trailer number.'),
    equipment_type: text('Equipment type.'),
    deep_search: text('The text that the alert looked for.'),
    result_url: link('The picture; signed, and open for a limited time.'),
    front_view_url: link(
      'The picture of the cab, where one was recognised as such; a link like `result_url`.',
    ),
    side_view_url: link('The picture of cab and trailer, or of the trailer, from the side.'),
    rear_view_url: link('The picture of the rear of the trailer.'),
    confidence_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'How surely `license_plate` was recognised.' }),
    ),
    usdot_number_ocr_score: score('the USDOT number'),
    mc_number_ocr_score: score('the MC number'),
    vin_ocr_score: score('the VIN'),
    cab_number_ocr_score: score('the cab number'),
    trailer_number_ocr_score: score('the trailer number'),
    trailer_logo_ocr_score: score('the logo'),
    is_imputed: flag('Something below was inferred, not read.'),
    is_dot_imputed: flag('The USDOT number was inferred.'),
    is_mc_number_imputed: flag('The MC number was inferred.'),
    is_vin_imputed: flag('The VIN was inferred.'),
    is_cab_imputed: flag('The cab number was inferred.'),
    is_trailer_logo_imputed: flag('The logo was inferred.'),
  },
  closed,
);

const payload = (event: string) =>
  Type.Object(
    {
      event: Type.Literal(event),
      webhook_id: Type.String({ format: 'uuid' }),
      customer_id: Type.Integer({ description: 'Your organization.' }),
      timestamp: Type.String({ format: 'date-time', description: 'When the alert fired.' }),
      total_matches: Type.Integer({ minimum: 1, maximum: 500, description: 'As many as `matches` holds.' }),
      alert_details: Type.Array(AlertDetails, { minItems: 1 }),
      matches: Type.Array(Match, { minItems: 1, maxItems: 500 }),
    },
    closed,
  );

const SIGNED = `Signed with the webhook's secret: \`X-GenLogs-Signature: sha512=<hex of HMAC-SHA512 over the raw body>\` (once more with the
previous secret for 24 hours after a change), and the headers of Standard Webhooks (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`).
Answer with any 2xx within 15 seconds.`;

/** The \`webhooks\` of the document: what the service posts to customers, closed at every level. */
export const documentedWebhooks = {
  'alert.matches_found': posted(
    payload('alert.matches_found'),
    'matchesFound',
    'An alert fired: all its new matches (at most 500, or 1 MiB, in one request).',
  ),
  'alert.test': posted(payload('alert.test'), 'testEvent', 'Sent by `POST /alerts/webhook/test`.'),
};

function posted(schema: TSchema, operationId: string, summary: string) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId,
      tags: ['Webhooks'],
      summary,
      description: SIGNED,
      security: [],
      parameters: [
        header('X-GenLogs-Signature', '`sha512=<hex>`; its name can be changed by the operator.'),
        header('webhook-id', 'Stable over retries and replays.'),
        header('webhook-timestamp', 'Seconds; of this attempt.'),
        header('webhook-signature', '`v1,<base64>`, separated by a space when there are two.'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Taken. Anything else, redirects too, is a failure and sent again.' },
        410: { description: 'Wants no more: the webhook is disabled.' },
      },
    },
  };
}
