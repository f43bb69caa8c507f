import Type, { type Static } from 'typebox';
import { converted, named, nullable, oneOf, Timestamp, text } from '../schema.ts';

export const AuditEntry = named('AuditEntry', {
  id: Type.Integer(),
  at: Timestamp,
  sentence: Type.String({
    description: 'What happened, in words. Objects have the names that they have now.',
    examples: ['ana.ruiz@example.com paused the alert Reefer 4471'],
  }),
  organization_id: nullable(Type.Integer()),
  actor_kind: oneOf(['user', 'key', 'cli', 'link', 'system'], {
    description:
      '`cli`: a command on the server. `link`: the holder of a signed link. `system`: housekeeping.',
  }),
  actor_id: nullable(Type.Integer()),
  actor: Type.String({ description: 'The email address of the user, or the name of the user of a command.' }),
  address: Type.String({
    description: 'The IP address of the caller, or the machine on which a command ran.',
  }),
  action: Type.String({ examples: ['alert.create'] }),
  is_read: Type.Boolean({ description: 'The request only showed something.' }),
  object_kind: Type.String({ examples: ['alert'] }),
  object_id: Type.String(),
  outcome: oneOf(['success', 'denied', 'failed', 'unknown'], {
    description: '`unknown`: the process was killed while the change was in progress.',
  }),
  status: nullable(Type.Integer({ description: 'The status of the response.' })),
  correlation_id: nullable(Type.String({ format: 'uuid' })),
  purpose: nullable(Type.String({ description: 'The `X-Purpose` of the request.' })),
  vehicles: Type.Integer({
    description: 'How many different plates and VINs the request named or returned.',
  }),
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditEntries = named('AuditEntries', {
  entries: Type.Array(AuditEntry),
  next_before: nullable(
    Type.Integer({ description: 'Send it as `before` to get the next page. Null on the last page.' }),
  ),
});

export const AuditCheck = named('AuditCheck', {
  seals: Type.Integer({ description: 'How many seals were checked.' }),
  entries: Type.Integer({ description: 'How many entries they cover.' }),
  unsealed: Type.Integer({
    description: 'Entries that no seal covers yet. New entries are sealed every 30 seconds.',
  }),
  head: nullable(Type.String({ description: 'Number and hash of the newest seal.' })),
  problems: Type.Array(Type.String(), { description: 'Empty: no entry was altered, removed or inserted.' }),
});

const optionalTime = (description: string) => Type.Optional(converted<Date>('date-time', { description }));

export const AuditQuery = Type.Object({
  organization_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Only for the operator, who sees all organizations without it.',
    }),
  ),
  actor: Type.Optional(text({ description: 'An email address, or the name of the user of a command.' })),
  action: Type.Optional(text({ description: 'An action, or a prefix that ends with a dot: `alert.`' })),
  object_kind: Type.Optional(text({ examples: ['alert'] })),
  object_id: Type.Optional(text()),
  reads: Type.Optional(
    Type.Boolean({ description: 'Whether requests that only showed something are listed, too.' }),
  ),
  from: optionalTime('The first moment.'),
  to: optionalTime('The first moment after the last entry.'),
  plate: Type.Optional(
    text({
      maxLength: 32,
      description: 'Requests that named or returned this plate. Compared by its keyed hash.',
    }),
  ),
  vin: Type.Optional(converted<string>('vin', { description: 'The same for a VIN.' })),
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'Entries before this id.' })),
  page_size: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
});

const MIN_SIGHTING_DAYS = 7;
const MAX_DAYS = 36_500;

const days = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: MAX_DAYS, description });
const imageDays = days(1, 'Days after the day of the capture until images and their readings are deleted.');
const sightingDays = nullable(
  days(
    MIN_SIGHTING_DAYS,
    'Days after which sightings, readings, evidence and matches are deleted. Null: they are kept without limit.',
  ),
);
const purposeRequired = Type.Boolean({
  description: 'true: requests that show plates or VINs are rejected without the header `X-Purpose`.',
});

export const PrivacySettings = named('PrivacySettings', {
  organization_id: Type.Integer(),
  image_retention_days: imageDays,
  sighting_retention_days: sightingDays,
  purpose_required: purposeRequired,
});
export type PrivacySettings = Static<typeof PrivacySettings>;

export const UpdatePrivacySettings = named('UpdatePrivacySettings', {
  image_retention_days: Type.Optional(imageDays),
  sighting_retention_days: Type.Optional(sightingDays),
  purpose_required: Type.Optional(purposeRequired),
});
export type UpdatePrivacySettings = Static<typeof UpdatePrivacySettings>;
