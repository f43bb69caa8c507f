import type { Agent, Dispatcher } from 'undici';
import { AppError, codeOf, messageOf } from '../../lib/errors.ts';
import { type Outbound, outboundError, type SmallAnswer, type SmallRequest } from '../../lib/outbound.ts';

/**
 * A request whose response is small, without streams, which would cost more than the request: thousands are sent per
 * second. The URL is checked here, the address when the agent connects.
 */
export function exchangeSmall(
  agent: Agent,
  refusal: Outbound['refusal'],
  userAgent: string,
  request: SmallRequest,
): Promise<SmallAnswer> {
  const refused = refusal(request.url);
  if (refused) {
    const error = outboundError(refused.reason, refused.message, { url: request.url });
    return Promise.resolve({ status: null, headers: {}, body: EMPTY, error });
  }
  const url = new URL(request.url);
  return new Promise((resolve) => {
    const exchange = new SmallExchange(request, resolve);
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method ?? 'GET',
        body: request.body ?? null,
        headers: {
          'user-agent': userAgent,
          accept: '*/*',
          'accept-encoding': 'identity',
          ...request.headers,
        },
        reset: !request.keepAlive,
      },
      exchange,
    );
  });
}

const EMPTY = Buffer.alloc(0);

class SmallExchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: SmallAnswer) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #ignoreAbort: (() => void) | undefined;
  readonly #chunks: Buffer[] = [];
  #left: number;
  #status: number | null = null;
  #headers: SmallAnswer['headers'] = {};
  #controller: Dispatcher.DispatchController | null = null;
  #done = false;

  constructor(request: SmallRequest, resolve: (answer: SmallAnswer) => void) {
    this.#resolve = resolve;
    this.#left = request.maxBytes;
    this.#timer = setTimeout(() => this.#end(timeoutError()), request.deadlineMs);
    this.#ignoreAbort = request.signal && onAbort(request.signal, this.#cancel);
    if (request.signal?.aborted) this.#cancel();
  }

  /** Also called for a request that ended while it waited for a connection; nothing is sent then. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#done) controller.abort(new Error('too late'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: SmallAnswer['headers'],
  ): void {
    // An interim response (1xx) is followed by the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#done) return;
    if (chunk.length > this.#left) {
      this.#chunks.push(chunk.subarray(0, this.#left));
      this.#end(null);
      return;
    }
    this.#left -= chunk.length;
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error instanceof AppError ? error : brokenError(error));
  }

  readonly #cancel = () => this.#end(outboundError('cancelled', 'The request was cancelled.'));

  /** Ends the exchange before the response is complete, so the connection cannot be reused. */
  #end(error: AppError | null): void {
    this.#finish(error);
    this.#controller?.abort(new Error('ended early'));
  }

  #finish(error: AppError | null): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    this.#ignoreAbort?.();
    const body = this.#chunks.length === 1 ? (this.#chunks[0] ?? EMPTY) : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body, error });
  }
}

export function timeoutError(): AppError {
  return outboundError('timeout', 'The server took too long to respond.');
}

export function brokenError(error: unknown): AppError {
  const message = 'The server closed the connection or sent an invalid HTTP response.';
  return outboundError('broken_answer', message, { code: codeOf(error), cause: messageOf(error) });
}

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` when `signal` aborts; returns a function that undoes this. The cost does not depend on the number of
 * callbacks. `addEventListener` compares a new listener with all others.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (!callbacksOf.has(signal)) {
    callbacksOf.set(signal, callbacks);
    const callAll = () => {
      for (const call of [...callbacks]) call();
    };
    signal.addEventListener('abort', callAll, { once: true });
  }
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}
