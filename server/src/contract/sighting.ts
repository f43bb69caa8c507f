import Type, { type Static } from 'typebox';
import { sightingFields } from './observation.ts';
import { closed, named, nullable, oneOf, SCORES, Timestamp, Uuid } from './schema.ts';

const point = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });
const line = {
  text: Type.String(),
  confidence: Type.Number(),
  quad: Type.Array(point, {
    minItems: 4,
    maxItems: 4,
    description: 'Corners in pixels of the upright image, clockwise from the top left.',
  }),
};

export const ImageReadings = named('ImageReadings', {
  width: Type.Integer({ description: 'Of the upright image.' }),
  height: Type.Integer(),
  is_whole: Type.Boolean({ description: 'The bounding box had no text, so the whole image was read.' }),
  shows: Type.String({ description: 'The part of the truck in the image.', examples: ['cab'] }),
  lines: Type.Array(named('TextLine', line)),
  fields: Type.Array(
    named('FieldReading', {
      field: Type.String({ examples: ['usdot_number'] }),
      value: Type.String(),
      raw: Type.String({ description: 'The text that the value was taken from.' }),
      score: oneOf(SCORES, { description: 'Confidence level.' }),
      lines: Type.Array(Type.Integer(), { description: 'Positions in `lines`.' }),
      alternatives: Type.Array(Type.String()),
    }),
  ),
});
export type ImageReadings = Static<typeof ImageReadings>;

const evidenceRow = closed({
  table: Type.String({ examples: ['inspections'] }),
  key: Type.String({
    description:
      'Identifies the row in `table`: of `observations` the id of a sighting. Empty for a sighting of another organization, of which only the state and the day are shown.',
  }),
  seen_at: nullable(Timestamp),
  region: Type.Optional(Type.String({ description: 'Of a sighting: the state of the camera.' })),
});

const ImputedValue = named('ImputedValue', {
  field: Type.String({ examples: ['vin'] }),
  value: Type.String(),
  rule: Type.String({ examples: ['vin-by-plate'] }),
  weight: Type.Number({ description: 'Total weight of the evidence; one recent row weighs 1.' }),
  agreement: Type.Number({ description: 'Share of the evidence that agrees, up to 1.' }),
  rows: Type.Array(evidenceRow),
});

export const SightingEvidence = named('SightingEvidence', {
  lines: Type.Array(closed({ ...line, image_id: Uuid }), {
    description: 'Every line of text in all images of the sighting.',
  }),
  views: Type.Array(closed({ image_id: Uuid, shows: Type.String(), time_captured: Timestamp })),
  usdot_number: closed({
    read: Type.String({ description: 'The number as it was read, before it was checked against carriers.' }),
    outcome: Type.String({ examples: ['confirmed'] }),
    witnesses: Type.Array(Type.String(), { examples: [['name', 'docket']] }),
    carrier_name: nullable(Type.String()),
    others: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Other USDOT numbers on the same door, such as that of the owner of a leased truck. Absent when there are none.',
      }),
    ),
    rows: Type.Optional(
      Type.Array(evidenceRow, {
        description: 'The rows behind the witnesses `vehicle` and `docket`. Absent when there are none.',
      }),
    ),
  }),
  conflicts: Type.Optional(
    Type.Array(
      closed({
        field: Type.String({ examples: ['mc_number', 'name'] }),
        value: Type.String(),
        usdot_numbers: Type.Array(Type.String()),
      }),
      {
        description:
          'Facts that point to other carriers than the number that was read. No value is changed because of them; beside the name of another carrier, the number is at most Medium. Absent when there are none.',
      },
    ),
  ),
  plates: Type.Array(Type.String()),
  plate_confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of `alpr_plate_number`.' }),
  ),
  plate_state_score: Type.Optional(
    oneOf(SCORES, { description: 'Confidence level of `plate_state`. Absent without a state.' }),
  ),
  plate_read: Type.Optional(
    Type.String({ description: 'Our own reading of the plate that the partner sent, if we read it.' }),
  ),
  plate_agreement: Type.Optional(
    oneOf(['confirmed', 'contradicted'], {
      description: 'Whether `plate_read` is the same as the plate that the partner sent.',
    }),
  ),
  placards: Type.Array(Type.String()),
  permits: Type.Array(closed({ kind: Type.String(), value: Type.String() })),
  corrected: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Fields whose value a person set. Absent when there are none.',
    }),
  ),
  containers: Type.Optional(
    Type.Array(Type.String(), { description: 'Container numbers (ISO 6346) with the right check digit.' }),
  ),
  chassis: Type.Optional(Type.Array(Type.String(), { description: 'Numbers of container chassis.' })),
  imputed: Type.Array(ImputedValue, { description: 'Inferred values and the rows that support them.' }),
});

/** A sighting in `GET /images/{image_id}`; unknown text is empty. */
export const Sighting = named('Sighting', {
  sighting_id: Type.Integer(),
  image_ids: Type.Array(Uuid, { description: 'All images of this sighting.' }),
  ...sightingFields,
  readings: SightingEvidence,
});
export type Sighting = Static<typeof Sighting>;
