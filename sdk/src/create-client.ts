import { type ApiError, AuthenticationError, errorFromResponse } from './api-error.ts';
import { Connection, parseJson } from './connection.ts';
import { encodeBody } from './encode-body.ts';
import { followMatches } from './follow-matches.ts';
import { operations } from './generated/operations.ts';
import type { Done, TokenPair } from './generated/schemas.ts';
import { listItems } from './list-items.ts';
import type {
  FollowInput,
  Input,
  InputArgument,
  ListId,
  ListItem,
  Method,
  Operation,
  OperationInput,
  OperationMethods,
  PathWith,
  ResponseBody,
} from './operation.ts';
import { retryDelayMs, sleep } from './retry.ts';
import { Session } from './session.ts';

/** Called for each request, for logs and metrics. They get no secrets: no headers and no bodies. */
export type ClientHooks = {
  onRequest?: (request: { method: string; url: string; attempt: number }) => void;
  onResponse?: (response: {
    method: string;
    url: string;
    attempt: number;
    /** 0 if there was no response. */
    status: number;
    durationMs: number;
    correlationId: string | null;
  }) => void;
  /** The request is repeated after this time. */
  onRetry?: (retry: {
    method: string;
    url: string;
    attempt: number;
    delayMs: number;
    error: ApiError;
  }) => void;
};

export type ClientOptions = ClientHooks & {
  /** The URL of the service, such as `https://milepost.example`. */
  baseUrl: string;
  /** Null for a console session, which needs none. */
  apiKey: string | null;
  /** With both, the client obtains an access token when it needs one, and again when it expires. They stay in memory. */
  email?: string;
  password?: string;
  /** An access token from an earlier sign-in. */
  accessToken?: string | null;
  /** The time limit of an attempt: 30 seconds by default. For streams, of each wait for data. */
  timeoutMs?: number;
  /** How often a request is repeated after a temporary failure: 2 by default. 0 switches it off. */
  maxRetries?: number;
  /** Why the data is needed, at most 200 characters. Sent as `X-Purpose` and stored in the audit log of your organization. */
  purpose?: string;
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch;
};

export type Client = OperationMethods & {
  /** Exchanges an email and password for tokens. Later requests send the access token, and obtain a new one when it expires. */
  signIn(email: string, password: string): Promise<TokenPair>;
  /** Discards the access token, the email and the password. `logOut` also revokes the token. */
  signOut(): void;
  readonly accessToken: string | null;
  /** Calls an operation by method and path. Any failure is thrown as `ApiError`. */
  request<M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    ...input: InputArgument<Input<M, P>>
  ): Promise<ResponseBody<M, P>>;
  /** Yields the items of a list, such as `iterate('listImages')`. Pages are requested as they are needed. */
  iterate<Id extends ListId>(
    operationId: Id,
    ...input: InputArgument<OperationInput<Id>>
  ): AsyncGenerator<ListItem<Id>, void, undefined>;
};

