import { Agent, type Dispatcher } from 'undici';
import { AppError, codeOf, messageOf } from '../../lib/errors.ts';
import {
  type Outbound,
  type OutboundAnswer,
  type OutboundRequest,
  outboundError,
} from '../../lib/outbound.ts';
import type { AddressPolicy } from './address-policy.ts';
import { exchangeSmall } from './exchange-small.ts';
import { guardedBody, tooLarge } from './guarded-body.ts';
import { guardedConnect } from './guarded-connect.ts';
import { dnsResolver, type ResolveHost } from './resolve-host.ts';
import { urlRefusal } from './url-refusal.ts';

export type OutboundOptions = {
  allows: AddressPolicy;
  userAgent: string;
  resolve?: ResolveHost;
  connectTimeoutMs?: number;
  ca?: string;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Guarded at connect time: `docs/ingest.md` tells partners what is refused. */
export function createOutbound(options: OutboundOptions): Outbound {
  const connectTimeoutMs = options.connectTimeoutMs ?? 1_000;
  const resolve = options.resolve ?? dnsResolver(connectTimeoutMs);
  const { allows, ca } = options;
  const agent = new Agent({
    connect: guardedConnect({ allows, resolve, connectTimeoutMs, ca }),
    pipelining: 1,
    // One deadline of our own covers all of it; undici's would be a second, coarser opinion.
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

/** One request with its redirects, under one deadline. */
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
        throw outboundError('too_many_redirects', `The host redirected more than ${allowed} times.`);
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
      throw outboundError(reason, 'The host redirected to an address that may not be used.', { location });
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
      // A kept connection may have been closed by the other side just now; asking twice for the same page is safe.
      const stale =
        keepAlive && method === 'GET' && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error) ?? '');
      if (!stale || this.#stop.signal.aborted) throw error;
      return await this.#agent.request({ ...options, reset: true });
    }
  }

  /** After a redirect to another origin the caller's own headers stay at home: they may hold credentials. */
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
    const { maxBytes, overflow = 'fail', method } = this.#request;
    const announced = Number(response.headers['content-length'] ?? 0);
    if (overflow === 'fail' && method !== 'HEAD' && announced > maxBytes) {
      response.body.on('error', () => undefined).destroy();
      throw tooLarge(maxBytes);
    }
    // An answer that nobody has begun to read still ends at the deadline, without an unheard error.
    response.body.on('error', () => undefined);
    const limits = { maxBytes, overflow };
    const body = guardedBody(
      response.body,
      limits,
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
    if (this.#late) return outboundError('timeout', 'The host took too long to answer.');
    if (this.#request.signal?.aborted) return outboundError('cancelled', 'The request was cancelled.');
    if (error instanceof AppError) return error;
    const detail = { code: codeOf(error), cause: messageOf(error) };
    return outboundError('broken_answer', 'The host broke off or did not answer in proper HTTP.', detail);
  }
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
