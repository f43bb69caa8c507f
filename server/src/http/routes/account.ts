import {
  AcceptInvitation,
  AccountSessions,
  ChangePassword,
  CreateSession,
  Done,
  OneTimeCode,
  RecoveryCodes,
  RequestPasswordReset,
  ResetPassword,
  SessionParams,
  TotpEnrollment,
  TotpState,
} from '../../contract/admin/account.ts';
import { FinishSso, StartedSso, StartSso } from '../../contract/admin/sso.ts';
import { Session } from '../../contract/token.ts';
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '../../domain/identity/account-passwords.ts';
import { createSession } from '../../domain/identity/create-token.ts';
import { acceptInvitation } from '../../domain/identity/invitations.ts';
import { endSessionOf, listSessions } from '../../domain/identity/sessions.ts';
import { finishSignIn, startSignIn } from '../../domain/identity/sso/sso-sign-in.ts';
import { revokeToken, revokeTokens } from '../../domain/identity/token-store.ts';
import {
  confirmEnrollment,
  readTotpState,
  removeOwnTotp,
  startEnrollment,
} from '../../domain/identity/totp/enroll-totp.ts';
import { AppError } from '../../lib/errors.ts';
import { anyone, ownAccount } from '../access.ts';
import { REJECTED } from '../responses.ts';
import { type Route, routeOf } from '../route.ts';
import { endSession, isForeign, sourceOf, startSession } from '../session-cookie.ts';

const route = routeOf('Authentication');

const FOREIGN = 'A page of another origin cannot sign in here.';
const TOO_MANY = { 400: REJECTED, 429: 'Too many requests.' };
const SESSION =
  'A session of the console: a cookie that is accepted without an API key, and the token for changes.';

