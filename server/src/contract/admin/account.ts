import Type, { type Static } from 'typebox';
import { MAX_FORMATTED_LENGTH, named } from '../schema.ts';

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
