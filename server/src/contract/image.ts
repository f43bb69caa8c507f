import Type, { type Static } from 'typebox';
import { MAX_USDOT } from '../lib/identifiers/usdot-number.ts';
import { Problem } from './problem.ts';
import {
  converted,
  MAX_FORMATTED_LENGTH,
  named,
  nullable,
  oneOf,
  SCORES,
  Timestamp,
  text,
  Uuid,
} from './schema.ts';
import { ImageReadings, Sighting } from './sighting.ts';
import { correctableFieldNames } from './truck-fields.ts';

const IMAGE_STATES = ['stored', 'recognized', 'failed'] as const;
export const MAX_IMAGE_BYTES = 15_000_000;
const DAY_MS = 86_400_000;
/** Before the first plate readers; older times are clock errors. */
const FIRST_CAPTURE = Date.UTC(1980, 0, 1);

const required = (description: string, example: string) =>
  text({ minLength: 1, description, examples: [example] });
const side = (description: string) => Type.Number({ description });

/** The body of `POST /image`. */
export const CreateImage = Type.Object(
  {
    source: required('Sensor identifier.', 'camera-0815'),
    image_url: text({
      minLength: 1,
      maxLength: 4_096,
      description:
        'An http or https URL on a public host: JPEG, PNG or WebP, at most 15 MB and 40 megapixels.',
      examples: ['https://images.example/0815/1.jpg'],
    }),
    time_captured: converted<Date>('date-time', {
      minLength: 1,
      trim: true,
      description: 'ISO 8601; UTC without an offset. From the year 1980 up to 24 hours in the future.',
    }),
    detection_bounding_box: Type.Object(
      { xmin: side('Left.'), ymin: side('Top.'), xmax: side('Right.'), ymax: side('Bottom.') },
      {
        description:
          'In pixels, or as fractions of the image when no value is greater than 1. Edges outside the image are moved to its edge.',
      },
    ),
    source_location_info: Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      city: required('City name.', 'Amarillo'),
      state: text({
        minLength: 1,
        format: 'region',
        description:
          'Name or letters. States, territories and provinces of the United States, Canada and Mexico are stored as their code, other text as it is.',
        examples: ['Texas'],
      }),
      route: required('Route identifier.', 'I-40'),
      traffic_direction: required('Traffic direction.', 'Westbound'),
    }),
    detection_metadata: Type.Object({
      alpr_confidence: Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'From 0 to 1, or a percentage above 1; 1 is 100 %.',
      }),
      alpr_state: converted<string | null>('plate-region', {
        minLength: 1,
        maxLength: 200,
        trim: true,
        description: 'State of the license plate: name or letters. `N/A` or `unknown` when it was not read.',
        examples: ['OK'],
      }),
      plate_number: Type.Optional(nullable(text({ maxLength: 32, blank: null }))),
    }),
  },
  { $id: 'CreateImage' },
);
export type CreateImage = Static<typeof CreateImage>;

const { image_url: _, ...uploadFields } = CreateImage.properties;
/** The part `record` of `POST /images/upload`. */
export const UploadImage = Type.Object(uploadFields, { $id: 'UploadImage' });
export type UploadImage = Static<typeof UploadImage>;

/** The body of `POST /images/upload`, for the document; the parts are read as a stream. */
export const UploadForm = Type.Object({
  record: UploadImage,
  image: Type.String({
    format: 'binary',
    maxLength: MAX_IMAGE_BYTES,
    description: 'JPEG, PNG or WebP, at most 15 MB and 40 megapixels.',
  }),
});

export const MAX_BULK_LINES = 1_000;
export const MAX_BULK_LINE_BYTES = 16_384;

export const BulkResult = named('BulkResult', {
  line: Type.Integer({ minimum: 1, description: 'The number of the line in the request.' }),
  status: Type.Integer({ description: 'The status that `POST /image` would have had.' }),
  image_id: nullable(Type.String({ format: 'uuid', description: 'Null when the image was not stored.' })),
  detail: Type.Union([Type.Null(), Type.String(), Type.Array(Problem)], {
    description: 'Why the image was not stored. Null when it was.',
  }),
  retry_after: nullable(
    Type.Integer({
      minimum: 1,
      description: 'Seconds to wait. Null when sending the line again will not help.',
    }),
  ),
});
export type BulkResult = Static<typeof BulkResult>;

export const ImageReceived = named('ImageReceived', {
  message: Type.Literal('Image received'),
  image_id: Uuid,
});

type Box = CreateImage['detection_bounding_box'];

/** Rules over several fields and the clock; fields that are invalid by themselves are absent. */
export function imageProblems(image: Partial<UploadImage>, now: Date): Problem[] {
  const problems: Problem[] = [];
  const add = (path: string[], type: string, msg: string, input: unknown) =>
    problems.push({ type, loc: ['body', ...path], msg, input });
  const { time_captured: time, detection_bounding_box: box } = image;
  if (time && time.getTime() > now.getTime() + DAY_MS) {
    add(
      ['time_captured'],
      'datetime_future',
      'Must not be more than 24 hours in the future',
      time.toISOString(),
    );
  }
  if (time && time.getTime() < FIRST_CAPTURE) {
    add(['time_captured'], 'datetime_past', 'Must not be before the year 1980', null);
  }
  for (const [low, high] of [
    ['xmin', 'xmax'],
    ['ymin', 'ymax'],
  ] as const) {
    const [from, to] = [box?.[low as keyof Box], box?.[high as keyof Box]];
    if (to !== undefined && to <= 0) {
      add(['detection_bounding_box', high], 'value_error', 'The box is outside the image', to);
    } else if (from !== undefined && to !== undefined && from >= to) {
      add(['detection_bounding_box', high], 'value_error', `${high} must be greater than ${low}`, to);
    }
  }
  return problems;
}

