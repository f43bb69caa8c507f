import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';

const settings = (env: Record<string, string>) => decideSettings(readEnv(env));

test('a worker does not listen and traces are off unless they are configured', () => {
  const { operations, tracing } = settings({});
  assert.deepEqual(operations, { host: '127.0.0.1', port: null });
  assert.deepEqual(tracing, { endpoint: null, headers: {}, serviceName: 'milepost', sampleRatio: 1 });
});

test('reads the address of a worker and the collector', () => {
  const { operations, tracing } = settings({
    HOST: '10.0.0.1',
    METRICS_PORT: '9090',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x%2Cy, tenant=a',
    OTEL_TRACES_SAMPLER_ARG: '.25',
  });
  assert.deepEqual([operations.host, operations.port], ['10.0.0.1', 9_090]);
  assert.deepEqual(tracing.headers, { authorization: 'Bearer x,y', tenant: 'a' });
  assert.equal(tracing.sampleRatio, 0.25);
});

test('reports invalid values at once and shows no credentials', () => {
  const env = {
    METRICS_PORT: '70000',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-name',
    OTEL_TRACES_SAMPLER_ARG: '2',
    WEBHOOK_SIGNATURE_HEADER: 'traceparent',
  };
  assert.throws(
    () => settings(env),
    ({ message }: Error) => {
      for (const name of Object.keys(env)) assert.match(message, new RegExp(`- ${name} must be`));
      assert.doesNotMatch(message, /secret-without-name/);
      return true;
    },
  );
});
