import Type, { type Static } from 'typebox';
import { MAX_FORMATTED_LENGTH, named, nullable, oneOf, StoredTime, text } from '../schema.ts';
import { Role } from '../token.ts';
import { newPassword } from './account.ts';

/** A `service` is a program: it signs in with API key and password only and never has the role `admin`. */
const USER_KINDS = ['person', 'service'] as const;

export const UserParams = Type.Object({ user_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const fields = {
  user_id: Type.Integer(),
  organization_id: Type.Integer(),
  email: Type.String(),
  kind: oneOf(USER_KINDS),
  roles: Type.Array(Role),
  has_password: Type.Boolean(),
  has_totp: Type.Boolean({ description: 'The user signs in with a one-time code.' }),
  uses_sso: Type.Boolean({ description: 'The user has signed in through the identity provider.' }),
  created_at: StoredTime,
  last_sign_in_at: nullable(StoredTime),
  disabled_at: nullable(StoredTime),
};
export const User = named('User', fields);
export type User = Static<typeof User>;
export const UserList = named('UserList', { users: Type.Array(User) });

export const UpdateUser = named('UpdateUser', {
  roles: Type.Optional(
    Type.Array(Role, {
      maxItems: 50,
      description: 'Replaces all roles. Restricted roles must be licensed to the organization.',
    }),
  ),
  disabled: Type.Optional(Type.Boolean({ description: 'The tokens of a disabled user stop working.' })),
});
export type UpdateUser = Static<typeof UpdateUser>;

/** For the CLI only: over the API, people are invited and programs get a generated password. */
export const CreateUser = named('CreateUser', {
  organization_id: Type.Integer(),
  email: Type.String({ format: 'email', minLength: 1, maxLength: MAX_FORMATTED_LENGTH }),
  password: newPassword,
  roles: Type.Array(Role, { maxItems: 50 }),
  kind: oneOf(USER_KINDS),
});
export type CreateUser = Static<typeof CreateUser>;

export const CreateServiceUser = named('CreateServiceUser', {
  name: text({ minLength: 1, maxLength: 40, examples: ['camera-7'] }),
  roles: Type.Array(Role, { maxItems: 50 }),
});
export type CreateServiceUser = Static<typeof CreateServiceUser>;
export const NewServiceUser = named('NewServiceUser', {
  ...fields,
  password: Type.String({ description: 'It is not shown again.' }),
});
export type NewServiceUser = Static<typeof NewServiceUser>;
