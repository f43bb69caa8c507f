import { AppError } from '../../lib/errors.ts';

/** In pixels of the whole picture, turned upright. */
export type Point = [x: number, y: number];
export type Quad = [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point];
export type Box = { xmin: number; ymin: number; xmax: number; ymax: number };

/** What one reader made of a strip of the picture; `characters` holds the confidence of each character. */
export type StripReading = { text: string; confidence: number; characters: number[] };

export type TextLine = StripReading & {
  quad: Quad;
  /** The same strip by the second reader, where it was asked. */
  second: StripReading | null;
};

export type PictureReading = {
  /** Of the picture turned upright. */
  width: number;
  height: number;
  /** True when the box yielded nothing and the whole picture was read. */
  isWhole: boolean;
  /** The part that was read, in pixels of the whole picture; all of it when this is absent. */
  part?: Box;
  lines: TextLine[];
};

export type ReadRequest = {
  picture: Uint8Array;
  /** In pixels, or parts of the picture when no value is above 1; null reads the whole picture. */
  box: Box | null;
  signal?: AbortSignal;
};

/** Reading stopped for a reason outside the image. It is retried, and does not count as a failed attempt. */
export class ReadInterrupted extends AppError {
  constructor(message: string, detail?: unknown) {
    super('unavailable', message, { detail });
  }
}

/** The engine behind recognition. A picture nobody can read is an AppError of kind `invalid`; others may be retried. */
export type Recognizer = {
  read(request: ReadRequest): Promise<PictureReading>;
  close(): Promise<void>;
};
