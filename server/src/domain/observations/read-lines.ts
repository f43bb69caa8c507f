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

const ofSightings = statement(
  'observations.lines-of-sightings',
  `select sighting_id, id as image_id, readings->'lines' as lines from images
    where sighting_id = any($1::bigint[]) and readings is not null order by time_captured, id`,
);

export type LineInImage = ReadLine & { image_id: string };

/** The lines of text in all images of each sighting, in the order of the images. */
export async function linesOfSightings(db: Db, sightingIds: number[]): Promise<Map<number, LineInImage[]>> {
  type Row = { sighting_id: number; image_id: string; lines: PackedLine[] };
  const rows = await db.rows<Row>(ofSightings, [sightingIds]);
  const bySighting = Map.groupBy(rows, ({ sighting_id }) => sighting_id);
  return new Map(
    [...bySighting].map(([id, images]) => [
      id,
      images.flatMap(({ image_id, lines }) => lines.map((line) => ({ ...unpackLine(line), image_id }))),
    ]),
  );
}
