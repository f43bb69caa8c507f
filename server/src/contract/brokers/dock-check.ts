import Type, { type Static } from 'typebox';
import { CreateImage, MAX_IMAGE_BYTES } from '../image.ts';
import { closed, converted, named, nullable, oneOf, SCORES, text, Uuid } from '../schema.ts';
import { ImageReadings } from '../sighting.ts';

/** What decided, and what it means. */
export const DOCK_REASONS = {
  number_and_name_agree:
    'The booked number, with High, and a name of the booked carrier, and nothing contradicts.',
  number_of_another_carrier: 'A number with High that another carrier holds.',
  number_not_registered: 'A number with High that no carrier of the loaded federal files holds.',
  name_of_another_carrier: 'The full name of another carrier, and none of the booked one.',
  docket_of_another_carrier: 'No USDOT number, and with High an MC number that another carrier holds.',
  nothing_read: 'No text was found.',
  number_not_read: 'No USDOT number could be read.',
  two_numbers: 'Several USDOT numbers, without words that say which one counts.',
  number_one_digit_off:
    'A number that differs in one digit from the booked one: misread, or another carrier.',
  another_number: 'Another number than the booked one, read below High.',
  number_beside_digits:
    'Further characters directly beside the number, or strokes like those of lettering that could not be read.',
  operated_for_another: 'Words such as `LEASED TO`, without a number after them.',
  name_is_similar: 'The booked number with a name that is like that of the booked carrier, but not the same.',
  name_is_different: 'The booked number with a name that is not known.',
  name_not_read: 'The booked number without a name.',
  another_name_too: 'The name of the booked carrier, and that of another company.',
  docket_differs: 'An MC number that the booked carrier does not hold.',
  vehicle_of_another_carrier: 'The plate or VIN was seen with another carrier before.',
  number_not_certain: 'The booked number and name, but the number below High.',
} as const;
export type DockReason = keyof typeof DOCK_REASONS;

const booking = {
  usdot_number: Type.Optional(
    converted<number>('usdot-number', {
      minLength: 1,
      maxLength: 40,
      description: 'Of the booked carrier. Either this or `mc_number`.',
      examples: ['4000007'],
    }),
  ),
  mc_number: Type.Optional(
    converted<number>('mc-number', {
      minLength: 1,
      maxLength: 40,
      description: 'Of the booked carrier, with or without `MC`.',
    }),
  ),
  keep: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Stores the image as `POST /image` does, so that it becomes a sighting. Needs `source_location_info` and the role `image-ingest-endpoint`. Otherwise nothing of the image is stored.',
    }),
  ),
  source: Type.Optional(text({ minLength: 1, description: 'Of a kept image. By default `dock-check`.' })),
  time_captured: Type.Optional(CreateImage.properties.time_captured),
  source_location_info: Type.Optional(CreateImage.properties.source_location_info),
};

/** The body of `POST /dock-check`. */
export const CreateDockCheck = Type.Object(
  { image_url: CreateImage.properties.image_url, ...booking },
  { $id: 'CreateDockCheck' },
);
export type CreateDockCheck = Static<typeof CreateDockCheck>;

/** The part `record` of `POST /dock-check/upload`. */
export const UploadDockCheck = Type.Object(booking, { $id: 'UploadDockCheck' });
export type UploadDockCheck = Static<typeof UploadDockCheck>;

/** The body of `POST /dock-check/upload`, for the document; the parts are read as a stream. */
export const DockCheckForm = Type.Object({
  record: UploadDockCheck,
  image: Type.String({
    format: 'binary',
    maxLength: MAX_IMAGE_BYTES,
    description: 'JPEG, PNG or WebP, at most 15 MB and 40 megapixels.',
  }),
});

const carrier = closed({
  usdot_number: Type.String(),
  mc_numbers: Type.Array(Type.String()),
  names: Type.Array(Type.String(), { description: 'The legal name and the trade names.' }),
});

const DockWarning = named('DockWarning', {
  code: oneOf(['out_of_service', 'usdot_inactive', 'no_active_authority', 'not_known'], {
    description: '`not_known`: a file that would tell is not loaded or too old.',
  }),
  message: Type.String(),
});
export type DockWarning = Static<typeof DockWarning>;

const DockFinding = named('DockFinding', {
  field: oneOf(['usdot_number', 'name', 'mc_number', 'vehicle']),
  read: Type.String({ description: 'As it was read; empty when nothing was.' }),
  score: oneOf(SCORES),
  outcome: oneOf(['agrees', 'contradicts', 'unsure', 'not_read']),
  of: nullable(Type.String({ description: 'Another carrier that it belongs to: its USDOT number.' })),
});
export type DockFinding = Static<typeof DockFinding>;

export const DockCheck = named('DockCheck', {
  answer: oneOf(['yes', 'no', 'cannot_tell'], {
    description: 'Whether the door is that of the booked carrier.',
  }),
  reason: oneOf(Object.keys(DOCK_REASONS) as DockReason[], {
    description: Object.entries(DOCK_REASONS)
      .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
      .join('\n\n'),
  }),
  why: Type.String({ description: 'The reason as a sentence.' }),
  next: nullable(
    Type.String({ description: 'What helps when the answer is `cannot_tell`. Otherwise null.' }),
  ),
  booked: carrier,
  warnings: Type.Array(DockWarning, {
    description:
      'What is wrong with the booked carrier itself, and what of it is not known. They do not change the answer.',
  }),
  findings: Type.Array(DockFinding, { description: 'What was compared.' }),
  readings: ImageReadings,
  is_kept: Type.Boolean({ description: 'Whether the image was stored.' }),
  image_id: nullable(Uuid),
  not_kept_reason: nullable(
    Type.String({ description: 'Why the image was not stored although `keep` was sent. Otherwise null.' }),
  ),
});
export type DockCheck = Static<typeof DockCheck>;
