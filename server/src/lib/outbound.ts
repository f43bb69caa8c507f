import { AppError } from './errors.ts';

/** Why a request to an external server failed, for code. The error's message is for people. */
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
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole exchange, including redirects and the response body. */
  deadlineMs: number;
  /** The limit for the response body, which is never decompressed. A longer one is an error. */
  maxBytes: number;
  /** Each redirect is checked like the first URL. With 0, a 3xx response is returned. */
  maxRedirects?: number;
  /** Keeps the connection open for the next request to the same host. */
  keepAlive?: boolean;
  signal?: AbortSignal;
};

/** The body must be read to its end or cancelled. Otherwise the deadline ends it. */
export type OutboundAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The URL after redirects. */
  url: string;
  body: AsyncIterable<Buffer>;
  bytes(): Promise<Buffer>;
  cancel(): void;
};

/** A request with a small response, which is returned as a whole. */
export type SmallRequest = Omit<OutboundRequest, 'maxRedirects'>;

/** The response as far as it was received, and the error that ended it. */
export type SmallAnswer = {
  /** Null if no response was received. */
  status: number | null;
  headers: OutboundAnswer['headers'];
  /** At most `maxBytes`. */
  body: Buffer;
  error: AppError | null;
};

/** The only way to send requests to URLs from customers. It connects to public addresses only. */
export type Outbound = {
  /** Why a URL is not allowed, without a DNS lookup; null if it is allowed. */
  refusal(url: string): { reason: OutboundReason; message: string } | null;
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** A faster `send` for small responses, with the same rules. Never throws, follows no redirects, truncates the body. */
  exchange(request: SmallRequest): Promise<SmallAnswer>;
  close(): Promise<void>;
};

/** `message` may be shown to the customer; addresses and error codes belong in `detail`. */
export function outboundError(reason: OutboundReason, message: string, detail: object = {}): AppError {
  return new AppError('failed', message, { detail: { reason, ...detail } });
}

export function outboundReason(error: unknown): OutboundReason | null {
  if (!(error instanceof AppError) || typeof error.detail !== 'object' || error.detail === null) return null;
  return 'reason' in error.detail ? (error.detail.reason as OutboundReason) : null;
}
