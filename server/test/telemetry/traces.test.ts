import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventually } from '../support/milepost.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../support/telemetry/otlp-receiver.ts';
import { ADDRESS, PLATE, startPipeline } from '../support/telemetry/pipeline.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CHAIN = ['POST /image', 'recognize image', 'match sighting', 'fire alert', 'deliver webhook'];
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const collector = await startOtlpReceiver();
const pipeline = await startPipeline({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
});
const { post, ingest, createAlert, received, receiver, db } = pipeline;
await post('/alerts/webhook', { webhook_url: `${receiver}/ok`, secret: 'a secret of a customer' });
await createAlert();

const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
const named = (spans: ReceivedSpan[], name: string) => {
  const found = spans.find((span) => span.name === name);
  assert.ok(found, `${name} is missing in ${spans.map((span) => span.name)}`);
  return found;
};
const matches = async () => (await db.pool.query('select count(*)::int as n from alert_matches')).rows[0].n;

suite('traces', () => {
  test('one trace follows an image from ingest through recognition and match to delivery and email', async () => {
    await ingest(1, { traceparent: TRACEPARENT });
    await eventually('a match', async () => (await matches()) === 1);
    await post('/alerts/run', {});
    await eventually('the last spans', async () => {
      const names = spansOf(TRACE_ID).map(({ name }) => name);
      return [...CHAIN, 'send email'].every((name) => names.includes(name));
    });
    const spans = spansOf(TRACE_ID);
    const [ingested, recognized, matched, fired, delivered] = CHAIN.map((name) => named(spans, name));
    assert.equal(ingested?.parentSpanId, '00f067aa0ba902b7');
    assert.equal(recognized?.parentSpanId, ingested?.spanId);
    assert.equal(matched?.parentSpanId, recognized?.spanId);
    assert.equal(fired?.parentSpanId, matched?.spanId);
    assert.equal(delivered?.parentSpanId, fired?.spanId);
    assert.equal(named(spans, 'send email').parentSpanId, fired?.spanId);
    assert.deepEqual(
      [ingested?.service, recognized?.service, delivered?.service],
      ['api', 'worker', 'worker'],
    );
    assert.equal(received.at(-1)?.headers.traceparent, `00-${TRACE_ID}-${delivered?.spanId}-01`);
  });

  test('a firing of several images continues one trace and is linked to the others', async () => {
    const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await ingest(2, { traceparent: TRACEPARENT.replace(TRACE_ID, 'c'.repeat(32)) });
    await ingest(3, { traceparent: other });
    await eventually('the matches', async () => (await matches()) === 3);
    await post('/alerts/run', {});
    const firing = () =>
      collector.spans.find(
        ({ name, attributes }) => name === 'fire alert' && attributes['milepost.matches'] === 2,
      );
    await eventually('the firing', async () => firing() !== undefined);
    const fired = firing();
    const traces = [fired?.traceId, ...(fired?.links ?? []).map(({ traceId }) => traceId)].sort();
    assert.deepEqual(traces, ['a'.repeat(32), 'c'.repeat(32)]);
  });

  test('a trace that its caller does not sample is not recorded, and is passed on', async () => {
    const traceId = 'd'.repeat(32);
    await ingest(4, { traceparent: `00-${traceId}-${'e'.repeat(16)}-00` });
    await eventually('the match', async () => (await matches()) === 4);
    await post('/alerts/run', {});
    await eventually('the delivery', async () =>
      received.some(({ headers }) => String(headers.traceparent).startsWith(`00-${traceId}-`)),
    );
    assert.equal(received.at(-1)?.headers.traceparent?.toString().endsWith('-00'), true);
    assert.deepEqual(spansOf(traceId), []);
  });

  test('a request without a valid traceparent starts a trace of its own', async () => {
    const before = collector.spans.length;
    await pipeline.api.app.inject({ url: '/logos', headers: { traceparent: `00-${'0'.repeat(32)}-1-01` } });
    await eventually('a span', async () =>
      collector.spans
        .slice(before)
        .some(({ name, parentSpanId }) => name === 'GET /logos' && parentSpanId === ''),
    );
  });

  test('no span contains a plate, a USDOT number or an address, and the collector gets the headers', async () => {
    assert.ok(collector.bodies.length > 0);
    for (const body of collector.bodies) {
      for (const secret of [PLATE, ADDRESS, '1234567', pipeline.customer.email, pipeline.customer.apiKey])
        assert.ok(!body.includes(secret), secret);
    }
    assert.deepEqual([...collector.authorizations], ['Bearer collector-key']);
  });

  test('health checks and metrics have no spans', async () => {
    for (const url of ['/healthz', '/livez', '/readyz', '/metrics']) await pipeline.api.app.inject({ url });
    const known = collector.spans.length;
    await pipeline.api.app.inject({ url: '/logos' });
    await eventually('the next span', async () => collector.spans.length > known);
    assert.deepEqual(
      collector.spans.filter(({ name }) => /healthz|livez|readyz|metrics/.test(name)),
      [],
    );
  });
});
