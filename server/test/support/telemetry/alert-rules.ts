import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
};

const ROOT = join(import.meta.dirname, '../../../..');
export const RULES_FILE = join(ROOT, 'deploy/prometheus/rules.yml');

export const fileText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export function alertRules(): Rule[] {
  const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** The queries of all panels. */
export function dashboardQueries(): { panel: string; expr: string }[] {
  type Panel = { title: string; targets?: { expr: string }[] };
  const { panels } = JSON.parse(fileText('deploy/grafana/milepost.json')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ panel: title, expr })));
}

/** The names of all metrics in a query, with the labels that it selects by. */
export function selectorsIn(query: string): { name: string; labels: string[] }[] {
  return [...query.matchAll(/\b(milepost_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*[!=]/g)].map(([, label = '']) => label),
    }),
  );
}

const SUFFIX = /_(bucket|count|sum)$/;

/** The metric that a name in a query refers to. */
export function metricOf(name: string, types: Map<string, string>): string | null {
  if (types.has(name)) return name;
  const base = name.replace(SUFFIX, '');
  return types.get(base) === 'histogram' && SUFFIX.test(name) ? base : null;
}
