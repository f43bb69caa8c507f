import type { Rng } from '../country/rng.ts';
import type { Drawing } from '../scenes/drawing.ts';
import { ellipse, type Point, polygon, rectangle } from '../scenes/path.ts';
import type { Canvas, Light } from './canvas.ts';
import { shade } from './colors.ts';

/** What is beside the road at a site. */
export type Land = { ground: string; far: string; trees: string | null; hills: number; town: boolean };

const LANDS: Record<string, Land> = {
  amarillo: { ground: '#a89a5c', far: '#8d8f6a', trees: null, hills: 0.25, town: false },
  memphis: { ground: '#6d8446', far: '#4c6b4a', trees: '#3d5c34', hills: 0.3, town: false },
  joliet: { ground: '#7b8452', far: '#6a7a70', trees: '#4f6a3e', hills: 0.15, town: true },
  laredo: { ground: '#b59f72', far: '#a08e6e', trees: '#6f7a4d', hills: 0.5, town: false },
  toledo: { ground: '#7f9150', far: '#5f7f5c', trees: '#47683b', hills: 0.12, town: false },
};

export const landOf = (source: string): Land => LANDS[source.split('-')[0] ?? ''] ?? (LANDS.toledo as Land);

const SKIES: Record<Light, [day: string, string, string][]> = {
  day: [
    ['#3f7fc4', '#8fbbe2', '#dce9f2'],
    ['#5d92c7', '#a9c9e3', '#e6edf0'],
    ['#7d9bb8', '#b4c6d4', '#e3e6e6'],
  ],
  dusk: [
    ['#34406f', '#b5698a', '#f6b36a'],
    ['#40527f', '#c98a7d', '#f7cf8e'],
    ['#2f3a63', '#8d6a93', '#eda07a'],
  ],
  night: [
    ['#060a18', '#0d1730', '#24304a'],
    ['#05070f', '#0a1122', '#2b2a3a'],
  ],
};
const RAIN: Record<Light, [string, string, string]> = {
  day: ['#7b8791', '#9aa5ad', '#bcc4c8'],
  dusk: ['#4a5160', '#6f7480', '#948f92'],
  night: ['#070a12', '#0f1520', '#1f2733'],
};

/** Draws the sky, the land and the road, with the truck's side of the road at the front. */
export function drawScenery(
  canvas: Canvas,
  land: Land,
  siteRng: Rng,
  light: Light,
  isRaining: boolean,
): void {
  const { drawing, view, rng } = canvas;
  const horizon = Math.max(view.height * 0.12, Math.min(view.height * 0.6, view.horizon));
  const [top, middle, low] = isRaining ? RAIN[light] : rng.pick(SKIES[light]);
  drawing.shape(rectangle(0, 0, view.width, horizon + 4), {
    fill: drawing.across([0, 0], [0, 1], [0, top], [0.6, middle], [1, low]),
  });
  if (light === 'dusk' && !isRaining) drawSun(drawing, siteRng.next() * view.width, horizon);
  if (light === 'night') drawStars(drawing, rng, horizon);
  else drawClouds(drawing, rng, horizon, light, isRaining);
  drawHills(drawing, siteRng, horizon, land);
  if (land.town) drawTown(drawing, siteRng, horizon, light);
  drawing.shape(rectangle(0, horizon - 1, view.width, view.height - horizon + 1), {
    fill: drawing.across([0, 0], [0, 1], [0, shade(land.ground, 1.12)], [1, shade(land.ground, 0.72)]),
  });
  if (land.trees) drawTrees(drawing, siteRng, horizon, land.trees);
  drawHaze(drawing, horizon, low);
  drawRoad(canvas, isRaining);
  drawGrass(canvas, siteRng, land);
}

/** What is far away has the color of the sky above it. */
function drawHaze(drawing: Drawing, horizon: number, color: string): void {
  const [above, below] = [70, 130];
  drawing.shape(rectangle(0, horizon - above, drawing.width, above + below), {
    fill: drawing.across([0, 0], [0, 1], [0, color, 0], [above / (above + below), color, 0.5], [1, color, 0]),
  });
}

