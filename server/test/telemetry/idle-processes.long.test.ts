import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import { eventually, startMilepost, temporaryFolder } from '../support/milepost.ts';
import { alertRules } from '../support/telemetry/alert-rules.ts';
import { type Labels, readExposition } from '../support/telemetry/exposition.ts';
import { missingPromtool, type Series, seriesName, testRules } from '../support/telemetry/promtool.ts';

const SCRAPES = 8;
/** Longer than the readiness checks are cached, so that each scrape queries the database as one of Prometheus does. */
const EVERY_MS = 1_300;
const REPLAYED_MINUTES = 130;
/** These depend on the machine that runs the test. */
const MACHINE = /^milepost_(nodejs_|process_|blob_free_bytes)/;

type Recorded = { name: string; labels: Labels; isCounter: boolean; values: number[] };

const db = await testDatabase();
const env = { DATABASE_URL: db.url, LOG_LEVEL: 'warn', METRICS_PORT: '0' };
const recorded = await recordIdle();

/** Starts `serve` and `work`, as people run them, and scrapes both while nothing happens. */
async function recordIdle(): Promise<Recorded[]> {
  const dataDir = await temporaryFolder();
  const serve = await startMilepost(dataDir, 'serve', { env });
  const work = await startMilepost(dataDir, 'work', { env });
  await eventually('the address', async () => /Health and metrics: http/.test(work.output()));
  const workUrl = /Health and metrics: (\S+)/.exec(work.output())?.[1] ?? '';
  const found = new Map<string, Recorded>();
  const scrape = async (instance: string, url: string) => {
    const response = await fetch(`${url}/metrics`);
    const { series, types } = readExposition(await response.text());
    for (const { name, labels, value } of series) {
      if (MACHINE.test(name)) continue;
      const full = { ...labels, instance };
      const key = seriesName(name, full);
      const isCounter = types.get(name) !== 'gauge';
      const one: Recorded = found.get(key) ?? { name, labels: full, isCounter, values: [] };
      one.values.push(value);
      found.set(key, one);
    }
  };
  // Right after the start, queries wait until the first connections are open.
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  for (let scrapes = 0; scrapes < SCRAPES; scrapes++) {
    await Promise.all([scrape('serve:1', serve.url), scrape('work:1', workUrl)]);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  for (const { child, exited } of [serve, work]) {
    child.kill('SIGTERM');
    await exited;
  }
  return [...found.values()];
}

/** The recorded samples again and again, one per minute: a gauge repeats its values, a counter its increases. */
function replayed({ name, labels, isCounter, values }: Recorded): Series {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const samples = Array.from({ length: REPLAYED_MINUTES }, (_, minute) => {
    const rounds = isCounter ? Math.floor(minute / values.length) * (last - first) : 0;
    return (values[minute % values.length] ?? 0) + rounds;
  });
  return { series: seriesName(name, labels), values: samples.join(' ') };
}

/** `max by (instance) (metric{label="value"}) > 3`: the condition on each series; null for rules over a time. */
function condition(expr: string) {
  const [, name, matchers = '', operator, limit] =
    /^(?:min|max)(?: by \([\w, ]+\))? ?\((\w+)(?:\{([^}]*)\})?\) (==|>|<) ([\d.]+)$/.exec(expr.trim()) ?? [];
  if (!name) return null;
  const wanted = [...matchers.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value]) => [label, value]);
  const holds = (value: number) =>
    operator === '=='
      ? value === Number(limit)
      : operator === '>'
        ? value > Number(limit)
        : value < Number(limit);
  return {
    applies: (one: Recorded) =>
      one.name === name && wanted.every(([label = '', value]) => one.labels[label] === value),
    holds,
  };
}

suite('an idle installation of `serve` and `work`', () => {
  test('was scraped completely', () => {
    const pools = recorded.filter(({ name }) => name === 'milepost_db_pool_connections');
    assert.ok(pools.length >= 6);
    for (const { name, labels, values } of pools)
      assert.equal(values.length, SCRAPES, seriesName(name, labels));
  });

  test('meets the condition of no rule on a single metric in all scrapes', () => {
    const rules = alertRules().flatMap(({ alert, expr }) => ({ alert, check: condition(expr) }));
    const checked = rules.filter(({ check }) => check !== null);
    assert.ok(checked.length >= 9, `${checked.length} rules`);
    for (const { alert, check } of checked) {
      for (const one of recorded.filter((series) => check?.applies(series)))
        assert.ok(
          one.values.some((value) => !check?.holds(value)),
          `${alert}: ${seriesName(one.name, one.labels)} was ${one.values.join(', ')}`,
        );
    }
  });

  test('fires no alert of deploy/prometheus/rules.yml within two hours', {
    skip: missingPromtool,
  }, async () => {
    const up = ['serve:1', 'work:1'].map((instance) => ({
      series: seriesName('up', { job: 'milepost', instance }),
      values: `1x${REPLAYED_MINUTES}`,
    }));
    const series = [...up, ...recorded.map(replayed)];
    await testRules([{ name: 'an idle installation', series, firing: [] }]);
  });
});
