import { AppError } from './errors.ts';

/** Why a request to someone else's server gave no answer. Callers decide by it; people read the sentence. */
export type OutboundReason =
  | 'bad_url'
  | 'userinfo'
  | 'blocked_port'
  | 'forbidden_address'
  | 'unresolved'
  | 'unreachable'
  | 'insecure'
  | 'timeout'
  | 'too_large'
  | 'broken_answer'
  | 'bad_redirect'
  | 'too_many_redirects'
  | 'cancelled';

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** A list sends the header once per element. */
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** For everything together: redirects, and an answer that drips. */
  deadlineMs: number;
  /** Bytes of the answer's body, as they come over the wire: nothing is decompressed. */
  maxBytes: number;
  /** A longer answer is an error, or its first `maxBytes` are enough. */
  overflow?: 'fail' | 'cut';
  /** Followed by hand, each checked like the first; 0 hands a 3xx to the caller. */
  maxRedirects?: number;
  /** Keep the connection for the next request to the same host. */
  keepAlive?: boolean;
  signal?: AbortSignal;
};

/** The body must be read to its end or cancelled; the deadline ends it otherwise. */
export type OutboundAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Where the answer came from, after redirects. */
  url: string;
  body: AsyncIterable<Buffer>;
  bytes(): Promise<Buffer>;
  cancel(): void;
};

/** A request whose answer is small: all of it at once. */
export type SmallRequest = Omit<OutboundRequest, 'overflow' | 'maxRedirects'>;

/** What there was of an answer, and why there was no more. */
export type SmallAnswer = {
  /** Null when none began. */
  status: number | null;
  headers: OutboundAnswer['headers'];
  /** The first `maxBytes`. */
  body: Buffer;
  error: AppError | null;
};

/** The one way to a server that somebody else named: it reaches public addresses only. */
export type Outbound = {
  /** What can be said against a URL without a look-up; null when nothing can. */
  refusal(url: string): { reason: OutboundReason; message: string } | null;
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Under the same rules, for many small requests: never throws, follows no redirect, cuts a long answer short. */
  exchange(request: SmallRequest): Promise<SmallAnswer>;
  close(): Promise<void>;
};

/** `message` may be shown to whoever named the URL; addresses and codes go into `detail`. */
export function outboundError(reason: OutboundReason, message: string, detail: object = {}): AppError {
  return new AppError('failed', message, { detail: { reason, ...detail } });
}

export function outboundReason(error: unknown): OutboundReason | null {
  if (!(error instanceof AppError) || typeof error.detail !== 'object' || error.detail === null) return null;
  return 'reason' in error.detail ? (error.detail.reason as OutboundReason) : null;
}
