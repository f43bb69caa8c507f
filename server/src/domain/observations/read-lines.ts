import { type Db, statement } from '../../db/database.ts';

type Point = [x: number, y: number];
/** A line of text in an image: its corners in whole pixels, clockwise from the top left. */
export type ReadLine = { text: string; confidence: number; quad: [Point, Point, Point, Point] };
/** As `images.readings` holds it: text, confidence in thousandths, and the corners. */
export type PackedLine = [text: string, confidence: number, ...corners: number[]];

export function packLine({ text, confidence, quad }: ReadLine): PackedLine {
  return [text, Math.round(confidence * 1_000), ...quad.flat()];
}

export function unpackLine([text, confidence, ...corners]: PackedLine): ReadLine {
  const point = (i: number): Point => [corners[2 * i] ?? 0, corners[2 * i + 1] ?? 0];
  return { text, confidence: confidence / 1_000, quad: [point(0), point(1), point(2), point(3)] };
}

const ofImages = statement(
  'observations.lines-of-images',
  `select id, readings->'lines' as lines from images where id = any($1::uuid[]) and readings is not null`,
);

export type LineInImage = ReadLine & { image_id: string };

/** The lines of text in each of the images. Only the partitions of these images are read. */
export async function linesOfImages(db: Db, imageIds: string[]): Promise<Map<string, LineInImage[]>> {
  const rows = await db.rows<{ id: string; lines: PackedLine[] }>(ofImages, [imageIds]);
  return new Map(
    rows.map(({ id, lines }) => [id, lines.map((line) => ({ ...unpackLine(line), image_id: id }))]),
  );
}
