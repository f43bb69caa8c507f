import Type, { type Static } from 'typebox';
import { MAX_FORMATTED_LENGTH, named, nullable, oneOf, StoredTime } from '../schema.ts';

const password = Type.String({ minLength: 1, maxLength: 1_024, writeOnly: true });
export const newPassword = Type.String({
  minLength: 8,
  maxLength: 1_024,
  writeOnly: true,
  description: '8 to 1024 characters.',
});
const otp = Type.String({
  minLength: 1,
  maxLength: 40,
  writeOnly: true,
  description: 'One-time code or recovery code.',
});
const email = Type.String({ format: 'email', minLength: 1, maxLength: MAX_FORMATTED_LENGTH });
const linkToken = Type.String({
  minLength: 1,
  maxLength: 100,
  writeOnly: true,
  description: 'From the link.',
});

export const Done = named('Done', { message: Type.String() });

export const CreateSession = named('CreateSession', { email, password, otp: Type.Optional(otp) });
export const ChangePassword = named('ChangePassword', {
  current_password: password,
  new_password: newPassword,
});
export const RequestPasswordReset = named('RequestPasswordReset', { email });
export const ResetPassword = named('ResetPassword', {
  token: linkToken,
  password: newPassword,
  otp: Type.Optional(otp),
});
export const AcceptInvitation = named('AcceptInvitation', { token: linkToken, password: newPassword });

export const TotpEnrollment = named('TotpEnrollment', {
  secret: Type.String({ description: 'In base32, for typing into an authenticator app.' }),
  otpauth_uri: Type.String({ description: 'The same as a URI, for a QR code.' }),
});
export type TotpEnrollment = Static<typeof TotpEnrollment>;
export const TotpState = named('TotpState', {
  has_totp: Type.Boolean({ description: 'The user signs in with a one-time code.' }),
});
export const OneTimeCode = named('OneTimeCode', { otp });
export const RecoveryCodes = named('RecoveryCodes', {
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each can be used once instead of a one-time code. They are not shown again.',
  }),
});

const AccountSession = named('AccountSession', {
  session_id: Type.Integer(),
  is_current: Type.Boolean({ description: 'The session of this request.' }),
  kind: oneOf(['console', 'api'], {
    description: '`console`: signed in to the console. `api`: a token of a program, which needs the API key.',
  }),
  browser: nullable(
    Type.String({ description: 'The browser at sign-in, such as `Firefox`, or the name of the program.' }),
  ),
  operating_system: nullable(
    Type.String({ description: 'The operating system at sign-in, such as `Windows`.' }),
  ),
  sign_in_address: nullable(Type.String()),
  last_address: nullable(Type.String({ description: 'The address of the last use.' })),
  created_at: StoredTime,
  last_used_at: nullable({ ...StoredTime, description: 'Updated at most once a minute.' }),
  expires_at: StoredTime,
});
export const AccountSessions = named('AccountSessions', {
  sessions: Type.Array(AccountSession, {
    description:
      'This session, then those of the console, then tokens of programs, the last used first. At most 200.',
  }),
  total: Type.Integer({ description: 'All sessions that have not ended.' }),
});
export type AccountSessions = Static<typeof AccountSessions>;
export const SessionParams = Type.Object({
  session_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});
