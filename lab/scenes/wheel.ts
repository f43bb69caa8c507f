import type { Drawing } from './drawing.ts';
import { ellipse } from './path.ts';

export function drawWheel(drawing: Drawing, x: number, y: number, r: number): void {
  drawing.shape(ellipse(x, y, r), { fill: '#17171a' });
  drawing.shape(ellipse(x, y, r * 0.58), { fill: '#b4b6b8' });
  drawing.shape(ellipse(x, y, r * 0.47), { fill: '#8f9294' });
  drawing.shape(ellipse(x, y, r * 0.2), { fill: '#4e5052' });
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4;
    drawing.shape(ellipse(x + Math.cos(angle) * r * 0.35, y + Math.sin(angle) * r * 0.35, r * 0.045), {
      fill: '#d8dadc',
    });
  }
}
