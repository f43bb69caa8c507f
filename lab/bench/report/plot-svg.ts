import type { Ratio } from '../support/bench.ts';

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 70;
const RIGHT = 20;
const TOP = 40;
const BOTTOM = 50;

/** A line plot with logarithmic sizes and values from zero. The title states the sizes that were measured. */
export function plotSvg(line: string, points: Ratio[]): string {
  const xs = points.map(({ point }) => point?.x ?? 0);
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const top = niceCeiling(Math.max(...values));
  const span = Math.log(most / least) || 1;
  const x = (size: number) => Math.round(LEFT + (Math.log(size / least) / span) * (WIDTH - LEFT - RIGHT));
  const y = (value: number) => Math.round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM));
  const path = xs.map((size, i) => `${x(size)},${y(values[i] ?? 0)}`).join(' ');
  const axis = points[0]?.point?.axis ?? '';
  const title = `${line} (${points[0]?.unit}), ${compact(least)} to ${compact(most)} ${axis}`;
  const text = (at: [number, number], anchor: string, content: string) =>
    `<text x="${at[0]}" y="${at[1]}" text-anchor="${anchor}">${content}</text>`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#555">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text([LEFT, 22], 'start', title),
    ...[0, 0.5, 1].flatMap((share) => [
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(top * share)}" y2="${y(top * share)}" stroke="#ddd"/>`,
      text([LEFT - 8, y(top * share) + 4], 'end', Number((top * share).toPrecision(3)).toLocaleString('en')),
    ]),
    ...xs.map((size) => text([x(size), HEIGHT - BOTTOM + 20], 'middle', compact(size))),
    text([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10], 'middle', axis),
    `<polyline points="${path}" fill="none" stroke="#2563eb" stroke-width="2"/>`,
    ...xs.map((size, i) => `<circle cx="${x(size)}" cy="${y(values[i] ?? 0)}" r="3" fill="#2563eb"/>`),
    '</svg>',
  ].join('\n')}\n`;
}

function compact(size: number): string {
  return size.toLocaleString('en', { notation: 'compact' });
}

/** 1, 2 or 5 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
