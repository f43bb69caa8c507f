import type pg from 'pg';

const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
/** Messages that need no handling: CopyOut response, notice, parameter status, notification. */
const IGNORED = new Set([...'HNSA'].map((letter) => letter.charCodeAt(0)));

type Connection = { stream: NodeJS.ReadWriteStream; query(text: string): void };
type Listener = (chunk: Buffer) => void;

/** The server sends one message per row. The bytes are valid only during the call. */
export type OnMessage = (bytes: Buffer, start: number, end: number) => void;

export type CopyMessages = {
  /** Resolves with the number of rows that the server reports. Rejects with the first error of `onMessage`. */
  done: Promise<number>;
  /** Stops reading from the connection until `resume`. Messages that have arrived are still handed over. */
  pause(): void;
  resume(): void;
};

/**
 * Runs a COPY … TO STDOUT statement and calls `onMessage` as data arrives. Messages are parsed in the socket's buffers,
 * because a stream of buffers costs about a microsecond per row, and there are millions of rows.
 */
export function copyMessages(client: pg.ClientBase, text: string, onMessage: OnMessage): CopyMessages {
  const query = new CopyQuery(text, onMessage);
  client.query(query);
  return { done: query.done.promise, pause: () => query.pause(), resume: () => query.resume() };
}

class CopyQuery {
  readonly done = Promise.withResolvers<number>();
  readonly #text: string;
  readonly #onMessage: OnMessage;
  /** The received part of an incomplete message, and the length at which it is complete. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #completeBytes = 0;
  #failure: Error | null = null;
  #rows = 0;
  #isPaused = false;
  #stream: NodeJS.ReadWriteStream | null = null;
  #pgListener: Listener | null = null;

  constructor(text: string, onMessage: OnMessage) {
    this.#text = text;
    this.#onMessage = onMessage;
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#stream?.resume();
  }

  /** Called by pg when the query can run. Replaces pg's socket listener until the last row. */
  submit(connection: Connection): void {
    this.#stream = connection.stream;
    this.#pgListener = connection.stream.listeners('data')[0] as Listener;
    connection.stream.removeListener('data', this.#pgListener);
    connection.stream.on('data', this.#onData);
    connection.query(this.#text);
  }

  handleError(error: Error): void {
    this.#restoreListener(Buffer.alloc(0));
    this.done.reject(error);
  }

  handleCommandComplete(message: { text?: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(message.text ?? '')?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.done.reject(this.#failure);
    else this.done.resolve(this.#rows);
  }

  readonly #onData: Listener = (chunk) => {
    this.#rest.push(chunk);
    this.#restBytes += chunk.length;
    // A long message arrives in many chunks, which are joined once.
    if (this.#restBytes < this.#completeBytes) return;
    const bytes = this.#rest.length === 1 ? chunk : Buffer.concat(this.#rest);
    let at = 0;
    this.#completeBytes = 0;
    while (at + 5 <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        this.#completeBytes = end - at;
        break;
      }
      const code = bytes[at] as number;
      if (code === COPY_DATA) this.#take(bytes, at + 5, end);
      else if (!IGNORED.has(code)) {
        this.#restoreListener(bytes.subarray(code === COPY_DONE ? end : at));
        return;
      }
      at = end;
    }
    this.#rest = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#restBytes = bytes.length - at;
  };

  #take(bytes: Buffer, start: number, end: number): void {
    if (this.#failure) return;
    try {
      this.#onMessage(bytes, start, end);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** Restores pg's listener, which reads the rest: command completion or an error. */
  #restoreListener(rest: Buffer): void {
    const [stream, listener] = [this.#stream, this.#pgListener];
    if (!stream || !listener) return;
    this.#stream = null;
    stream.removeListener('data', this.#onData);
    stream.on('data', listener);
    if (this.#isPaused) stream.resume();
    if (rest.length > 0) listener(rest);
  }
}
