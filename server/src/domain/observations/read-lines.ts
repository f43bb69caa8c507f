import { type Db, statement } from '../../db/database.ts';

type Point = [x: number, y: number];
/** A line of text in an image: its corners in whole pixels, clockwise from the top left. */
export type ReadLine = { text: string; confidence: number; quad: [Point, Point, Point, Point] };
/**
 * As `images.readings` holds it: text, what its confidence lacks to 1 in thousandths, the first corner, from it to the second and to
 * the fourth corner, and how far the third one is from a parallelogram. Zeros at the end are left out.
 */
export type PackedLine = [text: string, ...numbers: number[]];

export function packLine({ text, confidence, quad: [first, second, third, fourth] }: ReadLine): PackedLine {
  const from = ([x, y]: Point, [toX, toY]: Point): Point => [toX - x, toY - y];
  const [along, down] = [from(first, second), from(first, fourth)];
  const slant: Point = [third[0] - second[0] - down[0], third[1] - second[1] - down[1]];
  const numbers = [1_000 - Math.round(confidence * 1_000), ...first, ...along, ...down, ...slant];
  return [text, ...numbers.slice(0, numbers.findLastIndex((one) => one !== 0) + 1)];
}

export function unpackLine([text, ...numbers]: PackedLine): ReadLine {
  const [lacks = 0, x = 0, y = 0, alongX = 0, alongY = 0, downX = 0, downY = 0, slantX = 0, slantY = 0] =
    numbers;
  const third: Point = [x + alongX + downX + slantX, y + alongY + downY + slantY];
  const quad: ReadLine['quad'] = [[x, y], [x + alongX, y + alongY], third, [x + downX, y + downY]];
  return { text, confidence: (1_000 - lacks) / 1_000, quad };
}

const ofImages = statement(
  'observations.lines-of-images',
  `select id, readings->'l' as lines from images where id = any($1::uuid[]) and readings is not null`,
);

export type LineInImage = ReadLine & { image_id: string };

/** The lines of text in each of the images. Only the partitions of these images are read. */
export async function linesOfImages(db: Db, imageIds: string[]): Promise<Map<string, LineInImage[]>> {
  const rows = await db.rows<{ id: string; lines: PackedLine[] }>(ofImages, [imageIds]);
  return new Map(
    rows.map(({ id, lines }) => [id, lines.map((line) => ({ ...unpackLine(line), image_id: id }))]),
  );
}
