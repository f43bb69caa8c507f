import { ApiError } from './api-error.ts';
import { type Connection, parseJson } from './connection.ts';
import type { MatchEvent } from './generated/schemas.ts';
import type { FollowInput } from './operation.ts';
import { backoffMs, sleep } from './retry.ts';

/** The service sends data every 15 seconds. A stream that is silent for longer than this is disconnected. */
const MAX_SILENCE_MS = 45_000;

type Connect = (
  signal: AbortSignal | undefined,
  headers: Record<string, string>,
) => Promise<{ connection: Connection; response: Response }>;

/**
 * Yields match events and reconnects without a gap when the stream ends. The first connection must succeed; later
 * failures are retried, unless the service rejects the request.
 */
export async function* followMatches(
  connect: Connect,
  input: FollowInput,
): AsyncGenerator<MatchEvent, void, undefined> {
  const stream = new EventStream(input.lastEventId ?? null);
  let isFirst = true;
  let failures = 0;
  for (;;) {
    let delayMs = 0;
    let connection: Connection | undefined;
    try {
      const { lastEventId } = stream;
      const opened = await connect(
        input.signal,
        lastEventId === null ? {} : { 'Last-Event-ID': lastEventId },
      );
      connection = opened.connection;
      isFirst = false;
      failures = 0;
      stream.reset();
      input.onConnection?.(true);
      for await (const line of connection.lines(opened.response, MAX_SILENCE_MS)) {
        const event = stream.push(line);
        if (event?.name === 'match') yield parseJson(event.data) as MatchEvent;
      }
    } catch (error) {
      if (isFirst || !isTemporary(error)) throw error;
      input.onConnection?.(false);
      delayMs = Math.max((error.retryAfterSeconds ?? 0) * 1000, backoffMs(stream.retryMs, failures++));
    } finally {
      connection?.close();
    }
    await sleep(delayMs || stream.retryMs, input.signal);
  }
}

/** An event that is not JSON would be skipped by a retry. */
function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.cause instanceof SyntaxError) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventStream {
  lastEventId: string | null;
  retryMs = 2_000;
  #id: string | null;
  #name = '';
  #data: string[] = [];

  constructor(lastEventId: number | string | null) {
    this.lastEventId = lastEventId === null ? null : String(lastEventId);
    this.#id = this.lastEventId;
  }

  /** Drops an event that was cut off by the end of a connection. */
  reset(): void {
    this.#id = this.lastEventId;
    this.#name = '';
    this.#data = [];
  }

  /** Returns the event that this line completes. */
  push(line: string): { name: string; data: string } | null {
    if (line === '') return this.#complete();
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value === '' ? null : value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return null;
  }

  #complete(): { name: string; data: string } | null {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    const hasData = this.#data.length > 0;
    this.lastEventId = this.#id;
    this.reset();
    return hasData ? event : null;
  }
}
