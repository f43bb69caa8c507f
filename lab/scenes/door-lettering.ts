import type { Rng } from '../country/rng.ts';
import { phoneNumber } from '../country/words.ts';
import { type FontName, outlined } from './fonts.ts';
import { type DrawnLine, drawMagnets } from './magnets.ts';
import type { Area, SceneKind, SceneTruth, Stage } from './scene.ts';
import type { Vehicle } from './vehicle.ts';

const FONTS: FontName[] = ['arimo', 'arimo', 'narrow', 'narrow', 'oswald', 'arimo-regular', 'serif'];
const USDOT_PREFIXES = [
  'USDOT ',
  'US DOT ',
  'USDOT# ',
  'US DOT # ',
  'U.S. DOT ',
  'DOT ',
  'USDOT-',
  'US DOT No. ',
  'USDOT: ',
  'U.S.D.O.T. ',
];
const MC_PREFIXES = ['MC ', 'MC# ', 'MC-', 'MC ', 'ICC MC '];
const VIN_PREFIXES = ['VIN ', 'VIN-', 'VIN# '];

type Line = { text: string; size: number; shows?: 'name' | 'usdot' };

/** Draws the legally required lettering and optional lines. Returns their labels. */
export function drawDoorLettering(
  stage: Stage,
  area: Area,
  ink: string,
  kind: SceneKind,
): Partial<SceneTruth> {
  const { drawing, rng, vehicle } = stage;
  const { lines, truth } = doorLines(rng, vehicle, kind);
  const font = rng.pick(FONTS);
  const gap = 1.45 + 0.35 * rng.next();
  const widest = Math.max(
    ...lines.map(({ text, size }) => outlined(text, 0, 0, { font, height: size }).width),
  );
  const tall = lines.reduce((sum, { size }) => sum + size * gap, 0);
  const height = Math.min(area.width / widest, area.height / tall);
  const isCentered = rng.chance(0.4);
  let y = area.y + Math.max(0, area.height - tall * height) * 0.4 * rng.next();
  const drawn: DrawnLine[] = [];
  for (const { text, size, shows } of lines) {
    y += size * height * gap;
    const x = isCentered ? area.x + area.width / 2 : area.x;
    const style = { font, height: size * height };
    drawing.text(text, [x, y], { ...style, ink, align: isCentered ? 'middle' : 'start' });
    const { width } = outlined(text, 0, 0, style);
    drawn.push({
      shows,
      text,
      left: isCentered ? x - width / 2 : x,
      baseline: y,
      width,
      height: size * height,
    });
  }
  if (stage.magnets) drawMagnets(stage, stage.magnets, drawn);
  return truth;
}

function doorLines(
  rng: Rng,
  vehicle: Vehicle,
  kind: SceneKind,
): { lines: Line[]; truth: Partial<SceneTruth> } {
  const truth: Partial<SceneTruth> = { carrier: vehicle.carrier, usdot: vehicle.usdot };
  const name = nameLines(vehicle.carrier).map((text) => ({ text, size: 1.25, shows: 'name' as const }));
  const place = rng.chance(0.8) ? [{ text: `${vehicle.city}, ${vehicle.state}`, size: 0.85 }] : [];
  const numbers: Line[] = usdotLines(rng, vehicle.usdot);
  if (vehicle.mc) {
    truth.mc = vehicle.mc;
    const line = { text: rng.pick(MC_PREFIXES) + vehicle.mc, size: 1 };
    if (rng.chance(0.75)) numbers.push(line);
    else numbers.unshift(line);
  }
  if (vehicle.kyu) {
    truth.kyu = vehicle.kyu;
    numbers.push({ text: `KYU ${vehicle.kyu}`, size: 0.9 });
  }
  if (kind === 'cab' && rng.chance(0.4)) {
    const shown = rng.chance(0.5) ? vehicle.vin : vehicle.vin.slice(-8);
    truth.vin = shown;
    numbers.push({ text: rng.pick(VIN_PREFIXES) + shown, size: 0.9 });
  }
  if (rng.chance(0.25)) numbers.push({ text: 'GVW 80,000', size: 0.9 });
  if (rng.chance(0.15)) numbers.push({ text: phoneNumber(rng).slice(1).replace(') ', '-'), size: 0.85 });
  return { lines: [...name, ...place, ...numbers], truth };
}

/** On one door in eight the prefix has its own line. */
function usdotLines(rng: Rng, usdot: string): Line[] {
  if (rng.chance(0.88)) return [{ text: rng.pick(USDOT_PREFIXES) + usdot, size: 1, shows: 'usdot' }];
  return [
    { text: rng.pick(['USDOT', 'US DOT', 'U.S. DOT']), size: 1, shows: 'usdot' },
    { text: usdot, size: 1, shows: 'usdot' },
  ];
}

function nameLines(name: string): string[] {
  if (name.length <= 22) return [name];
  const middle = name.indexOf(' ', name.length / 2 - 4);
  return middle < 0 ? [name] : [name.slice(0, middle), name.slice(middle + 1)];
}
