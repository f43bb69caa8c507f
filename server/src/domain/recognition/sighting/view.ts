import type { Fields } from '../readings/reading.ts';
import type { ImageReading, Quad } from '../recognizer.ts';

export type ReadLine = { text: string; confidence: number; quad: Quad };

/** What one picture said, as it is kept with its image: enough to decide the sighting again at any time. */
export type PictureRead = {
  width: number;
  height: number;
  isWhole: boolean;
  lines: ReadLine[];
  fields: Omit<Fields, 'texts'>;
};

/** One picture of a truck: where and when, and what was read. */
export type View = {
  imageId: string;
  source: string;
  timeCaptured: Date;
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  route: string;
  trafficDirection: string;
  read: PictureRead;
};

const MOST_LINES = 200;

export function pictureRead(reading: ImageReading, { texts: _, ...fields }: Fields): PictureRead {
  const { width, height, isWhole } = reading;
  const lines = reading.lines.slice(0, MOST_LINES).map(({ text, confidence, quad }) => ({
    text,
    confidence: Math.round(confidence * 1_000) / 1_000,
    quad,
  }));
  return { width, height, isWhole, lines, fields };
}

/** Nothing was read and no plate came with the picture: there is nothing to tell. */
export function saysNothing({ lines, fields }: PictureRead): boolean {
  return fields.plate.value === '' && !lines.some(({ text }) => /[A-Za-z0-9]{2}/.test(text));
}

/** As they were taken; two of one moment by their ids, so that the order is always the same. */
export function inOrder(views: View[]): View[] {
  return views.sort(
    (a, b) => a.timeCaptured.getTime() - b.timeCaptured.getTime() || (a.imageId < b.imageId ? -1 : 1),
  );
}
