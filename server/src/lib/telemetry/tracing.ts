/** W3C trace context of a span, stored with queued rows and sent in the header `traceparent`. */
export type TraceParent = string;

/** Attributes must never contain a plate, a VIN, an address or another value that identifies a person or a truck. */
type SpanAttributes = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  /** The span that caused this one, maybe in another process. Null starts a new trace. */
  parent: TraceParent | null;
  /** Further causes. A span has one parent only. */
  links?: TraceParent[];
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  startedAt?: Date;
};

export type Span = {
  readonly traceparent: TraceParent;
  /** `error` is a kind of error, without values. */
  end(outcome?: { error?: string; attributes?: SpanAttributes }): void;
};

/** Null spans cost nothing: without OTEL_EXPORTER_OTLP_ENDPOINT no span exists. */
export type Tracing = {
  readonly isOn: boolean;
  start(span: SpanStart): Span | null;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};

export const noTracing: Tracing = { isOn: false, start: () => null, close: async () => undefined };

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The header if it is a valid trace context, otherwise null. */
export function validTraceparent(header: string | string[] | undefined): TraceParent | null {
  return typeof header === 'string' && TRACEPARENT.test(header) && !header.startsWith('ff') ? header : null;
}

export function traceIdOf(traceparent: TraceParent | null | undefined): string | undefined {
  return TRACEPARENT.exec(traceparent ?? '')?.[1];
}
