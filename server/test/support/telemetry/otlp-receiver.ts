import { buffer } from 'node:stream/consumers';
import { startServer } from '../start-server.ts';

export type ReceivedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
  isError: boolean;
};

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
};

const valuesOf = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** An OpenTelemetry collector on loopback that decodes OTLP/HTTP with JSON bodies. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const authorizations = new Set<string | undefined>();
  const url = await startServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    if (request.url !== '/v1/traces' || request.method !== 'POST') return response.writeHead(404).end();
    bodies.push(body);
    authorizations.add(request.headers.authorization);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(received(service, span));
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url, spans, bodies, authorizations };
}

function received(service: string, span: OtlpSpan): ReceivedSpan {
  const { traceId, spanId, parentSpanId = '', name, attributes, links = [], status } = span;
  return {
    service,
    traceId,
    spanId,
    parentSpanId,
    name,
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    attributes: valuesOf(attributes),
    isError: status?.code === 2,
  };
}
