import { ellipse } from '../scenes/path.ts';
import { type Canvas, side } from './canvas.ts';

/** A wheel of which the outer face is at `y`. The tire is as deep as a pair of tires where it is a drive wheel. */
export function drawWheel(canvas: Canvas, x: number, y: number, r = 0.51, isFront = false): void {
  const inner = y + (isFront ? 0.3 : 0.6);
  for (let step = 6; step > 0; step--) {
    const at = y + ((inner - y) * step) / 6;
    canvas.on(side(at), ellipse(x, r, r), { fill: step % 2 === 0 ? '#101114' : '#17181b' });
  }
  const face = side(y);
  canvas.on(face, ellipse(x, r, r), {
    fill: canvas.drawing.radial([0, '#26272b'], [0.85, '#1d1e21'], [1, '#0c0d0f']),
  });
  canvas.on(face, ellipse(x, r, r * 0.9), { stroke: '#2c2d31', width: 1 });
  const rim = canvas.drawing.across([0, 0], [0.4, 1], [0, '#f4f6f7'], [0.45, '#a9afb5'], [1, '#5d646b']);
  canvas.on(face, ellipse(x, r, r * 0.58), { fill: rim, stroke: '#3c4046', width: 1.5 });
  const depth = isFront ? '#8d949b' : '#50555b';
  canvas.on(face, ellipse(x, r, r * 0.46), {
    fill: canvas.drawing.radial([0, shadeOf(isFront)], [0.7, depth], [1, '#34383d']),
  });
  for (let n = 0; n < 10; n++) {
    const angle = (n * Math.PI) / 5;
    const [dx, dz] = [Math.cos(angle) * r * 0.37, Math.sin(angle) * r * 0.37];
    canvas.on(face, ellipse(x + dx, r + dz, r * 0.05), { fill: n % 2 === 0 ? '#23262a' : '#d5d9dc' });
  }
  canvas.on(face, ellipse(x, r, r * 0.19), {
    fill: canvas.drawing.across([0, 0], [0, 1], [0, '#eef0f1'], [1, '#6b7178']),
  });
}

const shadeOf = (isFront: boolean) => (isFront ? '#cfd4d8' : '#1d2024');
