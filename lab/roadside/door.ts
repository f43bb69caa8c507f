import { type FontName, fittedHeight, outlined } from '../scenes/fonts.ts';
import type { Vehicle } from '../scenes/vehicle.ts';
import type { Canvas } from './canvas.ts';
import type { Livery } from './colors.ts';
import type { TractorModel } from './tractor-models.ts';

const FONTS: FontName[] = ['arimo', 'narrow', 'arimo', 'oswald'];
const TALLEST = 0.125;

type Line = { text: string; size: number };

/** The name, the place and the numbers that the law requires, below the window. */
export function drawDoor(canvas: Canvas, door: TractorModel['door'], livery: Livery, vehicle: Vehicle): void {
  const { rng } = canvas;
  const lines = linesOf(vehicle);
  const font = rng.pick(FONTS);
  const room = door.to - door.from - 0.14;
  const [middle, top] = [(door.from + door.to) / 2, 1.86];
  const widest = Math.max(
    ...lines.map(({ text, size }) => outlined(text, 0, 0, { font, height: size }).width),
  );
  const height = Math.min(TALLEST, room / widest);
  let z = top;
  for (const { text, size } of lines) {
    const tall = Math.min(size * height, fittedHeight(text, font, size * height, room));
    z -= tall * 1.62;
    canvas.text([middle, z + tall / 2], -0.012, text, { font, height: tall, ink: livery.ink });
  }
}

function linesOf({ carrier, city, state, usdot, mc }: Vehicle): Line[] {
  const name = carrier.replace(/,? (LLC|INC|CORP|CO|LTD)$/, '');
  const at = name.length > 16 ? name.indexOf(' ', Math.max(6, name.length / 2 - 4)) : -1;
  const names = at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
  return [
    ...names.map((text) => ({ text, size: 1 })),
    { text: `${city}, ${state}`, size: 0.72 },
    { text: `USDOT ${usdot}`, size: 1.02 },
    ...(mc ? [{ text: `MC ${mc}`, size: 0.95 }] : []),
  ];
}