export const accountRoutes: Route[] = [
  route('POST /auth/session', {
    operationId: 'createSession',
    summary: 'Sign a person in to the console',
    description:
      'Sets a cookie that scripts cannot read. Requests of the session that change something repeat `csrf_token` in `X-CSRF-Token`. Requests that a page of another origin causes are refused, and the cookie does not count there. Service users use `POST /auth/token`.',
    access: anyone,
    audit: { action: 'session.create', kind: 'sign-in' },
    body: CreateSession,
    example: { email: 'desk@company.example', password: 'correct horse battery staple' },
    success: { schema: Session, description: SESSION },
    errors: { ...TOO_MANY, 401: 'The credentials cannot be validated.', 403: FOREIGN },
    handler: async (services, { body, request, reply }) => {
      if (isForeign(services.settings, request)) throw new AppError('forbidden', FOREIGN);
      const pair = await createSession(services.identity, { ...body, ...sourceOf(request) });
      return startSession(services, { request, reply }, pair);
    },
  }),
  route('DELETE /auth/session', {
    operationId: 'deleteSession',
    summary: 'Sign out of the console',
    description: 'Revokes the token and deletes the cookie, for all tabs of the browser.',
    access: ownAccount(),
    audit: { action: 'session.end', kind: 'change' },
    success: { schema: Done, description: 'The session is over.' },
    handler: async ({ database, settings }, { caller, request, reply }) => {
      await revokeToken(database, caller.token_hash);
      endSession(settings, { request, reply });
      return { message: 'Signed out.' };
    },
  }),
  route('GET /auth/sessions', {
    operationId: 'listSessions',
    summary: 'List the sessions of the user',
    access: ownAccount(),
    success: { schema: AccountSessions, description: 'The access tokens that have not expired.' },
    handler: ({ database }, { caller }) => listSessions(database, caller),
  }),
  route('DELETE /auth/sessions/:session_id', {
    operationId: 'endSession',
    summary: 'Sign out one session of the user',
    description: 'Revokes its token, wherever it is used.',
    access: ownAccount(),
    audit: { action: 'session.revoke', kind: 'change', object: ['session', 'params.session_id'] },
    params: SessionParams,
    success: { schema: Done, description: 'The session is over.' },
    errors: { 404: 'The user has no such session.' },
    handler: async ({ database, settings }, { caller, params, request, reply }) => {
      await endSessionOf(database, caller.user_id, params.session_id);
      if (params.session_id === caller.session_id) endSession(settings, { request, reply });
      return { message: 'Signed out.' };
    },
  }),
  route('POST /auth/sso/start', {
    operationId: 'startSso',
    summary: 'Start a sign-in at the identity provider of an organization',
    description: 'The domain of the address decides the organization.',
    access: anyone,
    audit: { none: 'Starts a sign-in at the identity provider; its end is recorded.' },
    body: StartSso,
    example: { email: 'desk@company.example' },
    success: { schema: StartedSso, description: 'Where to send the browser. Valid for 10 minutes.' },
    errors: {
      ...TOO_MANY,
      401: 'The identity provider sent an invalid response.',
      404: 'Single sign-on is not set up for this address.',
      503: 'The identity provider cannot be reached.',
    },
    handler: ({ identity }, { body, request }) => startSignIn(identity, { ...body, address: request.ip }),
  }),
  route('POST /auth/sso/finish', {
    operationId: 'finishSso',
    summary: 'Finish a sign-in at the identity provider',
    access: anyone,
    audit: { action: 'session.create', kind: 'sign-in' },
    body: FinishSso,
    example: { login_secret: 'Jq2c0Yb5', query: 'code=abc&state=xyz' },
    success: { schema: Session, description: SESSION },
    errors: {
      ...TOO_MANY,
      401: 'The sign-in was not confirmed, has expired or was already finished.',
      503: 'The identity provider cannot be reached.',
    },
    handler: async (services, { body, request, reply }) => {
      const given = { loginSecret: body.login_secret, query: body.query, ...sourceOf(request) };
      return startSession(services, { request, reply }, await finishSignIn(services.identity, given));
    },
  }),
  route('POST /auth/invitation', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation by choosing a password',
    access: anyone,
    audit: { action: 'invitation.accept', kind: 'sign-in' },
    body: AcceptInvitation,
    example: { token: 'Jq2c0Yb5', password: 'correct horse battery staple' },
    success: { status: 201, schema: Session, description: SESSION },
    errors: TOO_MANY,
    handler: async (services, { body, request, reply }) => {
      const pair = await acceptInvitation(services.identity, { ...body, ...sourceOf(request) });
      return startSession(services, { request, reply }, pair);
    },
  }),
  route('POST /auth/logout', {
    operationId: 'logOut',
    summary: 'Revoke the access token of the request',
    access: ownAccount(),
    audit: { action: 'session.end', kind: 'change' },
    success: { schema: Done, description: 'The token no longer works.' },
    handler: async ({ database }, { caller }) => {
      await revokeToken(database, caller.token_hash);
      return { message: 'Signed out.' };
    },
  }),
  route('POST /auth/logout-all', {
    operationId: 'logOutEverywhere',
    summary: 'Revoke all tokens of the user',
    access: ownAccount(),
    audit: { action: 'session.end-all', kind: 'change' },
    success: { schema: Done, description: 'No token of the user works any longer.' },
    handler: async ({ database }, { caller }) => {
      await revokeTokens(database, [caller.user_id]);
      return { message: 'Signed out everywhere.' };
    },
  }),
  route('POST /auth/password', {
    operationId: 'changePassword',
    summary: 'Change the password of the user',
    description: 'All other tokens of the user are revoked.',
    access: ownAccount(),
    audit: { action: 'password.change', kind: 'change' },
    body: ChangePassword,
    example: { current_password: 'the old password', new_password: 'correct horse battery staple' },
    success: { schema: Done, description: 'The password is changed.' },
    errors: TOO_MANY,
    handler: async ({ identity }, { body, caller, actor }) => {
      await changePassword(identity, actor, {
        currentPassword: body.current_password,
        newPassword: body.new_password,
        tokenHash: caller.token_hash,
      });
      return { message: 'The password is changed.' };
    },
  }),
  route('POST /auth/password-reset', {
    operationId: 'requestPasswordReset',
    summary: 'Send a link for a new password',
    description: 'The response is the same for unknown addresses. The link can be used once within an hour.',
    access: anyone,
    audit: { action: 'password.request-reset', kind: 'change' },
    body: RequestPasswordReset,
    example: { email: 'desk@company.example' },
    success: { status: 202, schema: Done, description: 'If the address has an account, an email is sent.' },
    errors: TOO_MANY,
    handler: async ({ identity }, { body, request }) => {
      await requestPasswordReset(identity, { ...body, address: request.ip });
      return { message: 'If the address has an account, an email with a link is on its way.' };
    },
  }),
  route('POST /auth/password-reset/confirm', {
    operationId: 'resetPassword',
    summary: 'Choose a new password with a link',
    description: 'All tokens of the user are revoked. A user with one-time codes sends one too.',
    access: anyone,
    audit: { action: 'password.reset', kind: 'change' },
    body: ResetPassword,
    example: { token: 'Jq2c0Yb5', password: 'correct horse battery staple' },
    success: { schema: Done, description: 'The password is changed.' },
    errors: { ...TOO_MANY, 401: 'The one-time code is missing or incorrect.' },
    handler: async ({ identity }, { body, request }) => {
      await resetPassword(identity, { ...body, address: request.ip });
      return { message: 'The password is changed. Sign in with the new one.' };
    },
  }),
  route('GET /auth/totp', {
    operationId: 'getTotp',
    summary: 'Get whether the user signs in with one-time codes',
    access: ownAccount(),
    success: { schema: TotpState, description: 'The state.' },
    handler: ({ database }, { caller }) => readTotpState(database, caller.user_id),
  }),
  route('POST /auth/totp', {
    operationId: 'startTotpEnrollment',
    summary: 'Start setting up one-time codes',
    description: 'Has no effect until a code confirms it.',
    access: ownAccount(),
    audit: { action: 'totp.start', kind: 'change' },
    success: { schema: TotpEnrollment, description: 'The secret for the authenticator app.' },
    errors: { 400: REJECTED },
    handler: ({ identity }, { caller }) => startEnrollment(identity, caller),
  }),
  route('POST /auth/totp/confirm', {
    operationId: 'confirmTotpEnrollment',
    summary: 'Confirm one-time codes with the first code',
    access: ownAccount(),
    audit: { action: 'totp.confirm', kind: 'change' },
    body: OneTimeCode,
    example: { otp: '123456' },
    success: { schema: RecoveryCodes, description: 'From now on the user signs in with a code.' },
    errors: TOO_MANY,
    handler: async ({ identity }, { body, caller, actor }) => ({
      recovery_codes: await confirmEnrollment(identity, actor, caller.token_hash, body.otp),
    }),
  }),
  route('POST /auth/totp/remove', {
    operationId: 'removeTotp',
    summary: 'Stop using one-time codes',
    access: ownAccount(),
    audit: { action: 'totp.remove', kind: 'change' },
    body: OneTimeCode,
    example: { otp: '123456' },
    success: { schema: Done, description: 'The user signs in with the password alone.' },
    errors: TOO_MANY,
    handler: async ({ identity }, { body, actor }) => {
      await removeOwnTotp(identity, actor, body.otp);
      return { message: 'One-time codes are no longer needed.' };
    },
  }),
];
