import type { paths } from './generated/api.ts';

/** What the generated document says of one operation, turned into the types of a call. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Operation<M extends Method, P extends keyof paths> = NonNullable<
  paths[P][Lowercase<M> & keyof paths[P]]
>;

/** The paths that know this method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: [Operation<M, P>] extends [never] ? never : P;
}[keyof paths];

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : { body?: undefined };

type QueryOf<O> = O extends { parameters: { query: infer Q } }
  ? { query: Q }
  : O extends { parameters: { query?: infer Q } }
    ? { query?: Exclude<Q, undefined> }
    : { query?: undefined };

type PathOf<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: undefined };

/** Body, query and path values as the document wants them, and a signal that gives the call up. */
export type Input<M extends Method, P extends keyof paths> = BodyOf<Operation<M, P>> &
  QueryOf<Operation<M, P>> &
  PathOf<Operation<M, P>> & { signal?: AbortSignal };

/** An argument that may be left out when nothing in it is required. */
export type InputArgument<M extends Method, P extends keyof paths> =
  Record<never, never> extends Input<M, P> ? [input?: Input<M, P>] : [input: Input<M, P>];

type Success = 200 | 201 | 202 | 204;
type Content<R> = R extends { content: { 'application/json': infer B } }
  ? B
  : R extends { content: { 'text/plain': infer T } | { 'message/rfc822': infer T } }
    ? T
    : undefined;

/** What a successful call resolves to. */
export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R } ? Content<R[Success & keyof R]> : never;
