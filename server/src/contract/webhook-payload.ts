import Type, { type Static, type TSchema } from 'typebox';
import { CRITERION_NAMES, type CriterionName, criterion } from './criteria.ts';
import { named, nullable, oneOf, SCORES, Timestamp, Uuid } from './schema.ts';
import { type PayloadKeys, truckField, truckFieldNames } from './truck-fields.ts';

const text = (description: string) => Type.Optional(Type.String({ description, minLength: 1 }));
/** Levels of a value that was read. Only the logo of the trailer has a level without a reading. */
export const READ_LEVELS = ['High', 'Medium', 'Low'] as const;
export const LEVEL_WITHOUT_READING = 'trailer_logo_ocr_score';
const level = (score: string, key: string) =>
  Type.Optional(
    oneOf(score === LEVEL_WITHOUT_READING ? SCORES : READ_LEVELS, {
      description: `Confidence level of \`${key}\`.`,
    }),
  );
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const link = (description: string) => Type.Optional(Type.String({ format: 'uri', description }));

/** Criteria that the payload names; its keys are fixed, so new criteria do not enter it. */
export const PAYLOAD_CRITERIA = CRITERION_NAMES.filter((name) => criterion(name).inPayload === true);
/** Criteria that it has only if they are set: in the alert, and as the number that each match shows. */
export const PAYLOAD_NUMBERS = ['chassis_number', 'container_number'] as const satisfies CriterionName[];

/** Two criteria have a form of their own in the payload. */
const SPECIAL: Record<string, TSchema> = {
  trailer_logo: Type.Array(Type.String(), { description: 'Empty when it is not a criterion.' }),
  trailer_number: Type.String({ description: 'Empty when it is not a criterion.' }),
};

function payloadNumbers(describe: (name: (typeof PAYLOAD_NUMBERS)[number]) => string) {
  const numbers = PAYLOAD_NUMBERS.map((name) => [name, text(describe(name))]);
  return Object.fromEntries(numbers) as Record<(typeof PAYLOAD_NUMBERS)[number], ReturnType<typeof text>>;
}

export const AlertDetails = named('AlertDetails', {
  id: Type.Integer(),
  alert_name: Type.String(),
  email: Type.String(),
  description: Type.String({ description: 'Free text; empty if there is none.' }),
  is_active: Type.Boolean(),
  ...Object.fromEntries(
    PAYLOAD_CRITERIA.map((name): [string, TSchema] => [
      name,
      SPECIAL[name] ?? nullable(Type.String({ description: criterion(name).description })),
    ]),
  ),
  ...payloadNumbers((name) => `${criterion(name).description} Absent when it is not a criterion.`),
});

/** The fields of a truck that are part of the payload, their confidence levels and their imputed flags. */
const sent = truckFieldNames().flatMap((name) => {
  const { payload, score } = truckField(name);
  return payload ? [{ ...payload, score }] : [];
});
const truckValues = Object.fromEntries(
  sent.map(({ value, description }) => [value, text(description)]),
) as Record<PayloadKeys['value'], ReturnType<typeof text>>;
const truckScores = Object.fromEntries(
  sent.flatMap(({ value, score }) => (score ? [[score, level(score, value)]] : [])),
) as Record<PayloadKeys['score'], ReturnType<typeof level>>;
const truckFlags = Object.fromEntries(
  sent.flatMap(({ value, imputed }) => (imputed ? [[imputed, flag(`\`${value}\` was inferred.`)]] : [])),
) as Record<PayloadKeys['imputed'], ReturnType<typeof flag>>;

export const PayloadMatch = named('PayloadMatch', {
  alert_name: Type.String(),
  city: Type.String(),
  detected_logos: Type.Union([Type.Array(Type.String()), Type.Null()]),
  lat_long: Type.String({
    pattern: '^(-?\\d+\\.\\d+, -?\\d+\\.\\d+)?$',
    description: 'Latitude and longitude. Empty when they are not known.',
  }),
  time: Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$',
    description: 'Capture time, UTC.',
  }),
  state: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  road: text('Route and direction of travel.'),
  ...truckValues,
  ...payloadNumbers(() => 'The number that the alert searches for.'),
  deep_search: text('The text that the alert searches for.'),
  result_url: link('The image. A signed link that expires.'),
  front_view_url: link('The image of the cab, when one was recognized as such. A signed link that expires.'),
  side_view_url: link('The image of the truck or the trailer from the side.'),
  rear_view_url: link('The image of the rear of the trailer.'),
  confidence_score: Type.Optional(
    oneOf(READ_LEVELS, {
      description:
        'The lowest level of the values that the alert was found by. Absent if none of them has a level.',
    }),
  ),
  ...truckScores,
  is_imputed: flag('At least one value was inferred, not read.'),
  ...truckFlags,
});
export type PayloadMatch = Static<typeof PayloadMatch>;

const envelope = {
  webhook_id: Uuid,
  customer_id: Type.Integer({ description: 'Your organization.' }),
  timestamp: Type.String({ ...Timestamp, description: 'When the alert fired.' }),
  total_matches: Type.Integer({ minimum: 1, maximum: 500, description: 'The length of `matches`.' }),
  alert_details: Type.Array(AlertDetails, { minItems: 1 }),
  matches: Type.Array(PayloadMatch, { minItems: 1, maxItems: 500 }),
};

/** What the service posts to webhooks; closed at every level. */
export const MatchesFound = named('MatchesFound', {
  event: Type.Literal('alert.matches_found'),
  ...envelope,
});
export const MatchCorrected = named('MatchCorrected', {
  event: Type.Literal('alert.match_corrected'),
  ...envelope,
});
export const TestEvent = named('TestEvent', { event: Type.Literal('alert.test'), ...envelope });
