import Type from 'typebox';
import { named, nullable, oneOf, Timestamp, text } from '../schema.ts';
import { Role } from '../token.ts';

/** A `service` is a program: it signs in with API key and password only and never has the role `admin`. */
export const USER_KINDS = ['person', 'service'] as const;

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
  created_at: Timestamp,
  last_sign_in_at: nullable(Timestamp),
  disabled_at: nullable(Timestamp),
};
export const User = named('User', fields);
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

export const CreateServiceUser = named('CreateServiceUser', {
  name: text({ minLength: 1, maxLength: 40, examples: ['camera-7'] }),
  roles: Type.Array(Role, { maxItems: 50 }),
});
export const NewServiceUser = named('NewServiceUser', {
  ...fields,
  password: Type.String({ description: 'It is not shown again.' }),
});
