import {
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { withDeadline } from '../../lib/async/deadline.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { SpanStart, TraceParent, Tracing } from '../../lib/telemetry/tracing.ts';

type OtlpOptions = {
  /** The base URL; spans are sent to `/v1/traces` below it. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The share of new traces that are recorded, 0 to 1. A caller's decision is followed. */
  sampleRatio: number;
};

const EXPORT_MS = 10_000;
const DELAY_MS = 1_000;
/** Spans beyond this are dropped: tracing must not use up the memory while the receiver is away. */
const MAX_QUEUE = 8_192;
const CLOSE_MS = 3_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Sends spans over OTLP/HTTP. Loaded only when an endpoint is set. */
export function openOtlpTracing(options: OtlpOptions, log: Log): Tracing {
  const otlp = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_MS,
  });
  const exporter = withLog(otlp, log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_QUEUE,
        scheduledDelayMillis: DELAY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('milepost');
  return {
    isOn: true,
    start: (span) => started(tracer, span),
    close: () =>
      withDeadline(provider.shutdown(), CLOSE_MS, 'Sending the last spans').catch((error) =>
        log.warn({ error: messageOf(error) }, 'the last spans were not sent'),
      ),
  };
}

/** Logs when the receiver becomes unreachable and when it is back. Spans that were not received are dropped. */
function withLog(otlp: OTLPTraceExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isFailing) log.warn({ error: messageOf(result.error) }, 'spans could not be sent');
        if (!failed && isFailing) log.info('spans are sent again');
        isFailing = failed;
        done(result);
      }),
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
  };
}

function started(
  tracer: ReturnType<TracerProvider['getTracer']>,
  { name, parent, links = [], kind = 'internal', attributes, startedAt }: SpanStart,
) {
  const from = parent === null ? null : parsed(parent);
  const context = from === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from);
  const linked = links.flatMap((link): Link[] => {
    const found = parsed(link);
    return found === null ? [] : [{ context: found }];
  });
  const span = tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      links: linked,
      ...(attributes && { attributes }),
      ...(startedAt && { startTime: startedAt }),
    },
    context,
  );
  return {
    traceparent: formatted(span.spanContext()),
    end({ error, attributes: more }: { error?: string; attributes?: SpanStart['attributes'] } = {}) {
      if (more) span.setAttributes(more);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}

function parsed(traceparent: TraceParent): SpanContext | null {
  const [, traceId, spanId, flags] = traceparent.split('-');
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function formatted({ traceId, spanId, traceFlags }: SpanContext): TraceParent {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
