import sharp from 'sharp';
import { Drawing } from '../../../../lab/scenes/drawing.ts';

/** Black lettering on white, drawn as outlines: the machine needs no fonts. */
export async function lettered(
  lines: string[],
  { width = 640, height = 100 * lines.length, capitals = 36 } = {},
): Promise<Buffer> {
  const drawing = new Drawing(width, height);
  for (const [i, line] of lines.entries()) {
    drawing.text(line, [40, (height / lines.length) * (i + 0.65)], {
      font: 'arimo',
      height: capitals,
      ink: '#111111',
    });
  }
  return sharp(drawing.svg()).flatten({ background: '#f2f2f2' }).png().toBuffer();
}
