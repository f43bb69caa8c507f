import type { Fields } from '../readings/reading.ts';
import type { ImageReading, Quad } from '../recognizer.ts';

export type ReadLine = { text: string; confidence: number; quad: Quad };

/** A reading as stored with its image: enough to decide the sighting again at any time. */
export type StoredReading = {
  width: number;
  height: number;
  isWhole: boolean;
  lines: ReadLine[];
  fields: Omit<Fields, 'texts'>;
};

/** One image of a truck: time, place and reading. */
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
  read: StoredReading;
};

const MAX_LINES = 200;

export function storedReading(reading: ImageReading, { texts: _, ...fields }: Fields): StoredReading {
  const { width, height, isWhole } = reading;
  const lines = reading.lines.slice(0, MAX_LINES).map(({ text, confidence, quad }) => ({
    text,
    confidence: Math.round(confidence * 1_000) / 1_000,
    quad,
  }));
  return { width, height, isWhole, lines, fields };
}

/** True when no text was read and the partner sent no plate. */
export function isEmptyReading({ lines, fields }: StoredReading): boolean {
  return fields.plate.value === '' && !lines.some(({ text }) => /[A-Za-z0-9]{2}/.test(text));
}
