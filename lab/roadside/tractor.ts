import { fittedHeight } from '../scenes/fonts.ts';
import { ellipse, type Point } from '../scenes/path.ts';
import type { Vehicle } from '../scenes/vehicle.ts';
import { box, type Canvas, front, outline, side, softBox } from './canvas.ts';
import { type Livery, shade } from './colors.ts';
import { drawDoor } from './door.ts';
import { drawPlate } from './plate.ts';
import { drawPrism, strip } from './prism.ts';
import type { TractorModel } from './tractor-models.ts';
import type { Place } from './view.ts';
import { drawWheel } from './wheel.ts';

/** From the near side to the far one. */
export const WIDTH = 2.44;
const [CHROME, DARK] = ['#c9cfd4', '#17191d'];

export type Lights = { head: Place[]; marker: Place[] };

/** Draws a tractor and returns where its lights are. */
export function drawTractor(canvas: Canvas, model: TractorModel, livery: Livery, vehicle: Vehicle): Lights {
  const { back, driveWheels, frontWheel, body, isChrome } = model;
  drawPrism(canvas, frame(driveWheels[1] - 0.75), 0.62, WIDTH - 0.62, '#25272c');
  for (const x of [...driveWheels].reverse()) drawWheel(canvas, x, 0.02);
  drawWheel(canvas, frontWheel, 0.06, 0.52, true);
  if (isChrome) drawStack(canvas, back + 1.72, WIDTH - 0.15);
  drawPrism(canvas, body, 0, WIDTH, livery.body);
  if (canvas.view.along > 0) drawFront(canvas, model, livery, vehicle);
  drawSide(canvas, model, livery);
  drawDoor(canvas, model.door, livery, vehicle);
  const number = {
    font: 'arimo',
    height: fittedHeight(vehicle.cabNumber, 'arimo', 0.15, 0.7),
    ink: livery.ink,
  } as const;
  canvas.text(model.hood, -0.01, vehicle.cabNumber, number);
  // Over the opening in the fender.
  canvas.on(side(-0.004), ellipse(frontWheel, 0.55, 0.66, 0.64), { fill: DARK });
  drawWheel(canvas, frontWheel, -0.03, 0.52, true);
  if (isChrome) drawStack(canvas, back + 1.72, -0.02);
  drawMirror(canvas, model);
  const z = model.headlight.z + model.headlight.height / 2;
  const top = Math.max(...body.map(([, one]) => one));
  return {
    head: [0.3, WIDTH - 0.3].map((y) => [-0.05, y, z]),
    marker: [
      ...[0.5, 0.9, 1.22, 1.54, 1.94].map(
        (y): Place => [model.windshield[1][0] - 0.2, y, top > 3.6 ? 3.2 : top],
      ),
      [back + 0.3, -0.02, 1.15],
    ],
  };
}

const frame = (back: number): Point[] => [
  [-0.6, 0.6],
  [-0.6, 0.98],
  [back, 0.98],
  [back, 0.6],
];

function drawFront(
  canvas: Canvas,
  model: TractorModel,
  { body, accent }: Livery,
  { plate, plateState }: Vehicle,
): void {
  const { drawing } = canvas;
  const { grille, windshield, headlight, isChrome } = model;
  const [low, high] = grille;
  const face = strip(low, high);
  const [from, to] = isChrome ? [0.5, WIDTH - 0.5] : [0.52, WIDTH - 0.52];
  const metal = drawing.across([0, 0], [0, 1], [0, '#eef1f3'], [0.5, '#98a0a7'], [1, '#d5dade']);
  canvas.on(face, softBox(from - 0.05, 0.02, to + 0.05, 0.99, 0.06), { fill: metal });
  canvas.on(face, softBox(from, 0.05, to, 0.95, 0.05), { fill: '#131519' });
  const bars = isChrome ? 15 : 7;
  for (let n = 1; n < bars; n++) {
    const at = n / bars;
    const bar = isChrome
      ? box(from + at * (to - from) - 0.02, 0.06, from + at * (to - from) + 0.02, 0.94)
      : box(from + 0.03, 0.06 + at * 0.88 - 0.02, to - 0.03, 0.06 + at * 0.88 + 0.025);
    canvas.on(face, bar, { fill: isChrome ? CHROME : '#7f878e' });
  }
  // The windshield, with the sky in it, its post, and the visor above it.
  const pane = strip(...windshield);
  canvas.on(pane, outline([0.1, 0.03], [WIDTH - 0.1, 0.03], [WIDTH - 0.22, 0.97], [0.22, 0.97]), {
    fill: drawing.across([0, 0], [1, 1], [0, '#8fa9bd'], [0.35, '#3f5468'], [0.6, '#22303d'], [1, '#4b6276']),
    stroke: DARK,
    width: 1.5,
  });
  canvas.on(pane, outline([0.35, 0.05], [0.75, 0.05], [0.95, 0.95], [0.6, 0.95]), {
    fill: '#ffffff',
    opacity: 0.13,
  });
  canvas.line(
    pane,
    [
      [WIDTH / 2, 0.03],
      [WIDTH / 2, 0.97],
    ],
    DARK,
    0.03,
  );
  for (const y of [0.12, WIDTH - 0.5]) {
    const lamp = front(low[0] + 0.02);
    canvas.on(lamp, softBox(y, headlight.z, y + 0.38, headlight.z + headlight.height, 0.07), {
      fill: drawing.across([0, 0], [1, 1], [0, '#ffffff'], [0.5, '#cdd8e0'], [1, '#8d9aa5']),
      stroke: '#3a3f45',
      width: 1.5,
    });
    canvas.on(lamp, ellipse(y + 0.19, headlight.z + headlight.height / 2, 0.1, 0.09), { fill: '#fbfdff' });
  }
  const bumper = isChrome ? metal : shade(body, 0.82);
  canvas.on(front(0.03), softBox(0.02, isChrome ? 0.4 : 0.38, WIDTH - 0.02, isChrome ? 0.88 : 0.92, 0.06), {
    fill: bumper,
    stroke: '#2a2d31',
    width: 1.2,
  });
  if (!isChrome) {
    canvas.on(front(0.035), softBox(0.6, 0.44, WIDTH - 0.6, 0.84, 0.04), { fill: '#202327' });
    canvas.on(front(0.035), box(0.06, 0.84, WIDTH - 0.06, 0.88), { fill: accent });
  }
  drawPlate(canvas, 0.05, [WIDTH / 2, 0.63], { plate, plateState }, 1);
}

