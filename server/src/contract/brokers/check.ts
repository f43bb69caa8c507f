import Type from 'typebox';
import { Pagination, pageQuery } from '../pagination.ts';
import { closed, converted, Day, named, nullable, oneOf, StoredTime, text, Uuid } from '../schema.ts';
import { ListedCarrier } from './vetting.ts';

export const CHECK_RESULTS = ['PASS', 'REVIEW', 'FAIL', 'INCOMPLETE'] as const;
const LOAD_CLASSES = ['hazmat', 'high_value'] as const;
const result = oneOf(CHECK_RESULTS, {
  description:
    'The worst of the rules: FAIL, then INCOMPLETE, REVIEW and PASS. INCOMPLETE: a file is missing.',
});

export const CreateChecks = Type.Object(
  {
    usdot_numbers: converted<number[]>('usdot-numbers', {
      minLength: 1,
      description: 'Up to 50 USDOT numbers, separated by commas.',
      examples: ['1234567'],
    }),
    day: Type.Optional(
      nullable(
        Type.String({
          format: 'date',
          maxLength: 40,
          description: 'Check as known on this day. Today without it.',
        }),
      ),
    ),
    classes: Type.Optional(
      Type.Array(oneOf(LOAD_CLASSES), {
        maxItems: 10,
        description: 'What the load is. Rules of these classes apply too.',
      }),
    ),
    reference: Type.Optional(nullable(text({ maxLength: 100, description: 'Your own number of the load.' }))),
    note: Type.Optional(nullable(Type.String({ format: 'free-text', maxLength: 2_000, trim: true }))),
  },
  { $id: 'CreateChecks' },
);

export const Check = named('Check', {
  id: Uuid,
  usdot_number: Type.String(),
  legal_name: Type.String(),
  day: Day,
  result,
  results: Type.Array(
    closed({
      rule: Type.String({ examples: ['authority_age'] }),
      name: Type.String({ examples: ['Authority age'] }),
      category: Type.String({ examples: ['Authority'] }),
      result,
      reason: Type.String(),
    }),
  ),
  classes: Type.Array(oneOf(LOAD_CLASSES)),
  reference: nullable(Type.String()),
  note: nullable(Type.String()),
  rules_version: Type.String({
    description: 'The version of the rules, of their code and their parameters.',
  }),
  created_at: StoredTime,
  created_by: nullable(Type.Integer({ description: 'The id of the user.' })),
  time_stamped_at: nullable(
    Type.Unsafe<Date>({
      ...{ type: 'string', format: 'date-time' },
      description: 'When an authority stamped the file. Null: it has no time stamp, or not yet.',
    }),
  ),
});
export const CreatedChecks = named('CreatedChecks', {
  checks: Type.Array(Check),
  unknown: Type.Array(Type.String(), {
    description: 'Carriers that no federal register has. They were not checked.',
  }),
});
export const Checks = named('Checks', { checks: Type.Array(Check), pagination: Pagination });
export const ListedCarriers = named('ListedCarriers', {
  carriers: Type.Array(ListedCarrier),
  pagination: Pagination,
});

export const ChecksQuery = Type.Object({
  usdot_number: Type.Optional(converted<number>('usdot-number', { maxLength: 40 })),
  reference: Type.Optional(text({ maxLength: 100 })),
  result: Type.Optional(oneOf(CHECK_RESULTS)),
  ...pageQuery({ maxPage: 100_000, maxSize: 200, size: 50 }),
});
export const CheckVerification = named('CheckVerification', {
  problems: Type.Array(Type.String(), {
    description: 'Why the stored file is not valid, or leads to another result. None: it is, and does not.',
  }),
  result: nullable(oneOf(CHECK_RESULTS, { description: 'Decided again, from the rows in the file alone.' })),
  key_id: nullable(Type.String()),
  time_stamp: nullable(
    closed({
      time: nullable(StoredTime),
      authority: nullable(Type.String({ description: 'As the token says; its root is not looked at.' })),
    }),
  ),
});
export const CheckParams = Type.Object({ check_id: Uuid });

export const PublishedKeys = named('PublishedKeys', {
  keys: Type.Array(
    closed({
      key_id: Type.String({
        description: 'The first 32 hexadecimal digits of the SHA-256 of the public key.',
      }),
      algorithm: oneOf(['Ed25519']),
      public_key: Type.String({ description: 'The 32 bytes of the public key in Base64url.' }),
      pem: Type.String({ description: 'The same as SubjectPublicKeyInfo in PEM.' }),
      valid_from: StoredTime,
      valid_until: nullable(StoredTime),
    }),
    { description: 'The newest first. A key that was replaced stays: what it signed by then stays valid.' },
  ),
});
