import { AppError } from '../../lib/errors.ts';

/** In pixels of the upright image. */
export type Point = [x: number, y: number];
export type Quad = [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point];
export type Box = { xmin: number; ymin: number; xmax: number; ymax: number };

/** The text that one reader found in a strip of the image; `characters` holds the confidence of each character. */
export type StripReading = { text: string; confidence: number; characters: number[] };

export type TextLine = StripReading & {
  quad: Quad;
  /** The same strip read by the second reader; null when only the first one read it. */
  second: StripReading | null;
  /** A digit may be missing at an end of the line: something that was not read stands directly beside it. */
  mayLackDigit?: boolean;
};

/** A text that a plate may show. `probability`: that it is right, by all readers together, among the candidates. */
export type PlateCandidate = { text: string; probability: number };

/** A plate that was found by its look, not by its text. */
export type LocatedPlate = {
  /** The corners of the plate. */
  quad: Quad;
  /** The probability that a plate is there. */
  located: number;
  /** Letters and digits only, the most probable first; never empty. */
  candidates: PlateCandidate[];
  /** How clearly the first candidate is readable, from 0 to 1: the probability of its text by itself. */
  clarity: number;
  /** The confidence of each character of the first candidate. */
  characters: number[];
  /** Whether a line reader reads the first candidate too. */
  isConfirmed: boolean;
  /** States that the look of the plate suggests, the most probable first, as postal codes. */
  states: { state: string; probability: number }[];
};

/** From 0 to 1. Only comparable between images of one camera. */
export type ImageQuality = {
  /** The mean of the pixels. */
  brightness: number;
  /** Null without any contrast. */
  sharpness: number | null;
};

export type ImageReading = {
  /** Of the upright image. */
  width: number;
  height: number;
  /** True when the box contained no text and the whole image was read. */
  isWhole: boolean;
  /** The part that was read, in pixels of the upright image; absent when the whole image was read. */
  part?: Box;
  lines: TextLine[];
  /** The plates that were found, the most credible first; absent when the recognizer does not look for plates. */
  plates?: LocatedPlate[];
  /** Of the part that was read; absent when the recognizer does not measure it. */
  quality?: ImageQuality;
  /** Strokes like those of lettering beside the `row` of the request; absent when the recognizer does not look for them. */
  strokes?: Quad[];
};

export type ReadRequest = {
  image: Uint8Array;
  /** In pixels, or in fractions of the image when no value exceeds 1; null reads the whole image. */
  box: Box | null;
  /** A line with a number, in pixels, inside the box: strokes beside it are looked for. */
  row?: Quad;
  signal?: AbortSignal;
};

/**
 * Reading stopped, probably for a reason outside the image, such as a process that was killed. It is retried without
 * counting as a failed attempt, but not without end: the image may be the cause. A reason that is certainly outside the
 * image is an OutsideFault.
 */
export class ReadInterrupted extends AppError {
  constructor(message: string, detail?: unknown) {
    super('unavailable', message, { detail });
  }
}

/** The OCR engine. Throws an AppError of kind `invalid` for an unreadable image; any other error may be retried. */
export type Recognizer = {
  read(request: ReadRequest): Promise<ImageReading>;
  /** Throws when images cannot be read at present. */
  check(): Promise<void>;
  close(): Promise<void>;
};
