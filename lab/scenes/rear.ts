import { type FontName, fittedHeight, outlined } from './fonts.ts';
import { pickPaint } from './paint.ts';
import { ellipse, polygon, rectangle, rounded } from './path.ts';
import type { Area, SceneTruth, Stage } from './scene.ts';

const FONTS: FontName[] = ['arimo', 'black', 'oswald', 'serif', 'narrow'];
const PLACARDS = ['1203', '1993', '1075', '1267', '1830', '3082'];

/** Draws the doors of a trailer from behind, with its plate. */
export function drawRear(stage: Stage, area: Area): Partial<SceneTruth> {
  const { drawing, rng, vehicle } = stage;
  const { x, y, width, height } = area;
  const paint = pickPaint(rng);
  drawing.shape(rectangle(x, y, width, height), { fill: paint.body, stroke: '#2a2b2e', width: 8 });
  drawing.shape(rectangle(x + width / 2 - 3, y, 6, height), { fill: '#4d4f52' });
  for (const part of [0.09, 0.2, 0.78, 0.9]) {
    drawing.shape(rectangle(x + part * width, y + 8, 10, height - 40), { fill: '#8d9093' });
    drawing.shape(rectangle(x + part * width - 12, y + 0.62 * height, 34, 16), { fill: '#6f7275' });
  }
  drawTapeAndLights(stage, area);
  const ink = rng.pick(paint.inks);
  const font = rng.pick(FONTS);
  const half = width / 2;
  // Text stays on its own door: across the gap, OCR would join it with the text on the other door.
  const room = 0.24 * width;
  const mark = fittedHeight(vehicle.wordmark, font, 0.075 * height, room);
  drawing.text(vehicle.wordmark, [x + half * 0.7, y + 0.2 * height], {
    font,
    height: mark,
    ink,
    align: 'middle',
  });
  const plain = rng.pick(FONTS);
  const number = fittedHeight(vehicle.trailerNumber, plain, (0.05 + 0.02 * rng.next()) * height, room);
  drawing.text(vehicle.trailerNumber, [x + half * 1.29, y + 0.2 * height], {
    font: plain,
    height: number,
    ink,
    align: 'middle',
  });
  const placard = rng.chance(0.25) ? { placard: drawPlacard(stage, x + half * 1.28, y + 0.5 * height) } : {};
  drawPlate(stage, x + half, y + height + 70);
  return {
    wordmark: vehicle.wordmark,
    trailerNumber: vehicle.trailerNumber,
    plate: vehicle.plate,
    ...placard,
  };
}

function drawTapeAndLights({ drawing }: Stage, { x, y, width, height }: Area): void {
  const piece = width / 12;
  for (let i = 0; i < 12; i++) {
    const fill = i % 2 === 0 ? '#b5121f' : '#f1f1ee';
    drawing.shape(rectangle(x + i * piece, y + height - 26, piece, 22), { fill });
  }
  drawing.shape(rectangle(x - 8, y + height, width + 16, 30), { fill: '#2b2c2f' });
  for (const part of [0.05, 0.11, 0.89, 0.95]) {
    drawing.shape(ellipse(x + part * width, y + height + 15, 11), { fill: '#c01522' });
  }
  for (const part of [0.12, 0.7]) {
    drawing.shape(rounded(x + part * width, y + height + 32, 0.18 * width, 110, 18), { fill: '#151618' });
  }
}

function drawPlacard({ drawing, rng }: Stage, x: number, y: number): string {
  const r = 74;
  const number = rng.pick(PLACARDS);
  const diamond = polygon([
    [x, y - r],
    [x + r, y],
    [x, y + r],
    [x - r, y],
  ]);
  drawing.shape(diamond, { fill: '#c8161d', stroke: '#ffffff', width: 5 });
  drawing.shape(rectangle(x - 46, y - 20, 92, 40), { fill: '#ffffff' });
  drawing.text(number, [x, y + 14], { font: 'arimo', height: 28, ink: '#111111', align: 'middle' });
  drawing.text('3', [x, y + 52], { font: 'arimo', height: 20, ink: '#ffffff', align: 'middle' });
  return number;
}

function drawPlate({ drawing, rng, vehicle }: Stage, x: number, y: number): void {
  drawing.shape(rounded(x - 105, y - 44, 210, 96, 8), { fill: '#f2f3f1', stroke: '#555555', width: 2 });
  const words = rng.chance(0.5) ? `${vehicle.plateState} APPORTIONED` : vehicle.plateState;
  const { width } = outlined(words, 0, 0, { font: 'arimo', height: 11 });
  const height = Math.min(13, (11 * 190) / width);
  drawing.text(words, [x, y - 22], { font: 'arimo', height, ink: '#a01c22', align: 'middle' });
  drawing.text(vehicle.plate, [x, y + 34], { font: 'narrow', height: 34, ink: '#17234f', align: 'middle' });
}
