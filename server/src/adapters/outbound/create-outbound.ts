import { Agent, type Dispatcher } from 'undici';
import { AppError, codeOf } from '../../lib/errors.ts';
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundRequest,
  outboundError,
} from '../../lib/outbound.ts';
import type { AddressPolicy } from './address-policy.ts';
import { brokenError, exchangeSmall, timeoutError } from './exchange-small.ts';
import { dnsResolver, guardedConnect, type ResolveHost } from './guarded-connect.ts';
import { urlRefusal } from './url-refusal.ts';

type OutboundOptions = {
  allows: AddressPolicy;
  userAgent: string;
  resolve?: ResolveHost;
  connectTimeoutMs?: number;
  ca?: string;
};

/** TCP resends a lost packet of a new connection after 1 second, so a shorter timeout would fail after one lost packet. */
const CONNECT_TIMEOUT_MS = 3_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Addresses are checked when connecting. `docs/ingest.md` lists what is rejected. */
export function createOutbound(options: OutboundOptions): Outbound {
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const resolve = options.resolve ?? dnsResolver(connectTimeoutMs);
  const { allows, ca } = options;
  const agent = new Agent({
    connect: guardedConnect({ allows, resolve, connectTimeoutMs, ca }),
    pipelining: 1,
    // The deadline of the request covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  });
  const refusal = (url: string) => urlRefusal(url, allows);
  return {
    refusal,
    send: (request) => new Exchange(agent, refusal, options.userAgent, request).send(),
    exchange: (request) => exchangeSmall(agent, refusal, options.userAgent, request),
    close: () => agent.destroy(),
  };
}

/** One request and its redirects, with one deadline. */
class Exchange {
  readonly #agent: Agent;
  readonly #refusal: Outbound['refusal'];
  readonly #userAgent: string;
  readonly #request: OutboundRequest;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #late = false;

  constructor(agent: Agent, refusal: Outbound['refusal'], userAgent: string, request: OutboundRequest) {
    this.#agent = agent;
    this.#refusal = refusal;
    this.#userAgent = userAgent;
    this.#request = request;
    this.#timer = setTimeout(() => {
      this.#late = true;
      this.#stop.abort();
    }, request.deadlineMs);
    request.signal?.addEventListener('abort', this.#cancel, { once: true });
    if (request.signal?.aborted) this.#stop.abort();
  }

  async send(): Promise<OutboundAnswer> {
    try {
      return await this.#follow();
    } catch (error) {
      this.#settle();
      throw this.#explain(error);
    }
  }

  async #follow(): Promise<OutboundAnswer> {
    const allowed = this.#request.maxRedirects ?? 0;
    let url = this.#check(this.#request.url);
    for (let followed = 0; ; followed++) {
      const response = await this.#ask(url, followed > 0);
      if (allowed === 0 || !REDIRECTS.has(response.statusCode)) return this.#answer(response, url);
      response.body.on('error', () => undefined).destroy();
      if (followed === allowed) {
        throw outboundError('too_many_redirects', `The server redirected more than ${allowed} times.`);
      }
      url = this.#nextUrl(url, response.headers.location);
    }
  }

  #check(text: string): URL {
    const refused = this.#refusal(text);
    if (refused) throw outboundError(refused.reason, refused.message, { url: text });
    return new URL(text);
  }

  #nextUrl(from: URL, location: string | string[] | undefined): URL {
    const next = typeof location === 'string' ? URL.parse(location, from.href) : null;
    const refused = next && this.#refusal(next.href);
    if (!next || refused || (from.protocol === 'https:' && next.protocol !== 'https:')) {
      const reason = refused?.reason === 'forbidden_address' ? 'forbidden_address' : 'bad_redirect';
      throw outboundError(reason, 'The server redirected to a URL that is not allowed.', { location });
    }
    return next;
  }

  async #ask(url: URL, redirected: boolean): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', body = null, keepAlive = false } = this.#request;
    const options: Dispatcher.RequestOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      body,
      headers: this.#headers(url, redirected),
      reset: !keepAlive,
      signal: this.#stop.signal,
    };
    try {
      return await this.#agent.request(options);
    } catch (error) {
      // The server may have closed a reused connection just now. Repeating a GET is safe.
      const stale =
        keepAlive && method === 'GET' && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error) ?? '');
      if (!stale || this.#stop.signal.aborted) throw error;
      return await this.#agent.request({ ...options, reset: true });
    }
  }

  /** The caller's headers are not sent to another origin after a redirect, because they may contain credentials. */
  #headers(url: URL, redirected: boolean): Record<string, string> {
    const plain = { 'user-agent': this.#userAgent, accept: '*/*', 'accept-encoding': 'identity' };
    if (redirected && url.origin !== new URL(this.#request.url).origin) return plain;
    const own = Object.entries(this.#request.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    return { ...plain, ...Object.fromEntries(own) };
  }

  #answer(response: Dispatcher.ResponseData, url: URL): OutboundAnswer {
    const { maxBytes, method } = this.#request;
    const announced = Number(response.headers['content-length'] ?? 0);
    if (method !== 'HEAD' && announced > maxBytes) {
      response.body.on('error', () => undefined).destroy();
      throw tooLarge(maxBytes);
    }
    // A response that nobody reads ends at the deadline and must not emit an unhandled error.
    response.body.on('error', () => undefined);
    const body = guardedBody(
      response.body,
      maxBytes,
      (error) => this.#explain(error),
      () => this.#settle(),
    );
    return {
      status: response.statusCode,
      headers: response.headers,
      url: url.href,
      body,
      bytes: () => collect(body),
      cancel: () => {
        response.body.destroy();
        this.#settle();
      },
    };
  }

  readonly #cancel = () => this.#stop.abort();

  #settle(): void {
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
  }

  #explain(error: unknown): Error {
    if (this.#late) return timeoutError();
    if (this.#request.signal?.aborted) return outboundError('cancelled', 'The request was cancelled.');
    return error instanceof AppError ? error : brokenError(error);
  }
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Body = Dispatcher.ResponseData['body'];

/** Yields the chunks and fails beyond the limit. However it ends, `settle` runs once and the connection is released. */
async function* guardedBody(
  body: Body,
  maxBytes: number,
  explain: (error: unknown) => Error,
  settle: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  let left = maxBytes;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (chunk.length > left) throw tooLarge(maxBytes);
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  } finally {
    // Closes the connection, unless the body has been read to its end.
    body.on('error', () => undefined).destroy();
    settle();
  }
}

function tooLarge(maxBytes: number): Error {
  return outboundError('too_large', `The response is larger than ${maxBytes} bytes.`);
}
