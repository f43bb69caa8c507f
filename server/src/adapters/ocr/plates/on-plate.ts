import type { LocatedPlate, Quad } from '../../../domain/recognition/recognizer.ts';
import { boundsOf, overlap } from '../detection/regions.ts';

/** Plates that were located and read this clearly need no second reading of their lines. */
const LOCATED = 0.5;
const CLARITY = 0.5;
/** The share of a line that is inside its plate. */
const INSIDE = 0.7;

export function isClearPlate({ located, clarity, isConfirmed }: LocatedPlate): boolean {
  return isConfirmed && located >= LOCATED && clarity >= CLARITY;
}

export function isOnPlate({ quad }: LocatedPlate, line: Quad): boolean {
  const [plate, text] = [boundsOf(quad), boundsOf(line)];
  return overlap(plate, text) > INSIDE * text.width * text.height;
}
