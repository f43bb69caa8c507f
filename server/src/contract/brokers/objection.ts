import Type, { type Static } from 'typebox';
import { Pagination, pageQuery } from '../pagination.ts';
import {
  closed,
  converted,
  Day,
  named,
  nullable,
  oneOf,
  StoredTime,
  Timestamp,
  text,
  Uuid,
} from '../schema.ts';
import { CHECK_RESULTS, Check } from './check.ts';
import { LISTS } from './vetting.ts';

const FINDING_RESULTS = ['REVIEW', 'FAIL', 'INCOMPLETE'] as const;
const OBJECTION_STATES = ['open', 'accepted', 'rejected'] as const;
/** 700,000 bytes in Base64. */
const MAX_FILE_TEXT = 933_336;
const usdotFilter = Type.Optional(converted<number>('usdot-number', { maxLength: 40 }));
const paged = pageQuery({ maxPage: 100_000, maxSize: 200, size: 50 });

export const CarrierLink = named('CarrierLink', {
  id: Uuid,
  usdot_number: Type.String(),
  created_at: StoredTime,
  created_by: nullable(Type.Integer()),
  expires_at: StoredTime,
  revoked_at: nullable(StoredTime),
  opened_at: nullable(StoredTime),
});
export const CreateCarrierLink = Type.Object(
  {
    usdot_number: converted<number>('usdot-number', { minLength: 1, maxLength: 40 }),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'How long the link works. 30 without it.' }),
    ),
  },
  { $id: 'CreateCarrierLink' },
);
export const CreatedCarrierLink = named('CreatedCarrierLink', {
  ...CarrierLink.properties,
  link: Type.String({ description: 'For the carrier. It has the secret, and is not shown again.' }),
});
export const CarrierLinks = named('CarrierLinks', {
  links: Type.Array(CarrierLink),
  pagination: Pagination,
});
export const CarrierLinksQuery = Type.Object({ usdot_number: usdotFilter, ...paged });
export const CarrierLinkParams = Type.Object({ link_id: Uuid });

const decided = {
  id: Uuid,
  rule: nullable(Type.String({ description: 'Null: about everything that is held.' })),
  signal: nullable(Type.String()),
  result: nullable(oneOf(FINDING_RESULTS, { description: 'What the rule said when the carrier objected.' })),
  finding: nullable(Type.String()),
  message: Type.String(),
  file_name: nullable(Type.String()),
  state: oneOf(OBJECTION_STATES),
  reason: nullable(Type.String()),
  decided_at: nullable(StoredTime),
  clears_until: nullable(Day),
  created_at: StoredTime,
};
export const Objection = named('Objection', {
  ...decided,
  usdot_number: Type.String(),
  contact: Type.String(),
  decided_by: nullable(Type.Integer()),
  check_id: nullable(Uuid),
});
export const Objections = named('Objections', {
  objections: Type.Array(Objection),
  pagination: Pagination,
});
export const ObjectionsQuery = Type.Object({
  usdot_number: usdotFilter,
  state: Type.Optional(oneOf(OBJECTION_STATES)),
  ...paged,
});
export const ObjectionParams = Type.Object({ objection_id: Uuid });
export const DecideObjection = Type.Object(
  {
    decision: oneOf(['accept', 'reject']),
    reason: text({ minLength: 1, maxLength: 1_000, description: 'The carrier sees it.' }),
    clear_days: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: 365 },
        description: 'How long an accepted objection clears what it is about. 90 without it.',
      }),
    ),
  },
  { $id: 'DecideObjection' },
);
export const DecidedObjection = named('DecidedObjection', {
  objection: Objection,
  check: nullable(Check),
});

const token = Type.String({
  ...{ minLength: 1, maxLength: 200 },
  description: 'The part of the link after #.',
});
export const ViewHeld = Type.Object({ token }, { $id: 'ViewHeld' });
const finding = {
  name: Type.String(),
  result: oneOf(FINDING_RESULTS),
  reason: Type.String(),
};
export const HeldAbout = named('HeldAbout', {
  usdot_number: Type.String(),
  legal_name: Type.String(),
  organization: Type.String({ description: 'Who holds it.' }),
  expires_at: StoredTime,
  day: Day,
  result: oneOf(CHECK_RESULTS),
  findings: Type.Array(
    closed({
      rule: Type.String(),
      signal: nullable(Type.String()),
      category: Type.String(),
      ...finding,
      clears: Type.String({ description: 'What would clear it.' }),
    }),
  ),
  passed: Type.Array(Type.String(), { description: 'Rules that the carrier passes.' }),
  list: nullable(closed({ list: oneOf(LISTS), note: Type.String(), added_at: StoredTime })),
  checks: Type.Array(
    closed({
      day: Day,
      created_at: StoredTime,
      result: oneOf(CHECK_RESULTS),
      findings: Type.Array(closed(finding)),
    }),
    { description: 'The newest 20 kept checks.' },
  ),
  objections: Type.Array(closed(decided), { description: 'Those that were sent with this link.' }),
});
export const CreateObjection = Type.Object(
  {
    token,
    rule: Type.Optional(nullable(text({ maxLength: 100 }))),
    signal: Type.Optional(nullable(text({ maxLength: 100 }))),
    message: Type.String({ format: 'free-text', minLength: 1, maxLength: 4_000, trim: true }),
    contact: text({
      ...{ minLength: 1, maxLength: 200 },
      description: 'A name, with a phone number or an email address.',
    }),
    file: Type.Optional(
      nullable(
        closed({
          name: text({ minLength: 1, maxLength: 120 }),
          content: Type.String({
            ...{ minLength: 1, maxLength: MAX_FILE_TEXT },
            description: 'A PDF, PNG or JPEG file of at most 700,000 bytes, in Base64.',
          }),
        }),
      ),
    ),
  },
  { $id: 'CreateObjection' },
);
export const SentObjection = named('SentObjection', {
  usdot_number: Type.String(),
  objection: closed(decided),
});

/** What the service posts to webhooks that subscribed; closed at every level. */
export const ReceivedObjections = named('ReceivedObjections', {
  event: Type.Literal('objection.received'),
  webhook_id: Uuid,
  customer_id: Type.Integer({ description: 'Your organization.' }),
  timestamp: Type.String({ ...Timestamp, description: 'When the carrier objected.' }),
  total_objections: Type.Integer({ minimum: 1, maximum: 1, description: 'The length of `objections`.' }),
  objections: Type.Array(
    closed({
      id: Type.String({ ...Uuid, description: 'As in `GET /objections`.' }),
      usdot_number: Type.String(),
      legal_name: Type.String({ description: 'Empty if no federal register has it.' }),
      rule: decided.rule,
      signal: decided.signal,
      result: decided.result,
      finding: decided.finding,
      message: Type.String(),
      contact: Type.String(),
      file_name: decided.file_name,
      created_at: Timestamp,
    }),
    { minItems: 1, maxItems: 1 },
  ),
});
export type ReceivedObjection = Static<typeof ReceivedObjections>['objections'][number];
