import Type from 'typebox';
import { ExchangeToken } from '../../contract/admin/sso.ts';
import {
  ErrorDetail,
  ErrorDetailOrInvalidFields,
  GatewayError,
  type Problem,
  QueryCredentialsError,
} from '../../contract/problem.ts';
import { CreateToken, Identity, TokenPair } from '../../contract/token.ts';
import { createToken } from '../../domain/identity/create-token.ts';
import { exchangeToken } from '../../domain/identity/sso/sso-sign-in.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import { apiKeyOnly, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';
import { sourceOf } from '../session-cookie.ts';

const route = routeOf('Authentication');

/** The contract fixes the order of these checks and the body of each error. */
function rejectCredentials(problems: Problem[]): AppError {
  const missing = problems.filter(({ type }) => type === 'missing').map(({ loc }) => loc[1]);
  if (missing.length > 0) {
    return new AppError('incomplete', `Missing from the JSON body: ${missing.join(' and ')}`);
  }
  const isEmptyPassword = problems.some(
    ({ type, loc }) => loc[1] === 'password' && type === 'string_too_short',
  );
  return isEmptyPassword ? new AppError('invalid', 'Password must not be empty') : invalid(problems);
}

export const authRoutes: Route[] = [
  route('POST /auth/token', {
    operationId: 'createToken',
    summary: 'Exchange an email and password for tokens',
    description:
      'Send the values in the JSON body without URL-encoding. Limits: 10 requests per minute for an account from one address, and 60 per hour for an account.',
    access: apiKeyOnly,
    audit: { action: 'session.create', kind: 'sign-in' },
    body: CreateToken,
    example: { email: 'desk@company.example', password: 'correct horse battery staple' },
    invalidStatus: 422,
    success: {
      schema: TokenPair,
      description: 'The token pair. The refresh token is issued but cannot be used at present.',
    },
    errors: {
      400: {
        description: 'Credentials in the query (`error`), or `email` or `password` missing (`detail`).',
        schema: Type.Union([ErrorDetail, QueryCredentialsError]),
      },
      401: 'The credentials cannot be validated.',
      403: { description: 'The API key is missing or invalid.', schema: GatewayError },
      422: {
        description: 'The password is empty (text), or the email or the JSON is invalid (list).',
        schema: ErrorDetailOrInvalidFields,
      },
      429: 'Too many token requests.',
    },
    onRequest(request) {
      if (Object.keys(request.query as object).length === 0) return;
      const message = 'Credentials must be sent in a JSON body; query parameters are not supported.';
      throw new AppError('query_credentials', message);
    },
    reject: rejectCredentials,
    handler: ({ identity }, { body, caller, request }) =>
      createToken(identity, {
        organizationId: caller.organization_id,
        apiKeyId: caller.api_key_id,
        ...body,
        ...sourceOf(request),
      }),
  }),
  route('POST /auth/token/exchange', {
    operationId: 'exchangeToken',
    summary: "Exchange a token of your organization's identity provider for tokens",
    description:
      'See `docs/identity.md`. The tokens are used with the API key, like those of `POST /auth/token`.',
    access: apiKeyOnly,
    audit: { action: 'session.create', kind: 'sign-in' },
    body: ExchangeToken,
    example: { token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' },
    success: { schema: TokenPair, description: 'The token pair.' },
    errors: {
      401: 'The token cannot be validated.',
      403: { description: 'The API key is missing or invalid.', schema: GatewayError },
      429: 'Too many token requests.',
      503: 'The identity provider cannot be reached.',
    },
    handler: ({ identity }, { body, caller, request }) =>
      exchangeToken(identity, {
        organizationId: caller.organization_id,
        apiKeyId: caller.api_key_id,
        token: body.token,
        ...sourceOf(request),
      }),
  }),
  route('GET /auth/me', {
    operationId: 'whoAmI',
    summary: 'Get the user of an access token and its roles',
    access: user({ duringEnrollment: true }),
    success: { schema: Identity, description: 'The caller.' },
    handler: (_services, { caller }) => {
      const { expires_at, token_hash: _, session_id: _id, keyless: _keyless, ...identity } = caller;
      return { ...identity, token_expires: expires_at.toISOString() };
    },
  }),
];
