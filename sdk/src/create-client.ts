import { errorFromResponse } from './api-error.ts';
import { Connection, parseJson } from './connection.ts';
import { followMatches } from './follow-matches.ts';
import { operations } from './generated/operations.ts';
import type { TokenPair } from './generated/schemas.ts';
import type {
  FollowInput,
  Input,
  InputArgument,
  Method,
  Operation,
  OperationMethods,
  PathWith,
  ResponseBody,
} from './operation.ts';

export type ClientOptions = {
  /** The URL of the service, such as `https://milepost.example`. */
  baseUrl: string;
  /** Null for a console session, which needs none. */
  apiKey: string | null;
  /** An access token from an earlier sign-in. */
  accessToken?: string | null;
  /** The time limit of a request: 30 seconds by default. For `listCarrierProfiles`, of each wait for data. */
  timeoutMs?: number;
  /** Why the data is needed, at most 200 characters. Sent as `X-Purpose` and stored in the audit log of your organization. */
  purpose?: string;
  /** Replaces the global `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch;
};

export type Client = OperationMethods & {
  /** Exchanges an email and password for tokens. Later requests send the access token. */
  signIn(email: string, password: string): Promise<TokenPair>;
  /** Discards the access token. */
  signOut(): void;
  readonly accessToken: string | null;
  /** Calls an operation by method and path. Any failure is thrown as `ApiError`. */
  request<M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    ...input: InputArgument<Input<M, P>>
  ): Promise<ResponseBody<M, P>>;
};

type Values = Record<string, unknown>;
// The types of all operations together are too large for the compiler, so the implementation uses this type.
type AnyInput = { body?: unknown; query?: Values; path?: Values; signal?: AbortSignal };

const TIMEOUT_MS = 30_000;

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch.bind(globalThis) } = options;
  let accessToken = options.accessToken ?? null;

  async function send(
    operation: Operation,
    input: AnyInput,
    signal: AbortSignal,
    extraHeaders: Record<string, string> = {},
  ): Promise<Response> {
    const headers = new Headers({ ...credentialHeaders(operation, apiKey, accessToken), ...extraHeaders });
    if (options.purpose) headers.set('X-Purpose', utf8Header(options.purpose));
    const { contentType, body } = encodeBody(operation, input.body);
    if (contentType !== null) headers.set('Content-Type', contentType);
    const response = await fetch(urlOf(baseUrl, operation.path, input), {
      method: operation.method,
      headers,
      body,
      signal,
    });
    if (!response.ok) throw await errorFromResponse(response);
    return response;
  }

  async function call(operation: Operation, input: AnyInput = {}): Promise<unknown> {
    const connection = new Connection(input.signal);
    try {
      return await connection.run(timeoutMs, async () =>
        readBody(operation, await send(operation, input, connection.signal)),
      );
    } finally {
      connection.close();
    }
  }

  async function* callForLines(operation: Operation, input: AnyInput = {}): AsyncGenerator<unknown> {
    const connection = new Connection(input.signal);
    try {
      const response = await connection.run(timeoutMs, () => send(operation, input, connection.signal));
      for await (const line of connection.lines(response, timeoutMs)) {
        if (line !== '') yield parseJson(line);
      }
    } finally {
      connection.close();
    }
  }

  function callForEvents(operation: Operation, input: FollowInput = {}): AsyncGenerator<unknown> {
    const connect = (connection: Connection, headers: Record<string, string>) =>
      connection.run(timeoutMs, () => send(operation, {}, connection.signal, headers));
    return followMatches(connect, input);
  }

  const methods = Object.entries(operations).map(([id, operation]) => {
    const { format } = operation;
    const method = format === 'events' ? callForEvents : format === 'lines' ? callForLines : call;
    return [id, (input?: AnyInput) => method(operation, input)];
  });

  const client: Omit<Client, keyof OperationMethods> = {
    request: ((method: string, path: string, input?: AnyInput) =>
      call(operationAt(method, path), input)) as Client['request'],
    async signIn(email, password) {
      const pair = (await call(operations.createToken, { body: { email, password } })) as TokenPair;
      accessToken = pair.access_token_data.token;
      return pair;
    },
    signOut() {
      accessToken = null;
    },
    get accessToken() {
      return accessToken;
    },
  };
  return Object.assign(client, Object.fromEntries(methods) as OperationMethods);
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
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const suffix = search.toString();
  return baseUrl.replace(/\/+$/, '') + filled + (suffix === '' ? '' : `?${suffix}`);
}

type EncodedBody = { contentType: string | null; body: string | FormData | null };

/** `fetch` sets the content type of a form, which contains the boundary. */
function encodeBody({ body: format }: Operation, value: unknown): EncodedBody {
  if (value === undefined) return { contentType: null, body: null };
  if (format === 'form') return { contentType: null, body: formOf(value as Values) };
  if (format === 'lines') {
    const lines = (value as unknown[]).map((line) => `${JSON.stringify(line)}\n`);
    return { contentType: 'application/x-ndjson', body: lines.join('') };
  }
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

function formOf(parts: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    form.append(name, value instanceof Blob ? value : JSON.stringify(value));
  }
  return form;
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
