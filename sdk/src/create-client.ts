import { ApiError, errorFrom } from './api-error.ts';
import { credentials } from './generated/credentials.ts';
import type { Answer, Input, InputArgument, Method, PathWith } from './operation.ts';

export type ClientOptions = {
  /** Where the service answers, such as `https://milepost.example`. */
  baseUrl: string;
  apiKey: string;
  /** A token from an earlier sign-in. */
  accessToken?: string | null;
  timeoutMs?: number;
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch;
};

export type Client = {
  /** Exchanges email and password for tokens; later requests carry the access token. */
  signIn(email: string, password: string): Promise<Answer<'POST', '/auth/token'>>;
  /** Forgets the access token. */
  signOut(): void;
  readonly accessToken: string | null;
  /** One operation of the API, typed by its document. Anything but success is thrown as `ApiError`. */
  request<M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    ...input: InputArgument<M, P>
  ): Promise<Answer<M, P>>;
};

type Values = Record<string, unknown>;
type AnyInput = { body?: unknown; query?: Values; path?: Values; signal?: AbortSignal };

const TIMEOUT_MS = 30_000;

export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  let accessToken = options.accessToken ?? null;

  // Plainly typed inside: over all operations at once the types are more than the compiler will spell out.
  const perform = async (method: string, path: string, input: AnyInput = {}): Promise<unknown> => {
    const headers = headersOf(`${method} ${path}`, options.apiKey, accessToken);
    if (input.body !== undefined) headers.set('Content-Type', 'application/json');
    const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const init: RequestInit = {
      method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    };
    const response = await reach(() => send(urlOf(options.baseUrl, path, input), init), timeout);
    if (!response.ok) throw await errorFrom(response);
    return await reach(() => contentOf(response), timeout);
  };
  const request = perform as Client['request'];

  return {
    request,
    async signIn(email, password) {
      const body: Input<'POST', '/auth/token'>['body'] = { email, password };
      const pair = await request('POST', '/auth/token', { body });
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
}

/** Each operation gets the credentials that its document asks for, and no others. */
function headersOf(operation: string, apiKey: string, accessToken: string | null): Headers {
  const wanted: readonly string[] = credentials[operation as keyof typeof credentials] ?? [];
  const headers = new Headers({ Accept: 'application/json' });
  if (wanted.includes('apiKey')) headers.set('x-api-key', apiKey);
  if (accessToken === null) return headers;
  if (wanted.includes('accessToken')) headers.set('Access-Token', accessToken);
  if (wanted.includes('bearer')) headers.set('Authorization', `Bearer ${accessToken}`);
  return headers;
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return baseUrl.replace(/\/+$/, '') + filled + (search.size > 0 ? `?${search}` : '');
}

async function contentOf(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.includes('application/json')) return response.json();
  const text = await response.text();
  return text === '' ? undefined : text;
}

/** A connection that fails is an `ApiError` too; a caller's own abort stays what it is. */
async function reach<T>(step: () => Promise<T>, timeout: AbortSignal): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (timeout.aborted)
      throw new ApiError({ status: 0, detail: 'The service did not answer in time.', cause });
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new ApiError({ status: 0, detail: 'The service cannot be reached.', cause });
  }
}
