import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { evaluate, type Series, seconds } from './promql.ts';

export type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
};

const ROOT = join(import.meta.dirname, '../../../..');
const STEP_SECONDS = 60;

export const fileText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export function alertRules(): Rule[] {
  const { groups } = parse(fileText('deploy/prometheus/rules.yml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Whether a rule fires within three hours: its expression must have a result for as long as `for` says. */
export function fires(rule: Rule, series: Series[]): boolean {
  const heldSeconds = rule.for ? seconds(rule.for) : 0;
  const end = 3 * 3_600;
  for (let time = 3_600, since: number | null = null; time <= end; time += STEP_SECONDS) {
    const result = evaluate(rule.expr, series, time);
    if (typeof result === 'number') throw new Error(`${rule.alert} is not a vector`);
    since = result.length > 0 ? (since ?? time) : null;
    if (since !== null && time - since >= heldSeconds) return true;
  }
  return false;
}

/** The queries of all panels. */
export function dashboardQueries(): { panel: string; expr: string }[] {
  type Panel = { title: string; targets?: { expr: string }[] };
  const { panels } = JSON.parse(fileText('deploy/grafana/milepost.json')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ panel: title, expr })));
}

const SUFFIX = /_(bucket|count|sum)$/;

/** The series of a text exposition, constant over time, and the type of each metric. */
export function readExposition(text: string): { series: Series[]; types: Map<string, string> } {
  const series: Series[] = [];
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name && type) types.set(name, type);
    const sample = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!sample) continue;
    const labels = Object.fromEntries(
      [...(sample[2] ?? '').matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]),
    );
    const value = Number(sample[3]);
    series.push({ name: sample[1] ?? '', labels: { instance: 'a:1', ...labels }, at: () => value });
  }
  return { series, types };
}

/** The metric that a name in a query refers to. */
export function metricOf(name: string, types: Map<string, string>): string | null {
  if (types.has(name)) return name;
  const base = name.replace(SUFFIX, '');
  return types.get(base) === 'histogram' && SUFFIX.test(name) ? base : null;
}