export const ImageParams = Type.Object({ image_id: Uuid });
/** The parameters of a signed link. An empty one is a wrong one. */
export const LinkQuery = Type.Object({
  expires: Type.String({ maxLength: MAX_FORMATTED_LENGTH, blank: '' }),
  signature: Type.String({ maxLength: MAX_FORMATTED_LENGTH, blank: '' }),
});

export type ImageState = (typeof IMAGE_STATES)[number];

const summary = {
  image_id: Uuid,
  state: oneOf(IMAGE_STATES),
  failure_reason: nullable(Type.String()),
  delay_reason: nullable(
    Type.String({
      description:
        'Why a stored image is not read yet: a fault outside it, such as of the image store. It is retried for 24 hours. Null if there is none.',
    }),
  ),
  source: Type.String(),
  time_captured: Timestamp,
  received_at: Timestamp,
};

const correctedField = oneOf(correctableFieldNames());
const correctedValue = { maxLength: 100, blank: null } as const;

/** The body of `POST /images/{image_id}/correction`. */
export const CreateCorrection = Type.Object(
  {
    field: correctedField,
    value: nullable(
      text({
        ...correctedValue,
        description: 'The right value. Null: the field is not present in the image.',
      }),
    ),
    plate_state: Type.Optional(
      nullable(
        text({
          maxLength: 30,
          blank: null,
          format: 'state',
          description: 'State of the plate: name or letters.',
        }),
      ),
    ),
    confirm: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Needed for a value that is unlikely: a USDOT or MC number that no carrier holds, a VIN with a wrong check digit, a plate in a form that no state issues. Without it, such a value is refused with the reason.',
      }),
    ),
  },
  { $id: 'CreateCorrection' },
);
export type CreateCorrection = Static<typeof CreateCorrection>;

export const Correction = named('Correction', {
  field: correctedField,
  value: nullable(Type.String({ description: 'Null when the field is not present in the image.' })),
  plate_state: Type.String(),
  read_value: Type.String({ description: 'What had been read; empty when nothing had.' }),
  corrected_at: Timestamp,
  corrected_by: nullable(Type.String({ description: 'Email address of the user; null when deleted.' })),
});
export type Correction = Static<typeof Correction>;
export const Corrected = named('Corrected', {
  corrections: Type.Array(Correction),
  is_sighting_changed: Type.Boolean({ description: 'Whether the sighting was decided differently.' }),
});
export const CorrectionParams = Type.Object({ image_id: Uuid, field: correctedField });

export const ReadAgain = named('ReadAgain', { message: Type.String() });

export const Image = named('Image', {
  ...summary,
  width: Type.Integer(),
  height: Type.Integer(),
  format: Type.String({ examples: ['jpeg'] }),
  readings: nullable(ImageReadings),
  sighting: nullable(Sighting),
  corrections: Type.Array(Correction, { description: 'What people corrected in this image.' }),
  image_url: nullable(
    Type.String({ description: 'Signed link that needs no header. Null once the image is deleted.' }),
  ),
  image_url_expires_at: nullable(Timestamp),
});
export type Image = Static<typeof Image>;

export const ImageSummary = named('ImageSummary', {
  ...summary,
  location_city: Type.String(),
  location_state: Type.String(),
  alpr_plate_number: Type.String({
    description: 'Of the sighting, or as submitted; empty when there is none.',
  }),
  usdot_number: Type.String({ description: 'Of the sighting; empty when it is not known.' }),
  confidence: oneOf(SCORES, { description: 'Confidence level of the USDOT number.' }),
  thumbnail_url: Type.String({ description: 'Signed link to a JPEG of at most 400 × 400 pixels.' }),
});

export const ImageList = named('ImageList', {
  images: Type.Array(ImageSummary),
  has_more: Type.Boolean({ description: 'There may be more. With filters a page can be short, even empty.' }),
  next_before: nullable(
    Type.String({ format: 'uuid', description: 'The value of `before` for the next page.' }),
  ),
});

const filter = (description: string, maxLength = 200) =>
  Type.Optional(text({ minLength: 1, maxLength, description }));
const time = (description: string) =>
  Type.Optional(converted<Date>('date-time', { minLength: 1, trim: true, description }));
export const ImagesQuery = Type.Object({
  before: Type.Optional(
    Type.String({
      format: 'uuid',
      minLength: 1,
      maxLength: MAX_FORMATTED_LENGTH,
      description: '`next_before` of the previous page. Without it: the newest.',
    }),
  ),
  source: filter('Only images of this sensor.'),
  state: Type.Optional(oneOf(IMAGE_STATES)),
  received_from: time('Received at this time or later; ISO 8601.'),
  received_to: time('Received before this time; ISO 8601.'),
  plate: filter('The plate of the sighting. Spaces, dots and dashes are ignored.', 32),
  usdot_number: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_USDOT, description: 'The USDOT number of the sighting.' }),
  ),
  confidence: Type.Optional(oneOf(SCORES, { description: 'Confidence level of the USDOT number.' })),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