/** Tufts on both sides of the road. */
function drawGrass({ drawing, view }: Canvas, rng: Rng, { ground }: Land): void {
  for (let n = 0; n < 900; n++) {
    const y = n % 3 === 0 ? -2.7 - 3 * rng.next() : 12 + 40 * rng.next() ** 2;
    const place = [-45 + 90 * rng.next(), y, 0] as const;
    const scale = view.scaleAt(place);
    if (scale < 2 || scale > 400) continue;
    const [x, at] = view.at(place);
    const tall = (0.08 + 0.2 * rng.next()) * scale;
    const blade = polygon([
      [x - tall * 0.25, at],
      [x + tall * (rng.next() - 0.5), at - tall],
      [x + tall * 0.3, at],
    ]);
    drawing.shape(blade, { fill: shade(ground, 0.55 + 0.75 * rng.next()), opacity: 0.55 });
  }
}

function drawSun(drawing: Drawing, x: number, y: number): void {
  drawing.shape(ellipse(x, y, 520, 300), {
    fill: drawing.radial([0, '#ffe2a6', 0.85], [0.4, '#ffc27a', 0.3], [1, '#ffb066', 0]),
  });
  drawing.shape(ellipse(x, y - 18, 26), { fill: '#fff3cf', blur: 3 });
}

function drawStars(drawing: Drawing, rng: Rng, horizon: number): void {
  for (let n = 50; n > 0; n--)
    drawing.shape(ellipse(rng.next() * drawing.width, rng.next() * horizon * 0.8, 0.6 + rng.next()), {
      fill: '#dfe6f5',
      opacity: 0.15 + 0.45 * rng.next(),
    });
  for (let n = 26; n > 0; n--)
    drawing.shape(
      ellipse(rng.next() * drawing.width, horizon - 4 - 14 * rng.next(), 1.2 + 1.6 * rng.next()),
      {
        fill: rng.pick(['#ffd9a0', '#ffe9c9', '#ff9a76', '#cfe2ff']),
        opacity: 0.75,
      },
    );
}

function drawClouds(drawing: Drawing, rng: Rng, horizon: number, light: Light, isRaining: boolean): void {
  const fill = isRaining ? '#6f7982' : light === 'dusk' ? '#f3b7a1' : '#ffffff';
  for (let n = isRaining ? 9 : rng.between(2, 6); n > 0; n--) {
    const [x, y] = [rng.next() * drawing.width, horizon * (0.08 + 0.7 * rng.next())];
    const size = 60 + 130 * rng.next();
    for (let part = 0; part < 6; part++)
      drawing.shape(
        ellipse(
          x + (part - 2.5) * size * 0.55,
          y + size * 0.08 * rng.normal(),
          size * (0.5 + 0.4 * rng.next()),
          size * 0.16,
        ),
        {
          fill,
          opacity: isRaining ? 0.35 : 0.32,
          blur: 12,
        },
      );
  }
}

function drawHills(drawing: Drawing, rng: Rng, horizon: number, land: Land): void {
  for (const [layer, height] of [90, 48].entries()) {
    const points: Point[] = [[-10, horizon + 2]];
    const [a, b, c] = [rng.next() * 6, rng.next() * 6, rng.next() * 6];
    for (let x = -10; x <= drawing.width + 20; x += 20) {
      const wave = Math.sin(x / 310 + a) + 0.5 * Math.sin(x / 130 + b) + 0.2 * Math.sin(x / 47 + c) + 1.5;
      points.push([x, horizon - wave * height * land.hills]);
    }
    points.push([drawing.width + 20, horizon + 2]);
    drawing.shape(polygon(points), { fill: shade(land.far, layer === 0 ? 1.25 : 1.02), opacity: 0.92 });
  }
}

/** Warehouses and a water tower. */
function drawTown(drawing: Drawing, rng: Rng, horizon: number, light: Light): void {
  for (let x = rng.below(120); x < drawing.width; x += rng.between(140, 330)) {
    const [width, height] = [rng.between(90, 240), rng.between(22, 58)];
    const color = rng.pick(['#9aa0a3', '#b0a595', '#868d94', '#a2938a']);
    drawing.shape(rectangle(x, horizon - height, width, height + 2), {
      fill: drawing.across([0, 0], [0, 1], [0, shade(color, 1.1)], [1, shade(color, 0.8)]),
    });
    for (let at = x + 10; at < x + width - 12; at += 18)
      drawing.shape(rectangle(at, horizon - height * 0.45, 9, height * 0.3), {
        fill: light === 'night' ? '#ffd58a' : '#5c656c',
        opacity: 0.8,
      });
  }
}

