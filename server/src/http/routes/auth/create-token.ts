import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { createToken } from '../../../domain/identity/create-token.ts';
import { isEmail } from '../../../lib/email.ts';
import { AppError, invalid, type Problem } from '../../../lib/errors.ts';
import { apiKeyOnly } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Token = Type.Object(
  { token: Type.String(), expires: Type.String({ format: 'date-time' }) },
  { additionalProperties: false },
);
const TokenPair = Type.Object(
  {
    access_token_data: Token,
    refresh_token_data: { ...Token, description: 'Issued, but not usable at present.' },
    user_id: Type.Integer(),
    company_id: schemas.nullable(Type.Integer()),
    customer_name: schemas.nullable(Type.String()),
  },
  { additionalProperties: false },
);
const Body = Type.Object({
  email: Type.String({ format: 'email', examples: ['demo@milepost.example'] }),
  password: Type.String({ minLength: 1, format: 'password' }),
});

/** Each refusal has its own body, and the order of the checks is part of the contract: hence checks by hand. */
export const createTokenRoute: Route = (app, { tokens }) => {
  app.post(
    '/auth/token',
    {
      config: { access: apiKeyOnly, invalidStatus: 422 },
      schema: {
        operationId: 'createToken',
        tags: ['Authentication'],
        summary: 'Exchange an email and password for tokens',
        description:
          'Send the values in the JSON body, as they are. At most 10 requests a minute for one account from one address, and 60 an hour for one account.',
        body: Body,
        response: {
          200: schemas.answer(TokenPair, 'The token pair.'),
          400: schemas.answer(
            Type.Union([schemas.Detail, schemas.QueryError]),
            'Credentials in the query (`error`), or `email` or `password` missing (`detail`).',
          ),
          401: schemas.answer(schemas.Detail, 'The credentials cannot be validated.'),
          403: schemas.answer(schemas.GatewayMessage, 'API key missing or invalid.'),
          413: schemas.answer(schemas.Detail, 'The body is larger than 1 MiB.'),
          415: schemas.answer(schemas.Detail, 'The body is not JSON by its type.'),
          422: schemas.answer(
            schemas.DetailOrProblems,
            'The password is empty (text), or the email or the JSON is not valid (list).',
          ),
          429: schemas.answer(schemas.Detail, 'Too many token requests.', schemas.RETRY_AFTER_HEADER),
          500: schemas.answer(schemas.Detail, 'Failure on our side.'),
        },
      },
      validatorCompiler: () => () => true,
      onRequest: async (request) => refuseQuery(request),
    },
    async (request) => {
      const { email, password } = readCredentials(request.body);
      // The access rule has let the request through, so there is a key.
      const organizationId = request.organizationId ?? 0;
      return createToken(tokens, { organizationId, email, password, address: request.ip });
    },
  );
};

function refuseQuery(request: FastifyRequest): void {
  if (Object.keys(request.query as object).length === 0) return;
  throw new AppError(
    'query_credentials',
    'Credentials must be sent in a JSON body; query parameters are not supported.',
  );
}

function readCredentials(body: unknown): { email: string; password: string } {
  const given = body ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw invalid([
      { type: 'object_type', loc: ['body'], msg: 'Input should be a JSON object', input: null },
    ]);
  }
  const { email, password } = given as { email?: unknown; password?: unknown };
  const missing = Object.entries({ email, password }).filter(
    ([, value]) => value === undefined || value === null,
  );
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(' and ');
    throw new AppError('incomplete', `Missing from the JSON body: ${names}`);
  }
  if (password === '') throw new AppError('invalid', 'Password must not be empty');

  const problems: Problem[] = [];
  if (typeof email !== 'string')
    problems.push(wrong('string_type', 'email', 'Input should be a valid string', null));
  else if (!isEmail(email))
    problems.push(wrong('value_error', 'email', 'value is not a valid email address', email));
  if (typeof password !== 'string') {
    problems.push(wrong('string_type', 'password', 'Input should be a valid string', null));
  }
  if (problems.length > 0) throw invalid(problems);
  return { email: String(email), password: String(password) };
}

function wrong(type: string, field: string, msg: string, input: unknown): Problem {
  return { type, loc: ['body', field], msg, input };
}
