import { readFileSync } from 'node:fs';
import { Rng } from '../country/rng.ts';
import type { Drawing } from './drawing.ts';
import { type FontName, fittedHeight } from './fonts.ts';
import { ellipse, rectangle, rounded } from './path.ts';
import { drawCar, drawEmblem, FONTS, filled, type Scene } from './plate-scene.ts';

type Design = {
  state: string;
  name: string;
  nameFont: FontName;
  nameColor: string;
  band: string | null;
  ground: [top: string, bottom: string];
  ink: string;
  slogan: string;
  gap: 'emblem' | 'dash' | 'dot' | 'none';
  formats: string[];
};

/** The same facts from which the training draws its plates. Renderer, fonts and camera are different ones. */
const DESIGNS = readFileSync(new URL('../../training/plates/plate-designs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(designOf)
  .filter(({ state }) => state !== 'US');
/** Every state, the District of Columbia, and the provinces and territories of Canada. */
export const platedStates = [...new Set(DESIGNS.map(({ state }) => state))];

function designOf(line: string): Design {
  const [state, name, style, nameColor, band, ground, ink, slogan, gap, formats] = line.split('|') as [
    ...string[],
  ];
  const [top, bottom] = (ground ?? '').split(',').map((color) => `#${color}`);
  return {
    state: state ?? '',
    name: name ?? '',
    nameFont: style === 'S' || style === 'R' ? 'serif' : 'arimo',
    nameColor: `#${nameColor}`,
    band: band === '-' ? null : `#${band}`,
    ground: [top ?? '', bottom ?? ''],
    ink: `#${ink}`,
    slogan: slogan ?? '',
    gap: gap as Design['gap'],
    formats: (formats ?? '').split(' '),
  };
}

type StatePlateScene = Scene & { plate: string; state: string };

/** A car with a plate in a design of its state. The states take turns, from one that depends on the seed. */
export async function drawStatePlateScene(seed: number, index: number): Promise<StatePlateScene> {
  const state = platedStates[(seed * 22 + index) % platedStates.length] as string;
  let plate = '';
  const scene = await drawCar(new Rng(seed, index, 97), index, (drawing, rng, x, y) => {
    plate = drawStatePlate(drawing, rng, rng.pick(DESIGNS.filter((one) => one.state === state)), x, y);
  });
  return { ...scene, plate, state };
}

function drawStatePlate(drawing: Drawing, rng: Rng, design: Design, x: number, y: number): string {
  const scale = 0.8 + 0.9 * rng.next();
  const [width, height] = [300 * scale, 150 * scale];
  const [top, bottom] = design.ground;
  drawing.shape(rounded(x - width / 2, y - height / 2, width, height, 12 * scale), {
    fill: drawing.gradient([0, top], [1, bottom]),
    stroke: '#4b4c4e',
    width: 3,
  });
  if (design.band)
    drawing.shape(rectangle(x - 0.47 * width, y - 0.47 * height, 0.94 * width, 0.2 * height), {
      fill: design.band,
    });
  for (const side of [-1, 1])
    drawing.shape(ellipse(x + side * 0.36 * width, y - 0.42 * height, 4 * scale), { fill: '#5d5f61' });
  const words = (text: string, at: number, font: FontName, ink: string, most: number) =>
    drawing.text(text, [x, at], {
      font,
      height: fittedHeight(text, font, most * height, 0.62 * width),
      ink,
      align: 'middle',
    });
  words(design.name, y - 0.31 * height, design.nameFont, design.nameColor, 0.12);
  if (design.slogan !== '') words(design.slogan, y + 0.46 * height, 'arimo', design.nameColor, 0.08);
  const font = rng.pick(FONTS);
  const shown = filled(rng.pick(design.formats.slice(0, 3)).replace('-', gapOf(design.gap)), rng);
  const text = shown.replace('*', '  ');
  const tall = fittedHeight(text, font, 0.44 * height, 0.88 * width);
  drawing.text(text, [x, y + 0.5 * tall], { font, height: tall, ink: design.ink, align: 'middle' });
  if (shown.includes('*')) drawEmblem(drawing, rng, shown, font, { x, y, tall, fill: design.nameColor });
  return shown.replace(/[^A-Z0-9]/g, '');
}

function gapOf(gap: Design['gap']): string {
  return { emblem: '*', dot: '*', dash: '-', none: ' ' }[gap];
}
