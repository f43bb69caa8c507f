import { ApiError, apiError } from './api-error.ts';

/** The abort signal, the timeouts and the errors of one request. */
export class Connection {
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort(this.#callerSignal?.reason);

  constructor(callerSignal: AbortSignal | undefined) {
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#abort();
    callerSignal?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Runs one step of the request. Failures become an `ApiError` with status 0, but an abort by the caller is thrown
   * unchanged.
   */
  async run<T>(timeoutMs: number, step: () => Promise<T>): Promise<T> {
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      this.#controller.abort();
    }, timeoutMs);
    try {
      return await step();
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      if (this.#callerSignal?.aborted) throw this.#callerSignal.reason;
      if (cause instanceof SyntaxError) throw invalidResponse(cause);
      const detail = hasTimedOut ? 'The service did not respond in time.' : 'The service cannot be reached.';
      throw apiError({ status: 0, detail, cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The lines of a response. `timeoutMs` limits the wait for data, not the time that the caller takes for a line. */
  async *lines(response: Response, timeoutMs: number): AsyncGenerator<string> {
    const reader = response.body?.getReader();
    if (!reader) return;
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await this.run(timeoutMs, () => reader.read());
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (rest !== '') yield rest;
  }

  /** Cancels the rest of the response and removes the listener from the caller's signal. */
  close(): void {
    this.#callerSignal?.removeEventListener('abort', this.#abort);
    this.#controller.abort();
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidResponse(cause);
  }
}

function invalidResponse(cause: unknown): ApiError {
  return apiError({ status: 0, detail: 'The service sent an invalid response.', cause });
}
