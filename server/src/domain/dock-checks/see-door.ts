import { frameOf } from '../recognition/readings/frame.ts';
import { readFields } from '../recognition/readings/read-fields.ts';
import type {
  Box,
  ImageReading,
  Quad,
  ReadRequest,
  Recognizer,
  TextLine,
} from '../recognition/recognizer.ts';

/** `strip`: further text in the row of the USDOT number, which was found only when that row was read alone, with its strokes. */
export type DoorReading = ImageReading & { strip?: TextLine[] };

/** In heights of the number: as far as a sign over another number can reach. */
const STRIP = { across: 4, up: 0.8 };

/**
 * Reads the image, and then the row of the number alone. A sign over another number may leave a digit of it, which is too small to be
 * found in the whole image, or a part of one, which no reader finds.
 */
export async function seeDoor(
  recognizer: Recognizer,
  request: Pick<ReadRequest, 'image' | 'signal'>,
): Promise<DoorReading> {
  const seen = await recognizer.read({ ...request, box: null });
  const at = readFields(seen, { logos: [] }).usdot_number.lines.at(-1);
  const number = at === undefined ? undefined : seen.lines[at];
  if (number === undefined) return seen;
  const { quad } = number;
  const { lines, strokes } = await recognizer.read({ ...request, box: stripAround(quad, seen), row: quad });
  return {
    ...seen,
    ...(strokes && { strokes }),
    strip: lines.filter((line) => !seen.lines.some((known) => isWithin(line, known))),
  };
}

function stripAround(quad: Quad, { width, height }: ImageReading): Box {
  const unit = frameOf(quad).height;
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return {
    xmin: Math.max(0, Math.min(...xs) - STRIP.across * unit),
    ymin: Math.max(0, Math.min(...ys) - STRIP.up * unit),
    xmax: Math.min(width, Math.max(...xs) + STRIP.across * unit),
    ymax: Math.min(height, Math.max(...ys) + STRIP.up * unit),
  };
}

/** Whether it is a part of a line that was seen before, cut off by the strip or not. */
function isWithin(line: TextLine, known: TextLine): boolean {
  const [part, whole] = [frameOf(line.quad), frameOf(known.quad)];
  const [dx, dy] = [Math.abs(part.x - whole.x), Math.abs(part.y - whole.y)];
  return dx < whole.width / 2 && dy < Math.max(part.height, whole.height) / 2;
}
