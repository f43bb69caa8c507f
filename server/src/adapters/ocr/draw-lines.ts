import sharp from 'sharp';
import { Drawing } from '../../domain/generate/scenes/drawing.ts';
import { polygon } from '../../domain/generate/scenes/path.ts';
import { MAX_PIXELS } from '../../domain/images/image-format.ts';
import type { PictureReading, TextLine } from '../../domain/recognition/recognizer.ts';

const SURE = 0.9;

/** The picture as PNG, turned upright, with a numbered frame around every line that was read. */
export async function drawLines(
  picture: Uint8Array,
  { width, height, lines }: PictureReading,
): Promise<Buffer> {
  const drawing = new Drawing(width, height);
  const stroke = Math.max(2, Math.round(Math.max(width, height) / 640));
  for (const [i, line] of lines.entries()) frame(drawing, line, `${i + 1}`, stroke);
  return sharp(picture, { limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .composite([{ input: drawing.svg() }])
    .png()
    .toBuffer();
}

function frame(drawing: Drawing, { quad, confidence }: TextLine, name: string, stroke: number): void {
  const colour = confidence >= SURE ? '#00c853' : '#ff9100';
  drawing.shape(polygon(quad), { stroke: colour, width: stroke });
  const [x, y] = quad[0];
  const font = { font: 'arimo', height: stroke * 6 } as const;
  drawing.text(name, [x, Math.max(stroke * 7, y - stroke * 2)], { ...font, ink: colour });
}