type Values = Record<string, unknown>;
// The types of all operations together are too large for the compiler, so the implementation uses this type.
type AnyInput = {
  body?: unknown;
  query?: Values;
  path?: Values;
  signal?: AbortSignal;
  idempotencyKey?: string;
};

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options;
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const { email, password } = options;
  const session = new Session(
    email !== undefined && password !== undefined ? { email, password } : null,
    options.accessToken ?? null,
    (body) => call(operations.createToken, { body }) as Promise<TokenPair>,
  );

  /** One attempt. Fails with an `ApiError` for a response outside 2xx. */
  async function send(
    operation: Operation,
    input: AnyInput,
    token: string | null,
    attempt: number,
    signal: AbortSignal,
    extraHeaders: Record<string, string>,
  ): Promise<Response> {
    const headers = new Headers({ ...credentialHeaders(operation, apiKey, token), ...extraHeaders });
    if (options.purpose) headers.set('X-Purpose', utf8Header(options.purpose));
    if (input.idempotencyKey !== undefined) headers.set('Idempotency-Key', input.idempotencyKey);
    const { contentType, body } = encodeBody(operation, input.body);
    if (contentType !== null) headers.set('Content-Type', contentType);
    const { method } = operation;
    const url = urlOf(baseUrl, operation.path, input);
    options.onRequest?.({ method, url, attempt });
    const startedAt = performance.now();
    const report = (status: number, correlationId: string | null) =>
      options.onResponse?.({
        method,
        url,
        attempt,
        status,
        durationMs: performance.now() - startedAt,
        correlationId,
      });
    const response = await fetch(url, { method, headers, body, signal }).catch((error: unknown) => {
      report(0, null);
      throw error;
    });
    report(response.status, response.headers.get('X-Correlation-Id'));
    if (!response.ok) throw await errorFromResponse(response);
    return response;
  }

  /** Repeats `read` after temporary failures, and once with a new token if the service rejects the token. */
  async function withRetries<T>(
    operation: Operation,
    given: AnyInput,
    read: (connection: Connection, response: Response) => Promise<T>,
    { headers = {}, retries = maxRetries }: { headers?: Record<string, string>; retries?: number } = {},
  ): Promise<T> {
    const input = withIdempotencyKey(operation, given);
    const isRepeatable = operation.method !== 'POST' && operation.method !== 'PATCH';
    let isRenewed = false;
    for (let attempt = 1, failures = 0; ; attempt++) {
      const connection = new Connection(input.signal);
      const token = needsToken(operation) ? await session.current() : null;
      try {
        return await connection.run(timeoutMs, async () =>
          read(connection, await send(operation, input, token, attempt, connection.signal, headers)),
        );
      } catch (error) {
        connection.close();
        if (error instanceof AuthenticationError && token !== null && !isRenewed) {
          isRenewed = true;
          if (await session.replace(token)) continue;
        }
        const delayMs = retryDelayMs(error, failures++, isRepeatable || input.idempotencyKey !== undefined);
        if (delayMs === null || failures > retries) throw error;
        const url = urlOf(baseUrl, operation.path, input);
        options.onRetry?.({ method: operation.method, url, attempt, delayMs, error: error as ApiError });
        await sleep(delayMs, input.signal);
      }
    }
  }

  function call(operation: Operation, input: AnyInput = {}): Promise<unknown> {
    return withRetries(operation, input, async (connection, response) => {
      const body = await readBody(operation, response);
      connection.close();
      return body;
    });
  }

  async function* callForLines(operation: Operation, input: AnyInput = {}): AsyncGenerator<unknown> {
    const { connection, response } = await withRetries(operation, input, connected);
    try {
      for await (const line of connection.lines(response, timeoutMs)) {
        if (line !== '') yield parseJson(line);
      }
    } finally {
      connection.close();
    }
  }

  function callForEvents(operation: Operation, input: FollowInput = {}): AsyncGenerator<unknown> {
    return followMatches(
      (signal, headers) => withRetries(operation, { signal }, connected, { headers, retries: 0 }),
      input,
    );
  }

  const methods = Object.entries(operations).map(([id, operation]) => {
    const { format } = operation;
    const method = format === 'events' ? callForEvents : format === 'lines' ? callForLines : call;
    return [id, (input?: AnyInput) => method(operation, input)];
  });
  const byOperation = Object.fromEntries(methods) as OperationMethods;

  const client: Omit<Client, Exclude<keyof OperationMethods, 'logOut'>> = {
    request: ((method: string, path: string, input?: AnyInput) =>
      call(operationAt(method, path), input)) as Client['request'],
    iterate: ((id: ListId, input: AnyInput = {}) =>
      listItems(operations[id], input, (page) => call(operations[id], page))) as Client['iterate'],
    async logOut(...input) {
      const done = (await call(operations.logOut, input[0])) as Done;
      session.forget();
      return done;
    },
    signIn: (email, password) => session.signIn({ email, password }),
    signOut: () => session.forget(),
    get accessToken() {
      return session.token;
    },
  };
  // Not Object.assign, which would copy the value of the getter.
  return Object.defineProperties(byOperation, Object.getOwnPropertyDescriptors(client)) as Client;
}

async function connected(connection: Connection, response: Response) {
  return { connection, response };
}

function needsToken({ credentials }: Operation): boolean {
  return (credentials as readonly string[]).some((name) => name === 'accessToken' || name === 'bearer');
}

/** A request that creates something gets a key, so that it can be repeated. */
function withIdempotencyKey(operation: Operation, input: AnyInput): AnyInput {
  const isWanted = 'idempotent' in operation && input.idempotencyKey === undefined;
  return isWanted ? { ...input, idempotencyKey: crypto.randomUUID() } : input;
}

function operationAt(method: string, path: string): Operation {
  const operation = Object.values(operations).find((one) => one.method === method && one.path === path);
  if (!operation) throw new TypeError(`Unknown operation: ${method} ${path}`);
  return operation;
}

/** Sends only the credentials that the operation requires. */
function credentialHeaders(operation: Operation, apiKey: string | null, accessToken: string | null) {
  const names: readonly string[] = operation.credentials;
  const headers: Record<string, string> = {};
  if (names.includes('apiKey') && apiKey !== null) headers['x-api-key'] = apiKey;
  if (accessToken === null) return headers;
  if (names.includes('accessToken')) headers['Access-Token'] = accessToken;
  if (names.includes('bearer')) headers.Authorization = `Bearer ${accessToken}`;
  return headers;
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value));
  const suffix = search.toString();
  return baseUrl.replace(/\/+$/, '') + filled + (suffix === '' ? '' : `?${suffix}`);
}

async function readBody({ format }: Operation, response: Response): Promise<unknown> {
  if (format === 'blob') return response.blob();
  if (format === 'text') return response.text();
  if (format === 'none') return undefined;
  return response.json();
}

/** Header values are bytes; this is how `fetch` accepts UTF-8. */
function utf8Header(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