function drawTrees(drawing: Drawing, rng: Rng, horizon: number, color: string): void {
  for (let n = rng.between(30, 52); n > 0; n--) {
    const r = 16 + 34 * rng.next() ** 2;
    const x = rng.next() * (drawing.width + 100) - 50;
    const tone = shade(color, 0.8 + 0.5 * rng.next());
    drawing.shape(rectangle(x - 2, horizon - r * 0.5, 4, r * 0.6), { fill: '#4a3d2e' });
    for (let part = 0; part < 5; part++)
      drawing.shape(
        ellipse(x + r * 0.45 * rng.normal(), horizon - r * (0.7 + 0.4 * rng.next()), r * 0.55, r * 0.5),
        {
          fill: part < 3 ? shade(tone, 0.85) : shade(tone, 1.14),
          opacity: 0.95,
        },
      );
  }
}

const FAR = 400;

function drawRoad({ drawing, view, rng }: Canvas, isRaining: boolean): void {
  const lane = (from: number, to: number, fill: string, opacity = 1) => {
    const path = view.clipped([
      [-FAR, from, 0],
      [FAR, from, 0],
      [FAR, to, 0],
      [-FAR, to, 0],
    ]);
    if (path) drawing.shape(path, { fill, opacity });
  };
  const asphalt = isRaining ? '#4b5055' : '#77787a';
  lane(-30, -2.6, '#8d8a6a');
  lane(-3, 11.4, isRaining ? '#565b60' : '#8a8a88');
  lane(-0.9, 9.1, asphalt);
  for (const y of [0.55, 1.9, 4.6, 6]) lane(y - 0.35, y + 0.35, '#3d3f42', isRaining ? 0.35 : 0.16);
  lane(-0.95, -0.8, '#f1f1ea');
  lane(8.9, 9.05, '#e8c348');
  lane(11.4, 17, isRaining ? '#5e6a45' : '#8b8f58', 0.85);
  for (let x = -120; x < 140; x += 12.2) {
    const path = view.clipped([
      [x, 3.85, 0],
      [x + 3.05, 3.85, 0],
      [x + 3.05, 4, 0],
      [x, 4, 0],
    ]);
    if (path) drawing.shape(path, { fill: '#f4f4ee', opacity: 0.95 });
  }
  drawRail(view.clipped.bind(view), drawing);
  for (let n = 0; n < 260; n++) {
    const [x, y] = view.at([rng.between(-30, 10) + rng.next(), -2.8 + 12 * rng.next(), 0]);
    drawing.shape(ellipse(x, y, 1 + 1.4 * rng.next(), 0.7), {
      fill: rng.chance(0.5) ? '#2e2f31' : '#b5b5b2',
      opacity: 0.25,
    });
  }
}

/** A guardrail behind the far shoulder. */
function drawRail(clipped: Canvas['view']['clipped'], drawing: Drawing): void {
  const metal = drawing.across(
    [0, 0],
    [0, 1],
    [0, '#e3e6e8'],
    [0.45, '#8e959b'],
    [0.6, '#cdd2d6'],
    [1, '#7b8288'],
  );
  for (let x = -90; x < 90; x += 3.8) {
    const post = clipped([
      [x, 11.3, 0],
      [x + 0.16, 11.3, 0],
      [x + 0.16, 11.3, 0.7],
      [x, 11.3, 0.7],
    ]);
    if (post) drawing.shape(post, { fill: '#6d7379' });
  }
  const rail = clipped([
    [-FAR, 11.25, 0.45],
    [FAR, 11.25, 0.45],
    [FAR, 11.25, 0.78],
    [-FAR, 11.25, 0.78],
  ]);
  if (rail) drawing.shape(rail, { fill: metal });
}
