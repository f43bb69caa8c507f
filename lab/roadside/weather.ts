import { ellipse, polygon, rectangle } from '../scenes/path.ts';
import type { Canvas, Light } from './canvas.ts';
import type { Lights } from './tractor.ts';
import type { Place } from './view.ts';

/** Darkens the scene. By night the camera lights what is in its middle. */
export function drawLight({ drawing, view }: Canvas, light: Light, middle: Place): void {
  const whole = rectangle(0, 0, view.width, view.height);
  if (light === 'dusk') {
    drawing.shape(whole, {
      fill: drawing.across(
        [0, 0],
        [0, 1],
        [0, '#5a3a5e', 0.18],
        [0.45, '#3a2f4e', 0.26],
        [1, '#1c1a2c', 0.5],
      ),
    });
    return;
  }
  if (light === 'day') return;
  const [x, y] = view.at(middle);
  const r = view.width * 1.25;
  drawing.shape(ellipse(x, y, r, r * 0.8), {
    fill: drawing.radial(
      [0, '#050914', 0.34],
      [0.22, '#050914', 0.5],
      [0.45, '#04070f', 0.8],
      [1, '#03050b', 0.93],
    ),
  });
}

export function drawLamps(canvas: Canvas, { head, marker }: Lights, tail: Place[], light: Light): void {
  const isDark = light === 'night';
  for (const place of marker) {
    canvas.glow(place, isDark ? 0.24 : 0.12, '#ffb238', isDark ? 0.95 : 0.7);
  }
  for (const place of tail) canvas.glow(place, isDark ? 0.3 : 0.14, '#ff2a2a', isDark ? 0.9 : 0.6);
  for (const place of head) {
    canvas.glow(place, isDark ? 1.5 : 0.7, '#fff4d2', isDark ? 0.95 : 0.75);
    if (isDark) canvas.glow([place[0] + 5, place[1], 0.05], 2.6, '#fff0c4', 0.3);
  }
}

/** Drops and streaks, spray behind the wheels, and wet asphalt. */
export function drawRain({ drawing, rng, view }: Canvas, wheels: Place[], light: Light): void {
  const mist = light === 'night' ? '#56606c' : '#d6dde2';
  for (const [x, y] of wheels)
    for (let n = 0; n < 5; n++) {
      const at: Place = [x - 0.5 - n * 0.55, y - 0.1, 0.25 + 0.12 * n];
      const [px, py] = view.at(at);
      const r = (0.35 + 0.2 * n) * view.scaleAt(at);
      drawing.shape(ellipse(px, py, r * 1.3, r * 0.7), { fill: mist, opacity: 0.2, blur: 9 });
    }
  drawing.shape(rectangle(0, 0, view.width, view.height), {
    fill: mist,
    opacity: light === 'night' ? 0.06 : 0.13,
  });
  const slope = 0.12 + 0.2 * rng.next();
  for (let n = 300; n > 0; n--) {
    const [x, y, long] = [rng.next() * view.width, rng.next() * view.height, 12 + 30 * rng.next()];
    const streak = polygon([
      [x, y],
      [x + 1.3, y],
      [x + 1.3 - long * slope, y + long],
      [x - long * slope, y + long],
    ]);
    drawing.shape(streak, { fill: '#eef3f7', opacity: light === 'night' ? 0.2 : 0.32 });
  }
}
