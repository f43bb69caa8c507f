import Type, { type TSchema } from 'typebox';

/** Shapes that several routes answer with. */
export const Problem = Type.Object(
  {
    type: Type.String({ examples: ['missing'] }),
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    msg: Type.String(),
    input: Type.Unknown({ description: 'What was sent; null where it could be a secret.' }),
  },
  { additionalProperties: false },
);

export const Detail = Type.Object({ detail: Type.String() }, { additionalProperties: false });
export const Problems = Type.Object({ detail: Type.Array(Problem) }, { additionalProperties: false });
export const DetailOrProblems = Type.Object(
  { detail: Type.Union([Type.String(), Type.Array(Problem)]) },
  { additionalProperties: false },
);
export const GatewayMessage = Type.Object({ message: Type.String() }, { additionalProperties: false });
export const QueryError = Type.Object({ error: Type.String() }, { additionalProperties: false });

export const Pagination = Type.Object(
  {
    page: Type.Integer(),
    page_size: Type.Integer(),
    results_returned: Type.Integer(),
    has_more: Type.Boolean(),
    total: Type.Integer(),
    total_pages: Type.Integer(),
  },
  { additionalProperties: false },
);

/** As PostgreSQL takes it: the format alone would let `urn:uuid:…` through. */
export const Uuid = Type.String({
  format: 'uuid',
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
});

export const CORRELATION_HEADER = {
  'X-Correlation-Id': { ...Type.String({ format: 'uuid' }), description: 'Quote it to support.' },
};
export const RETRY_AFTER_HEADER = {
  'Retry-After': { ...Type.Integer({ minimum: 1 }), description: 'Whole seconds to wait.' },
};

export function oneOf<const Names extends readonly string[]>(names: Names, description?: string) {
  return Type.Unsafe<Names[number]>({
    type: 'string',
    enum: [...names],
    ...(description ? { description } : {}),
  });
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A response with its description and headers, as the OpenAPI document shows it. */
export function answer<T extends TSchema>(schema: T, description: string, headers: object = {}): T {
  return { ...schema, description, headers: { ...CORRELATION_HEADER, ...headers } };
}

/** The refusals that every route with a user has. */
export const userErrors = {
  401: answer(Detail, 'Credentials missing or incorrect.'),
  403: answer(Detail, 'The user lacks the permission.'),
  500: answer(Detail, 'Failure on our side.'),
};
