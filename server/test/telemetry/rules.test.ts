import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allDatasets } from '../../src/domain/federal/datasets/all-datasets.ts';
import { OUTCOMES, QUEUE_NAMES } from '../../src/lib/queues.ts';
import { BLOB_OPERATIONS, createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { testApi } from '../support/api.ts';
import {
  alertRules,
  dashboardQueries,
  fileText,
  metricOf,
  selectorsIn,
} from '../support/telemetry/alert-rules.ts';
import { type Labels, readExposition } from '../support/telemetry/exposition.ts';
import {
  checkQueries,
  missingPromtool,
  type Series,
  seriesName,
  testRules,
} from '../support/telemetry/promtool.ts';

const rules = alertRules();
const api = await testApi();
await api.app.inject({ url: '/logos' });
// The first queries wait until their connection is open.
await api.app.inject({ url: '/metrics' });
const { series: real, types } = readExposition((await api.app.inject({ url: '/metrics' })).body);

const gauge = (name: string, labels: Labels, value: number): Series => ({
  series: seriesName(name, labels),
  values: `${value}x120`,
});
/** A counter that grows by this much per second. */
const counter = (name: string, labels: Labels, perSecond: number): Series => ({
  series: seriesName(name, labels),
  values: `0+${perSecond * 60}x120`,
});
/** A histogram with one observation per second, all of them `value`. */
const histogram = (name: string, labels: Labels, value: number): Series[] =>
  ['0.1', '1', '5', '30', '60', '600', '3600', '+Inf'].map((le) =>
    counter(`${name}_bucket`, { ...labels, le }, value <= Number(le.replace('+Inf', 'Infinity')) ? 1 : 0),
  );
const items = (queue: string, rates: Partial<Record<(typeof OUTCOMES)[number], number>>): Series[] =>
  OUTCOMES.map((outcome) => counter('milepost_queue_items_total', { queue, outcome }, rates[outcome] ?? 0));
const requests = (status: string, perSecond: number, route = '/logos') =>
  counter('milepost_http_request_seconds_count', { method: 'GET', route, status }, perSecond);
const on = { instance: 'a:1' };
const DAY = 86_400;

const promtool = { skip: missingPromtool };

type Case = { violated: Series[]; healthy: Series[] };

const cases: Record<string, Case> = {
  MilepostDown: {
    violated: [gauge('up', { job: 'milepost', ...on }, 0)],
    healthy: [gauge('up', { job: 'milepost', ...on }, 1), gauge('up', { job: 'other', ...on }, 0)],
  },
  MilepostNotReady: {
    violated: [
      gauge('milepost_ready', { check: 'database', ...on }, 1),
      gauge('milepost_ready', { check: 'blobs', ...on }, 0),
    ],
    healthy: [gauge('milepost_ready', { check: 'database', ...on }, 1)],
  },
  MilepostStuck: {
    violated: [gauge('milepost_stuck', on, 1)],
    healthy: [gauge('milepost_stuck', on, 0)],
  },
  MilepostStageFailing: {
    violated: [counter('milepost_stage_failures_total', { stage: 'recognize' }, 1 / 30)],
    healthy: [counter('milepost_stage_failures_total', { stage: 'recognize' }, 1 / 600)],
  },
  MilepostEventLoopBlocked: {
    violated: [gauge('milepost_nodejs_eventloop_lag_p99_seconds', on, 1.5)],
    healthy: [gauge('milepost_nodejs_eventloop_lag_p99_seconds', on, 0.02)],
  },
  MilepostErrorRate: {
    violated: [requests('200', 9), requests('500', 1)],
    healthy: [requests('200', 99), requests('500', 1), requests('404', 20), requests('503', 50, '/readyz')],
  },
  MilepostSlowRequests: {
    violated: histogram('milepost_http_request_seconds', { route: '/logos' }, 4),
    healthy: [
      ...histogram('milepost_http_request_seconds', { route: '/logos' }, 0.05),
      ...histogram('milepost_http_request_seconds', { route: '/events' }, 900),
    ],
  },
  MilepostNoImages: {
    violated: [gauge('milepost_newest_image_age_seconds', on, 7_200)],
    healthy: [gauge('milepost_newest_image_age_seconds', on, 30)],
  },
  MilepostQueueOld: {
    violated: [gauge('milepost_queue_oldest_seconds', { queue: 'images' }, 900)],
    healthy: [
      gauge('milepost_queue_oldest_seconds', { queue: 'images' }, 20),
      gauge('milepost_queue_oldest_seconds', { queue: 'revisits' }, 4_000),
    ],
  },
  MilepostItemsDelayed: {
    violated: [gauge('milepost_queue_delayed', { queue: 'images' }, 3)],
    healthy: [gauge('milepost_queue_delayed', { queue: 'images' }, 0)],
  },
  MilepostSightingsDead: {
    violated: items('unmatched_sightings', { done: 1, dead: 1 / 1_800 }),
    healthy: items('unmatched_sightings', { done: 1, retry: 0.1 }),
  },
  MilepostNotificationsDead: {
    violated: items('webhook_deliveries', { done: 1, dead: 1 / 60 }),
    healthy: items('webhook_deliveries', { done: 1, dead: 1 / 1_200, retry: 0.2 }),
  },
  MilepostImagesDead: {
    violated: items('images', { done: 0.02, dead: 0.1 }),
    healthy: items('images', { done: 0.1, dead: 0.02 }),
  },
  MilepostRetries: {
    violated: items('mails', { done: 0.1, retry: 0.9 }),
    healthy: items('mails', { done: 0.9, retry: 0.1 }),
  },
  MilepostDeliveryLag: {
    violated: histogram('milepost_delivery_lag_seconds', { since: 'firing' }, 1_200),
    healthy: [
      ...histogram('milepost_delivery_lag_seconds', { since: 'firing' }, 0.5),
      ...histogram('milepost_delivery_lag_seconds', { since: 'match' }, 3_000),
    ],
  },
  MilepostDeliveriesHeld: {
    violated: [gauge('milepost_deliveries_held', on, 5_000)],
    healthy: [gauge('milepost_deliveries_held', on, 10)],
  },
  MilepostRecognitionSlow: {
    violated: histogram('milepost_recognition_seconds', { outcome: 'ok' }, 50),
    healthy: histogram('milepost_recognition_seconds', { outcome: 'ok' }, 2),
  },
  MilepostDatabaseDown: {
    violated: [gauge('milepost_database_up', on, 0), gauge('milepost_database_up', { instance: 'b:1' }, 1)],
    healthy: [gauge('milepost_database_up', on, 1)],
  },
  MilepostPoolExhausted: {
    violated: [gauge('milepost_db_pool_connections', { ...on, pool: 'main', state: 'waiting' }, 3)],
    healthy: [
      gauge('milepost_db_pool_connections', { ...on, pool: 'main', state: 'waiting' }, 0),
      gauge('milepost_db_pool_connections', { ...on, pool: 'main', state: 'used' }, 10),
    ],
  },
  MilepostBlobErrors: {
    violated: [counter('milepost_blob_seconds_count', { operation: 'put', outcome: 'error' }, 1 / 60)],
    healthy: [
      counter('milepost_blob_seconds_count', { operation: 'put', outcome: 'error' }, 1 / 3_600),
      counter('milepost_blob_seconds_count', { operation: 'put', outcome: 'ok' }, 10),
    ],
  },
  MilepostDiskLow: {
    violated: [gauge('milepost_blob_free_bytes', on, 1e9)],
    healthy: [gauge('milepost_blob_free_bytes', on, 5e10)],
  },
  MilepostImportOld: {
    violated: [gauge('milepost_import_age_seconds', { dataset: 'sms-census' }, 50 * DAY)],
    healthy: [
      gauge('milepost_import_age_seconds', { dataset: 'sms-census' }, 20 * DAY),
      gauge('milepost_import_age_seconds', { dataset: 'county-codes' }, 900 * DAY),
    ],
  },
  MilepostScoresOld: {
    violated: [gauge('milepost_score_run_age_seconds', { method: 'current' }, 50 * DAY)],
    healthy: [
      gauge('milepost_score_run_age_seconds', { method: 'current' }, 10 * DAY),
      gauge('milepost_score_run_age_seconds', { method: 'preview' }, 90 * DAY),
    ],
  },
};

suite('alert rules', () => {
  test('each rule has a case here, a severity, a summary, a description and a runbook', () => {
    assert.deepEqual(rules.map(({ alert }) => alert).sort(), Object.keys(cases).sort());
    const runbooks = [...fileText('docs/monitoring.md').matchAll(/^### (\w+)$/gm)].map(
      ([, name = '']) => name,
    );
    for (const { alert, labels, annotations } of rules) {
      assert.match(labels.severity, /^(critical|warning|info)$/, alert);
      assert.match(annotations.summary, /^[A-Z].*\.$/, alert);
      assert.ok(annotations.description.length > 20, alert);
      assert.equal(annotations.runbook_url, `docs/monitoring.md#${alert.toLowerCase()}`);
      assert.ok(runbooks.includes(alert), `docs/monitoring.md has no runbook of ${alert}`);
    }
  });

  test('each alert fires when its condition is violated, and only then', promtool, async () => {
    const all = Object.values(cases);
    await testRules([
      { name: 'violated', series: all.flatMap(({ violated }) => violated), firing: Object.keys(cases) },
      { name: 'healthy', series: all.flatMap(({ healthy }) => healthy), firing: [] },
    ]);
  });

  test('a condition that holds for a shorter time than `for` does not fire', promtool, async () => {
    const briefly = { series: 'milepost_ready{check="database"}', values: '1x60 0x1 1x60' };
    await testRules([{ name: 'brief', series: [briefly], firing: [] }]);
  });

  test('no rule fires on the metrics of a new installation', promtool, async () => {
    // These depend on the machine that runs the test.
    const machine = /^milepost_(nodejs_|process_|blob_free_bytes)/;
    const own = real.filter(({ name }) => !machine.test(name));
    const series = own.map(({ name, labels, value }) => gauge(name, { ...on, ...labels }, value));
    await testRules([{ name: 'a new installation', series, firing: [] }]);
  });
});

suite('metrics of the rules and the dashboard', () => {
  const queries = [
    ...rules.map(({ alert, expr }) => ({ panel: alert, expr })),
    ...dashboardQueries().map(({ panel, expr }) => ({
      panel,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    })),
  ];

  test('each exists in /metrics, with the labels it is selected by', () => {
    const labels = labelNames();
    for (const { panel, expr } of queries) {
      for (const selector of selectorsIn(expr)) {
        // `up` is made by Prometheus.
        if (selector.name === 'up') continue;
        const metric = metricOf(selector.name, types);
        assert.ok(metric, `${panel} names ${selector.name}, which is not in /metrics`);
        for (const label of selector.labels)
          assert.ok(labels.get(metric)?.includes(label), `${panel} selects ${metric} by ${label}`);
      }
    }
  });

  test('each query is valid PromQL', promtool, () => checkQueries(queries.map(({ expr }) => expr)));

  test('labels that the rules select by have the values that the code sets', () => {
    const known = new Set<string>([
      ...QUEUE_NAMES,
      ...OUTCOMES,
      ...BLOB_OPERATIONS,
      ...allDatasets.map(({ name }) => name),
      ...['waiting', 'firing', 'current', 'error', 'milepost'],
    ]);
    for (const { alert, expr } of rules) {
      for (const [, label = '', , value = ''] of expr.matchAll(/(\w+)(=~|!=|=|!~)"([^"]*)"/g)) {
        if (['status', 'route'].includes(label)) continue;
        for (const one of value.split('|'))
          assert.ok(
            [...known].some((name) => new RegExp(`^${one}$`).test(name)),
            `${alert}: ${label}="${one}"`,
          );
      }
    }
  });
});

/** The label names of all metrics, as declared. */
function labelNames(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const metric of Object.values(createMetrics())) {
    if (typeof metric !== 'object' || !('name' in metric)) continue;
    const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] };
    found.set(name, labelNames);
  }
  return found;
}
