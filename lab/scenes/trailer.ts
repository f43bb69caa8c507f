import { type FontName, outlined } from './fonts.ts';
import { type Paint, pickPaint } from './paint.ts';
import { polygon, rectangle } from './path.ts';
import type { Area, SceneTruth, Stage } from './scene.ts';
import { drawWheel } from './wheel.ts';

const WORDMARK_FONTS: FontName[] = ['arimo', 'black', 'anton', 'oswald', 'serif', 'narrow'];
const NUMBER_FONTS: FontName[] = ['arimo', 'oswald', 'narrow', 'black'];
const SMALL_PRINT = ['AIR RIDE EQUIPPED', 'MAX GVWR 68,000 LBS', 'TIRE INFLATION SYSTEM', 'NO STEP'];

/** Draws a dry van or a reefer from the side. */
export function drawTrailer(stage: Stage, area: Area): Partial<SceneTruth> {
  const { drawing, rng, facing } = stage;
  const paint = pickPaint(rng);
  const { x, y, width, height } = area;
  drawing.shape(rectangle(x, y, width, height), {
    fill: drawing.gradient([0, paint.body], [0.8, paint.body], [1, paint.shade]),
    stroke: '#2a2b2e',
    width: 4,
  });
  drawSeams(stage, area, paint);
  drawUndercarriage(stage, area);
  const ink = rng.pick(paint.inks);
  const truth = { ...drawWordmark(stage, area, ink), ...drawNumber(stage, area, ink) };
  if (rng.chance(0.5)) {
    const small = 0.028 * height;
    const at = facing > 0 ? x + 0.08 * width : x + 0.6 * width;
    drawing.text(rng.pick(SMALL_PRINT), [at, y + height - 2 * small], { font: 'arimo', height: small, ink });
  }
  return truth;
}

function drawSeams({ drawing, rng }: Stage, { x, y, width, height }: Area, paint: Paint): void {
  const step = width / rng.between(14, 30);
  for (let at = x + step; at < x + width - 4; at += step) {
    drawing.shape(rectangle(at, y + 4, 2, height - 8), { fill: paint.shade, opacity: 0.75 });
  }
}

function drawUndercarriage({ drawing, facing }: Stage, { x, y, width, height }: Area): void {
  const bottom = y + height;
  drawing.shape(rectangle(x + 6, bottom, width - 12, 0.05 * height), { fill: '#2c2d31' });
  for (let at = x + 10; at < x + width - 82; at += 80) {
    drawing.shape(rectangle(at, bottom - 10, 36, 8), { fill: '#b5121f' });
    drawing.shape(rectangle(at + 36, bottom - 10, 36, 8), { fill: '#f1f1ee' });
  }
  const r = Math.min(0.105 * height, 0.05 * width) + 12;
  const tail = (part: number) => (facing > 0 ? x + part * width : x + width - part * width);
  const legs = tail(0.82);
  drawing.shape(
    polygon([
      [legs - 8, bottom],
      [legs + 8, bottom],
      [legs + 5, bottom + 1.6 * r],
      [legs - 5, bottom + 1.6 * r],
    ]),
    {
      fill: '#3a3b3e',
    },
  );
  drawWheel(drawing, tail(0.1), bottom + 0.95 * r, r);
  drawWheel(drawing, tail(0.1) + (facing > 0 ? 2.1 : -2.1) * r, bottom + 0.95 * r, r);
}

function drawWordmark(
  { drawing, rng, vehicle }: Stage,
  { x, y, width, height }: Area,
  ink: string,
): Partial<SceneTruth> {
  const font = rng.pick(WORDMARK_FONTS);
  const stretch = 0.9 + 0.25 * rng.next();
  const wide = outlined(vehicle.wordmark, 0, 0, { font, height: 1, stretch }).width;
  const size = Math.min((0.16 + 0.12 * rng.next()) * height, (0.72 * width) / wide);
  const left = x + 0.06 * width + rng.next() * Math.max(0, 0.86 * width - wide * size);
  const base = y + (0.5 + 0.15 * rng.next()) * height;
  drawing.text(vehicle.wordmark, [left, base], { font, height: size, stretch, ink });
  return { wordmark: vehicle.wordmark };
}

function drawNumber({ drawing, rng, vehicle }: Stage, area: Area, ink: string): Partial<SceneTruth> {
  const { x, y, width, height } = area;
  const size = (0.045 + 0.025 * rng.next()) * height;
  const isLow = rng.chance(0.25);
  const part = rng.chance(0.6) ? 0.72 + 0.1 * rng.next() : 0.05 + 0.1 * rng.next();
  const base = isLow ? y + 0.88 * height : y + 0.14 * height;
  drawing.text(vehicle.trailerNumber, [x + part * width, base], {
    font: rng.pick(NUMBER_FONTS),
    height: size,
    ink,
  });
  return { trailerNumber: vehicle.trailerNumber };
}
