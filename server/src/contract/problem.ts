import Type, { type Static } from 'typebox';
import { closed, named, nullable } from './schema.ts';

/** One invalid field. */
export const Problem = named('Problem', {
  type: Type.String({ examples: ['missing'], description: 'A stable code for programs.' }),
  loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
    description: 'Path of the field: `body`, `query`, `path` or `header`, then names and list positions.',
    examples: [['body', 'email']],
  }),
  msg: Type.String({ examples: ['Field required'] }),
  input: Type.Unknown({ description: 'The value that was sent. Null for secrets and objects.' }),
});

export const ErrorDetail = named('ErrorDetail', { detail: Type.String() });
export const TooManyRequests = named('TooManyRequests', {
  detail: Type.String(),
  quota: Type.Optional(Type.String({ description: 'The quota that is reached, if one is.' })),
  limit: Type.Optional(Type.Integer({ description: 'The limit of the quota.' })),
  resets_at: Type.Optional(
    nullable(Type.String({ format: 'date-time', description: 'Null for a quota without a period.' })),
  ),
});
export const InvalidFields = named('InvalidFields', {
  detail: Type.Array(Problem, { description: 'Every invalid field, at most 50.' }),
});
export const ErrorDetailOrInvalidFields = named('ErrorDetailOrInvalidFields', {
  detail: Type.Union([Type.String(), Type.Array(Problem)]),
});
/** The error bodies of operations that clients of the reference service use (`http/error-forms.ts`). */
export const ErrorDetailWithSubcode = named('ErrorDetailWithSubcode', {
  detail: closed({
    message: Type.String(),
    subcode: Type.String({ examples: ['TOKEN_MISSING'], description: 'A stable code for programs.' }),
  }),
});
export const CodedError = named('CodedError', {
  message: Type.String(),
  code: Type.Integer({ description: 'The status of the response.' }),
});
/** Without a list of words: `subcode` is the status. */
export const SubcodedError = named('SubcodedError', {
  message: Type.String(),
  subcode: Type.Integer({ description: 'The status of the response.' }),
});
export const ErrorText = named('ErrorText', { error: Type.String() });
export const ErrorMessage = named('ErrorMessage', { message: Type.String() });
/** The two error bodies of token creation that do not use `detail`. */
export const GatewayError = named('GatewayError', { message: Type.String() });
export const QueryCredentialsError = named('QueryCredentialsError', { error: Type.String() });

export type Problem = Static<typeof Problem>;
