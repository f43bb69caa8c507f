import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export type Labels = Record<string, string>;
/** A time series as a function of time in seconds; null where it has no sample. */
export type Series = { name: string; labels: Labels; at: (seconds: number) => number | null };
type Sample = { labels: Labels; value: number };
type Value = number | Sample[];

const SCRAPE_SECONDS = 15;
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The value of a PromQL expression at a time. Supports the operators that the alert rules and the dashboard use. */
export function evaluate(expression: string, series: Series[], time: number): Value {
  return new Evaluator(expression, series, time).value(root(expression));
}

/** The names of all metrics in an expression, with the labels that it selects by. */
export function selectorsIn(expression: string): { name: string; labels: string[] }[] {
  const found: { name: string; labels: string[] }[] = [];
  const text = (node: SyntaxNode) => expression.slice(node.from, node.to);
  const visit = (node: SyntaxNode) => {
    if (node.name === 'VectorSelector') {
      const name = node.getChild('Identifier');
      if (!name) throw new Error(`no metric name in ${text(node)}`);
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      const labels = matchers.map((matcher) => text(child(matcher, 'LabelName')));
      found.push({ name: text(name), labels });
    }
    for (const one of children(node)) visit(one);
  };
  visit(root(expression));
  return found;
}

export function seconds(duration: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Error(`not a duration: ${duration}`);
  return Number(count) * factor;
}

function root(expression: string): SyntaxNode {
  const { topNode } = parser.parse(expression);
  const cursor = topNode.cursor();
  do {
    if (cursor.type.isError) throw new Error(`invalid PromQL at ${cursor.from}: ${expression}`);
  } while (cursor.next());
  const node = topNode.firstChild;
  if (!node) throw new Error('empty PromQL');
  return node;
}

function children(node: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let next = node.firstChild; next; next = next.nextSibling) all.push(next);
  return all;
}

function child(node: SyntaxNode, name: string): SyntaxNode {
  const found = node.getChild(name);
  if (!found) throw new Error(`${node.name} has no ${name}`);
  return found;
}

class Evaluator {
  readonly #text: string;
  readonly #series: Series[];
  readonly #time: number;

  constructor(text: string, series: Series[], time: number) {
    this.#text = text;
    this.#series = series;
    this.#time = time;
  }

  value(node: SyntaxNode): Value {
    if (node.name === 'NumberDurationLiteral') return Number(this.#slice(node));
    if (node.name === 'ParenExpr') return this.value(node.firstChild as SyntaxNode);
    if (node.name === 'VectorSelector') return this.#instant(node);
    if (node.name === 'FunctionCall') return this.#call(node);
    if (node.name === 'AggregateExpr') return this.#aggregate(node);
    if (node.name === 'BinaryExpr') return this.#binary(node);
    throw new Error(`${node.name} is not supported: ${this.#slice(node)}`);
  }

  #slice({ from, to }: SyntaxNode): string {
    return this.#text.slice(from, to);
  }

