import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RULES_FILE } from './alert-rules.ts';
import type { Labels } from './exposition.ts';

/** A time series in promtool's notation, with one sample per minute. */
export type Series = { series: string; values: string };
/** `firing` has the names of all alerts that fire. */
type Situation = { name: string; series: Series[]; firing: string[] };

/** Why the tests that need promtool are skipped, or false if it is installed. */
export const missingPromtool =
  promtoolIsMissing() && 'promtool is not installed (Debian package: prometheus)';

function promtoolIsMissing(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

export function seriesName(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `${name}{${pairs.join(',')}}`;
}

/** Checks in each situation which alerts fire at any time within two hours. */
export async function testRules(situations: Situation[]): Promise<void> {
  const tests = situations.map(({ name, series, firing }) => ({
    name,
    interval: '1m',
    input_series: series,
    promql_expr_test: [
      {
        expr: 'group by (alertname) (count_over_time(ALERTS{alertstate="firing"}[2h]))',
        eval_time: '2h',
        exp_samples: firing.map((alertname) => ({ labels: seriesName('', { alertname }), value: 1 })),
      },
    ],
  }));
  await runPromtool('test', { rule_files: [RULES_FILE], evaluation_interval: '1m', tests });
}

/** Checks the syntax and the types of queries. */
export async function checkQueries(queries: string[]): Promise<void> {
  const rules = queries.map((expr, index) => ({ record: `query_${index}`, expr }));
  await runPromtool('check', { groups: [{ name: 'queries', rules }] });
}

/** JSON is also YAML. */
async function runPromtool(command: 'test' | 'check', input: object): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'milepost-promtool-'));
  try {
    const file = join(dir, 'input.json');
    await writeFile(file, JSON.stringify(input));
    await promisify(execFile)('promtool', [command, 'rules', file]).catch((failure) =>
      assert.fail(`${failure.stdout}${failure.stderr}`),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