function drawSide(canvas: Canvas, model: TractorModel, { body, accent }: Livery): void {
  const { drawing } = canvas;
  const { window, back, door, isChrome, name } = model;
  const near = side(-0.006);
  if (name !== 'day-cab') {
    // A stripe along the sleeper, its window and its lockers.
    canvas.on(
      near,
      outline([door.from - 0.1, 1.18], [back + 0.04, 1.18], [back + 0.04, 1.62], [door.from - 0.1, 1.3]),
      {
        fill: accent,
        opacity: 0.9,
      },
    );
    canvas.on(near, softBox(back + 0.75, 2.35, back + 1.3, 2.85, 0.08), {
      fill: '#1e2934',
      stroke: DARK,
      width: 1.5,
    });
    canvas.on(near, softBox(back + 0.25, 0.78, back + 1.1, 1.1, 0.04), {
      stroke: shade(body, 0.6),
      width: 1,
    });
  }
  canvas.on(near, box(back - 0.06, 1, back + 0.02, name === 'day-cab' ? 2.9 : 3.8), { fill: '#2b2e33' });
  canvas.on(near, outline(...window), {
    fill: drawing.across([0, 0], [0.6, 1], [0, '#a8c0d2'], [0.4, '#50677b'], [1, '#1f2c38']),
    stroke: DARK,
    width: 2,
  });
  const [first, second] = window as [Point, Point];
  canvas.on(
    near,
    outline(first, second, [second[0] - 0.2, second[1] + 0.01], [first[0] - 0.3, first[1] - 0.05]),
    {
      fill: '#ffffff',
      opacity: 0.22,
    },
  );
  canvas.on(
    near,
    outline(
      [door.from, door.bottom],
      [door.from, door.top],
      [door.to - 0.4, door.top],
      [door.to, 2.1],
      [door.to, door.bottom],
    ),
    {
      stroke: shade(body, 0.55),
      width: 1.4,
    },
  );
  canvas.on(near, softBox(door.from + 0.06, 1.93, door.from + 0.3, 1.99, 0.02), {
    fill: isChrome ? CHROME : DARK,
  });
  const polished = drawing.across(
    [0, 0],
    [0, 1],
    [0, '#f3f5f6'],
    [0.3, '#9aa2a9'],
    [0.55, '#e2e6e9'],
    [1, '#565d64'],
  );
  const tank =
    name === 'day-cab' ? ([back - 0.02, back - 0.8] as const) : ([door.from + 0.1, back + 1] as const);
  if (isChrome || name === 'day-cab')
    canvas.on(side(-0.03), softBox(tank[1], 0.42, tank[0], 0.98, 0.12), {
      fill: polished,
      stroke: '#3c4147',
      width: 1.2,
    });
  for (const x of [tank[0] - 0.1, tank[1] + 0.2])
    if (isChrome) canvas.on(side(-0.04), box(x - 0.03, 0.42, x + 0.03, 0.98), { fill: '#5b6269' });
  canvas.on(side(-0.03), box(door.from + 0.1, 0.5, door.to - 0.05, 0.56), { fill: '#8d949a' });
  canvas.on(side(-0.03), box(door.from + 0.1, 0.76, door.to - 0.05, 0.81), { fill: '#8d949a' });
  const lamp = model.headlight;
  if (!isChrome)
    canvas.on(
      near,
      outline(
        [-0.06, lamp.z + 0.03],
        [-0.14, lamp.z + lamp.height],
        [-0.62, lamp.z + lamp.height - 0.06],
        [-0.5, lamp.z + 0.1],
      ),
      {
        fill: drawing.across([0, 0], [1, 0], [0, '#f7fafc'], [1, '#9fb0bd']),
        stroke: '#40464c',
        width: 1,
      },
    );
  else
    canvas.on(side(-0.05), softBox(-0.5, lamp.z, -0.16, lamp.z + lamp.height, 0.08), {
      fill: polished,
      stroke: '#3c4147',
      width: 1,
    });
}

function drawStack(canvas: Canvas, x: number, y: number): void {
  const metal = canvas.drawing.across([0, 0], [1, 0], [0, '#6d747b'], [0.4, '#f5f7f8'], [1, '#5a6067']);
  canvas.on(side(y), box(x - 0.08, 1.3, x + 0.08, 4.05), { fill: metal });
  canvas.on(side(y - 0.01), softBox(x - 0.12, 1.6, x + 0.12, 2.7, 0.04), {
    fill: metal,
    stroke: '#4c5259',
    width: 1,
  });
}

function drawMirror(canvas: Canvas, { door }: TractorModel): void {
  const out = side(-0.24);
  canvas.line(
    out,
    [
      [door.to + 0.02, 2.7],
      [door.to - 0.3, 2.72],
    ],
    DARK,
    0.03,
  );
  canvas.on(out, softBox(door.to - 0.04, 2.08, door.to + 0.16, 2.74, 0.05), {
    fill: '#22252a',
    stroke: '#0d0e10',
    width: 1,
  });
}