  #vector(node: SyntaxNode): Sample[] {
    const value = this.value(node);
    if (typeof value === 'number') throw new Error(`not a vector: ${this.#slice(node)}`);
    return value;
  }

  #selected(node: SyntaxNode): Series[] {
    const name = this.#slice(child(node, 'Identifier'));
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    const tests = matchers.map((matcher) => {
      const label = this.#slice(child(matcher, 'LabelName'));
      const operator = this.#slice(child(matcher, 'MatchOp'));
      const wanted = JSON.parse(this.#slice(child(matcher, 'StringLiteral'))) as string;
      const pattern = operator.endsWith('~') ? new RegExp(`^(?:${wanted})$`) : null;
      return ({ labels }: Series) => {
        const given = labels[label] ?? '';
        return (pattern ? pattern.test(given) : given === wanted) !== operator.startsWith('!');
      };
    });
    return this.#series.filter((one) => one.name === name && tests.every((holds) => holds(one)));
  }

  #instant(node: SyntaxNode): Sample[] {
    return this.#selected(node).flatMap(({ labels, at }) => {
      const value = at(this.#time);
      return value === null ? [] : [{ labels, value }];
    });
  }

  #call(node: SyntaxNode): Value {
    const name = this.#slice(child(node, 'FunctionIdentifier'));
    const args = children(child(node, 'FunctionCallBody'));
    if (name === 'rate' || name === 'increase') return this.#increase(args[0] as SyntaxNode, name === 'rate');
    if (name === 'histogram_quantile') {
      return quantiles(Number(this.#slice(args[0] as SyntaxNode)), this.#vector(args[1] as SyntaxNode));
    }
    throw new Error(`${name} is not supported`);
  }

  /** Samples are on a grid of scrapes, so the extrapolation to the window is the window over the sampled time. */
  #increase(node: SyntaxNode, isRate: boolean): Sample[] {
    const window = seconds(this.#slice(child(node, 'DurationExpr')));
    return this.#selected(child(node, 'VectorSelector')).flatMap(({ labels, at }) => {
      let first: number | null = null;
      let last: number | null = null;
      let sum = 0;
      for (let time = this.#time - window; time <= this.#time; time += SCRAPE_SECONDS) {
        const value = at(time);
        if (value === null) continue;
        // A counter that falls was reset to 0.
        if (last !== null) sum += value >= last ? value - last : value;
        first ??= value;
        last = value;
      }
      return first === null ? [] : [{ labels, value: isRate ? sum / window : sum }];
    });
  }

  #aggregate(node: SyntaxNode): Sample[] {
    const operator = this.#slice(child(node, 'AggregateOp'));
    const combine = { sum, min: least, max: most }[operator];
    if (!combine) throw new Error(`${operator} is not supported`);
    const modifier = node.getChild('AggregateModifier');
    const names = modifier ? child(modifier, 'GroupingLabels').getChildren('LabelName') : [];
    const by = names.map((name) => this.#slice(name));
    const samples = this.#vector(child(node, 'FunctionCallBody').firstChild as SyntaxNode);
    const only = (labels: Labels) => Object.fromEntries(by.map((name) => [name, labels[name] ?? '']));
    const groups = Map.groupBy(samples, ({ labels }) => JSON.stringify(only(labels)));
    return [...groups].map(([key, group]) => ({
      labels: JSON.parse(key) as Labels,
      value: combine(group.map(({ value }) => value)),
    }));
  }

  #binary(node: SyntaxNode): Value {
    const [left, operator, right] = children(node) as [SyntaxNode, SyntaxNode, SyntaxNode];
    const a = this.#vector(left);
    const b = this.value(right);
    const symbol = this.#slice(operator);
    return a.flatMap((sample): Sample[] => {
      const other = typeof b === 'number' ? b : b.find(({ labels }) => same(labels, sample.labels))?.value;
      if (other === undefined) return [];
      if (symbol === 'and') return [sample];
      if (symbol === '/') return [{ ...sample, value: sample.value / other }];
      const compare = COMPARISONS[symbol];
      if (!compare) throw new Error(`${symbol} is not supported`);
      return compare(sample.value, other) ? [sample] : [];
    });
  }
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '==': (a, b) => a === b,
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const least = (values: number[]) => Math.min(...values);
const most = (values: number[]) => Math.max(...values);

function same(a: Labels, b: Labels): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

/** Linear within a bucket, as in Prometheus. A group without observations has no value. */
function quantiles(share: number, buckets: Sample[]): Sample[] {
  const groups = Map.groupBy(buckets, ({ labels: { le: _le, ...rest } }) => JSON.stringify(rest));
  return [...groups].flatMap(([key, group]) => {
    const bounds = group
      .map(({ labels, value }) => ({ upTo: Number(labels.le?.replace('+Inf', 'Infinity')), value }))
      .sort((a, b) => a.upTo - b.upTo);
    const total = bounds.at(-1)?.value ?? 0;
    if (total === 0) return [];
    const at = bounds.findIndex(({ value }) => value >= share * total);
    const upper = bounds[at] as (typeof bounds)[number];
    const lower = bounds[at - 1] ?? { upTo: 0, value: 0 };
    const width = upper.upTo - lower.upTo;
    const value =
      upper.upTo === Number.POSITIVE_INFINITY
        ? lower.upTo
        : lower.upTo + (width * (share * total - lower.value)) / (upper.value - lower.value);
    return [{ labels: JSON.parse(key) as Labels, value }];
  });
}
