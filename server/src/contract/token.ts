import Type, { type Static } from 'typebox';
import { ALL_ROLES, RESTRICTED_ROLES, ROLES } from './roles.ts';
import { MAX_FORMATTED_LENGTH, named, nullable, oneOf, Timestamp } from './schema.ts';

const TokenData = named('TokenData', { token: Type.String(), expires: Timestamp });

export const TokenPair = named('TokenPair', {
  access_token_data: TokenData,
  refresh_token_data: TokenData,
  user_id: Type.Integer(),
  company_id: nullable(Type.Integer()),
  customer_name: nullable(Type.String()),
});
export type TokenPair = Static<typeof TokenPair>;

export const Session = named('Session', {
  csrf_token: Type.String({
    description: 'Send it in `X-CSRF-Token` with every request of the session that is not a GET.',
  }),
  expires: Timestamp,
  user_id: Type.Integer(),
  company_id: nullable(Type.Integer()),
  customer_name: nullable(Type.String()),
});
export type Session = Static<typeof Session>;

/** Longer than any password: one that is too long is wrong, not invalid. */
const MAX_PASSWORD_TEXT = 100_000;

export const CreateToken = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: MAX_FORMATTED_LENGTH,
      minLength: 1,
      nullIsUnset: true,
      examples: ['demo@milepost.example'],
    }),
    password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_TEXT, writeOnly: true, nullIsUnset: true }),
    otp: Type.Optional(
      Type.String({
        maxLength: 40,
        writeOnly: true,
        nullIsUnset: true,
        description: 'One-time code or recovery code. Required for users who have set up one-time codes.',
      }),
    ),
  },
  { $id: 'CreateToken' },
);
export type CreateToken = Static<typeof CreateToken>;

export const Role = oneOf(ALL_ROLES, {
  $id: 'Role',
  'x-enumDescriptions': ROLES,
  'x-restricted': RESTRICTED_ROLES,
});

export const Identity = named('Identity', {
  user_id: Type.Integer(),
  email: Type.String(),
  roles: Type.Array(Role),
  organization_id: Type.Integer(),
  organization_name: Type.String(),
  organization_kind: Type.String(),
  timezone: Type.String(),
  lacks_second_factor: Type.Boolean({
    description: 'The organization requires one-time codes, and the user must set them up first.',
  }),
  purpose_required: Type.Boolean({
    description: 'The organization requires the header `X-Purpose` on requests that show plates or VINs.',
  }),
  is_demo: Type.Boolean({ description: 'The organization is part of the demo.' }),
  token_expires: Timestamp,
});
