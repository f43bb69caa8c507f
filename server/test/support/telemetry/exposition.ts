export type Labels = Record<string, string>;
type Sample = { name: string; labels: Labels; value: number };

/** The samples of a text exposition, and the type of each metric. */
export function readExposition(text: string): { series: Sample[]; types: Map<string, string> } {
  const series: Sample[] = [];
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, metric, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (metric && type) types.set(metric, type);
    const [, name, given = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...given.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
    series.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { series, types };
}
