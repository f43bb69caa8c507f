import type { Rng } from '../country/rng.ts';
import type { Drawing } from './drawing.ts';
import { ellipse, rectangle } from './path.ts';

const SKIES = [
  ['#7ea4d0', '#c9d8e8'],
  ['#9fb3c8', '#d8dee4'],
  ['#b9bec4', '#dcdfe1'],
  ['#6c8fc4', '#f0dcc2'],
] as const;

/** Draws sky, trees, a guardrail and the road. */
export function drawBackdrop(drawing: Drawing, rng: Rng): void {
  const { width, height } = drawing;
  const horizon = height * (0.5 + 0.08 * rng.next());
  const [top, low] = rng.pick(SKIES);
  drawing.shape(rectangle(0, 0, width, horizon + 2), {
    fill: drawing.gradient([0, top], [1, low]),
  });
  for (let n = rng.between(10, 26); n > 0; n--) {
    const r = 25 + 75 * rng.next();
    const green = `rgb(${40 + rng.below(45)},${70 + rng.below(55)},${35 + rng.below(30)})`;
    drawing.shape(ellipse(rng.next() * width, horizon - r * 0.4, r * (0.6 + rng.next()), r), {
      fill: green,
      opacity: 0.95,
    });
  }
  drawing.shape(rectangle(0, horizon, width, height - horizon), {
    fill: drawing.gradient([0, '#6d6a66'], [0.3, '#57565a'], [1, '#3d3d40']),
  });
  const rail = horizon + 20;
  drawing.shape(rectangle(0, rail, width, 15), { fill: '#b6b6b1' });
  for (let x = rng.below(90); x < width; x += 90)
    drawing.shape(rectangle(x, rail + 15, 8, 34), { fill: '#8d8b83' });
  const line = height * 0.9;
  drawing.shape(rectangle(0, line, width, 9), { fill: '#dcdccb', opacity: 0.9 });
  for (let x = -60 + rng.below(60); x < width; x += 260) {
    drawing.shape(rectangle(x, height * 0.985, 130, 12), { fill: '#dcdccb', opacity: 0.8 });
  }
}
