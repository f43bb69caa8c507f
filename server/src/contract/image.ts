import Type, { type Static } from 'typebox';
import { Problem } from './problem.ts';
import { converted, MAX_FORMATTED_LENGTH, named, nullable, oneOf, Timestamp, text, Uuid } from './schema.ts';
import { ImageReadings, Sighting } from './sighting.ts';

const IMAGE_STATES = ['stored', 'recognized', 'failed'] as const;
export const MAX_IMAGE_BYTES = 15_000_000;
const DAY_MS = 86_400_000;
/** Before the first plate readers; older times are clock errors. */
const FIRST_CAPTURE = Date.UTC(1980, 0, 1);

const required = (description: string, example: string) =>
  text({ minLength: 1, description, examples: [example] });
const side = (description: string) => Type.Number({ minimum: 0, description });

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
      { description: 'In pixels, or as fractions of the image when no value is greater than 1.' },
    ),
    source_location_info: Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      city: required('City name.', 'Amarillo'),
      state: text({
        minLength: 1,
        format: 'state',
        description: 'Name or two letters.',
        examples: ['Texas'],
      }),
      route: required('Route identifier.', 'I-40'),
      traffic_direction: required('Traffic direction.', 'Westbound'),
    }),
    detection_metadata: Type.Object({
      alpr_confidence: Type.Number({ minimum: 0, maximum: 1 }),
      alpr_state: converted<string | null>('plate-state', {
        minLength: 1,
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
    if (from !== undefined && to !== undefined && from >= to) {
      add(['detection_bounding_box', high], 'value_error', `${high} must be greater than ${low}`, to);
    }
  }
  return problems;
}

export const ImageParams = Type.Object({ image_id: Uuid });
/** The parameters of a signed link. */
export const LinkQuery = Type.Object({
  expires: Type.String({ maxLength: MAX_FORMATTED_LENGTH }),
  signature: Type.String({ maxLength: MAX_FORMATTED_LENGTH }),
});

const summary = {
  image_id: Uuid,
  state: oneOf(IMAGE_STATES),
  failure_reason: nullable(Type.String()),
  source: Type.String(),
  time_captured: Timestamp,
  received_at: Timestamp,
};

export const Image = named('Image', {
  ...summary,
  width: Type.Integer(),
  height: Type.Integer(),
  format: Type.String({ examples: ['jpeg'] }),
  readings: nullable(ImageReadings),
  sighting: nullable(Sighting),
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
  alpr_plate_number: Type.String({ description: 'As submitted; empty when it was not.' }),
});

export const ImageList = named('ImageList', { images: Type.Array(ImageSummary), has_more: Type.Boolean() });
export const ImagesQuery = Type.Object({
  before: Type.Optional(
    Type.String({
      format: 'uuid',
      maxLength: MAX_FORMATTED_LENGTH,
      description: 'The last image of the previous page. Without it: the newest.',
    }),
  ),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
