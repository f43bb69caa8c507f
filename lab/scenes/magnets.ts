import { fittedHeight } from './fonts.ts';
import { rounded } from './path.ts';
import type { Magnets, Stage } from './scene.ts';

export type DrawnLine = {
  shows: 'name' | 'usdot' | undefined;
  text: string;
  left: number;
  baseline: number;
  width: number;
  height: number;
};
type Rectangle = { left: number; top: number; width: number; height: number };

const SIGNS: [fill: string, ink: string][] = [
  ['#fbfbf8', '#14161a'],
  ['#fbfbf8', '#17306e'],
  ['#1c1f24', '#f6f6f0'],
  ['#f1d23a', '#14161a'],
];
/** Of a capital letter. */
const MARGIN = 0.35;

/** Covers lettering with magnetic signs that show another carrier. */
export function drawMagnets(stage: Stage, { name, usdot, digitsLeft }: Magnets, drawn: DrawnLine[]): void {
  const { rng } = stage;
  const sign = rng.pick(SIGNS);
  const names = drawn.filter(({ shows }) => shows === 'name');
  if (name !== null) drawSign(stage, sign, name, around(names));
  const numbers = drawn.filter(({ shows }) => shows === 'usdot');
  const whole = around(numbers);
  const last = numbers.at(-1) as DrawnLine;
  const digit = last.width / last.text.length;
  drawSign(stage, sign, `USDOT ${usdot}`, {
    ...whole,
    width: digitsLeft === 0 ? whole.width : last.left + last.width - digitsLeft * digit - whole.left,
  });
}

function around(lines: readonly DrawnLine[]): Rectangle {
  const margin = MARGIN * Math.max(...lines.map(({ height }) => height));
  const left = Math.min(...lines.map((line) => line.left)) - margin;
  const top = Math.min(...lines.map(({ baseline, height }) => baseline - height)) - margin;
  const right = Math.max(...lines.map((line) => line.left + line.width)) + margin;
  const bottom = Math.max(...lines.map(({ baseline }) => baseline)) + margin;
  return { left, top, width: right - left, height: bottom - top };
}

function drawSign(
  { drawing, rng }: Stage,
  [fill, ink]: [fill: string, ink: string],
  text: string,
  { left, top, width, height }: Rectangle,
): void {
  drawing.shape(rounded(left, top, width, height, Math.min(height, width) / 12), { fill });
  const font = rng.pick(['arimo', 'narrow', 'oswald'] as const);
  const letters = fittedHeight(text, font, height / (1 + 2 * MARGIN), width * 0.94);
  drawing.text(text, [left + width / 2, top + (height + letters) / 2], {
    font,
    height: letters,
    ink,
    align: 'middle',
  });
}
