import sharp from 'sharp';
import { MAX_PIXELS } from '../../domain/images/image-format.ts';
import type { ImageReading, Point, TextLine } from '../../domain/recognition/recognizer.ts';

const HIGH_CONFIDENCE = 0.9;

/** Seven-segment digits, because a machine may have no fonts: x1, y1, x2, y2 of each segment, in half heights. */
const SEGMENTS = { a: '0010', b: '1011', c: '1112', d: '0212', e: '0102', f: '0001', g: '0111' };
const DIGITS = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgecd', 'abc', 'abcdefg', 'abcdfg'];

/** Returns the upright image as PNG with a numbered frame around each text line. */
export async function drawLines(image: Uint8Array, { width, height, lines }: ImageReading): Promise<Buffer> {
  const stroke = Math.max(2, Math.round(Math.max(width, height) / 640));
  const frames = lines.map((line, i) => frame(line, i + 1, stroke)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames}</svg>`;
  return sharp(image, { limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

function frame({ quad, confidence }: TextLine, number: number, stroke: number): string {
  const color = confidence >= HIGH_CONFIDENCE ? '#00c853' : '#ff9100';
  const [x, y] = quad[0];
  const outline = `M${quad.map((point) => point.join(' ')).join('L')}Z`;
  const label = numberPath(number, [x, Math.max(stroke, y - stroke * 8)], stroke * 3);
  return `<path d="${outline}${label}" fill="none" stroke="${color}" stroke-width="${stroke}"/>`;
}

function numberPath(number: number, [left, top]: Point, unit: number): string {
  const digitPath = (digit: string, i: number) =>
    [...(DIGITS[Number(digit)] ?? '')].map((segment) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from(SEGMENTS[segment as keyof typeof SEGMENTS], Number);
      const at = (x: number, y: number) => `${left + (x + i * 1.8) * unit} ${top + y * unit}`;
      return `M${at(x1, y1)}L${at(x2, y2)}`;
    });
  return [...String(number)].flatMap(digitPath).join('');
}
