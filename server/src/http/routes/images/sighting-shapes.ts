import Type from 'typebox';
import * as schemas from '../../schemas.ts';

const whole = { additionalProperties: false };
const score = Type.Union(
  [Type.Literal('High'), Type.Literal('Medium'), Type.Literal('Low'), Type.Literal('N/A')],
  { description: 'How far the reading may be trusted.' },
);
const point = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });
const line = {
  text: Type.String(),
  confidence: Type.Number(),
  quad: Type.Array(point, {
    minItems: 4,
    maxItems: 4,
    description: 'Corners in pixels of the picture turned upright, clockwise from the top left.',
  }),
};

export const ReadingsShape = Type.Object(
  {
    width: Type.Integer({ description: 'Of the picture turned upright.' }),
    height: Type.Integer(),
    is_whole: Type.Boolean({ description: 'The box showed no text, so the whole picture was read.' }),
    shows: Type.String({ description: 'Which part of the truck.', examples: ['cab'] }),
    lines: Type.Array(Type.Object(line, whole)),
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({ examples: ['usdot_number'] }),
          value: Type.String(),
          raw: Type.String({ description: 'The text it was taken from.' }),
          score,
          lines: Type.Array(Type.Integer(), { description: 'Places in `lines`.' }),
          alternatives: Type.Array(Type.String()),
        },
        whole,
      ),
    ),
  },
  whole,
);

const Imputed = Type.Object(
  {
    field: Type.String({ examples: ['vin'] }),
    value: Type.String(),
    rule: Type.String({ examples: ['vin-by-plate'] }),
    weight: Type.Number({ description: 'What the rows say together; one fresh row says 1.' }),
    agreement: Type.Number({ description: 'The part of the evidence that agrees, up to 1.' }),
    rows: Type.Array(
      Type.Object(
        {
          table: Type.String({ examples: ['inspections'] }),
          key: Type.String(),
          seen_at: schemas.nullable(Type.String({ format: 'date-time' })),
        },
        whole,
      ),
    ),
  },
  whole,
);

const Evidence = Type.Object(
  {
    lines: Type.Array(Type.Object({ ...line, image_id: Type.String({ format: 'uuid' }) }, whole), {
      description: 'Every line of text on all its pictures.',
    }),
    views: Type.Array(
      Type.Object(
        {
          image_id: Type.String({ format: 'uuid' }),
          shows: Type.String(),
          time_captured: Type.String({ format: 'date-time' }),
        },
        whole,
      ),
    ),
    usdot_number: Type.Object(
      {
        read: Type.String({
          description: 'As it was read, before it was weighed against carriers that exist.',
        }),
        outcome: Type.String({ examples: ['confirmed'] }),
        witnesses: Type.Array(Type.String(), { examples: [['name', 'docket']] }),
        carrier_name: schemas.nullable(Type.String()),
      },
      whole,
    ),
    plates: Type.Array(Type.String()),
    plate_confidence: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'How sure `alpr_plate_number` is.' }),
    ),
    placards: Type.Array(Type.String()),
    permits: Type.Array(Type.Object({ kind: Type.String(), value: Type.String() }, whole)),
    imputed: Type.Array(Imputed, { description: 'What was inferred, and the rows it rests on.' }),
  },
  whole,
);

/** The observation's own field names; unknown text is empty. */
export const SightingShape = Type.Object(
  {
    sighting_id: Type.Integer(),
    type: Type.String({ examples: ['Detection'] }),
    source: Type.String(),
    time_captured: Type.String({ format: 'date-time' }),
    image_ids: Type.Array(Type.String({ format: 'uuid' }), { description: 'All pictures of this sighting.' }),
    ...Object.fromEntries(
      [
        ...['usdot_number', 'mc_number', 'vin', 'cab_number', 'equipment_type', 'equipment_number'],
        ...['equipment_logo', 'alpr_plate_number', 'plate_state', 'location_city', 'location_state', 'route'],
      ].map((name) => [name, Type.String()]),
    ),
    latitude: schemas.nullable(Type.Number()),
    longitude: schemas.nullable(Type.Number()),
    ...Object.fromEntries(
      ['usdot', 'cab', 'mc', 'trailer_logo', 'vin'].map((name) => [`is_${name}_imputed`, Type.Boolean()]),
    ),
    ...Object.fromEntries(
      ['usdot_number', 'mc_number', 'vin', 'cab_number', 'trailer_number', 'trailer_logo'].map((name) => [
        `${name}_ocr_score`,
        score,
      ]),
    ),
    readings: Evidence,
  },
  whole,
);
