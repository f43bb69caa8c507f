import type { ImageReading, TextLine } from '../recognizer.ts';
import { type Frame, frameOf, gapBetween } from './frame.ts';
import type { Reading } from './reading.ts';

/** The positions of the parts of the truck, derived from the text. Sets contain line indexes. */
export type Layout = {
  /** Of the image. */
  width: number;
  frames: Frame[];
  /** Lettering on the door. */
  door: ReadonlySet<number>;
  /** False when no number of the door was read and only its words locate it. */
  isDoorSure: boolean;
  /** The logo and other large lettering on the trailer. */
  trailer: ReadonlySet<number>;
  /** False when the logo of the trailer is Low: it may be the name on a door. */
  isTrailerSure: boolean;
  /** Lines that the edge of the image or the box may cut off. */
  cut: ReadonlySet<number>;
  /** Lines used by other fields. */
  taken: ReadonlySet<number>;
  /** The kind of vehicle suggested by other words, such as trailer makers and tractor makes. */
  hint: 'cab' | 'trailer' | null;
};

const NEAR_HEIGHTS = 2.2;
/** Fraction of the longer side: frames include a margin. */
const EDGE_MARGIN = 0.004;
/** In line heights: beside a digit there must be room for another one. */
const DIGIT_MARGIN = 0.4;
const TRAILER_WORDS =
  /GREAT ?DANE|WABASH|UTILITY|HYUNDAI|STOUGHTON|VANGUARD|STRICK|THERMO ?KING|CARRIER TRANS|AIR RIDE|WIDE TURNS|REEFER|GVWR|TRAILER|SWING|TIRE INFLATION|HOW.?S MY DRIVING|VEHICLE (?:STOPS|MAKES)/;
const DOOR_WORDS =
  /TRUCKING|TRANSPORT|FREIGHT|LOGISTIC|HAULING|EXPRESS|CARRIERS|\b(?:LLC|INC)\b|^[A-Z .]{4,}, ?[A-Z]{2}$/;
const TRACTOR_WORDS =
  /PETERBILT|KENWORTH|FREIGHTLINER|VOLVO|\bVNL\b|\bMACK\b|INTERNATIONAL|WESTERN STAR|CASCADIA|NAVISTAR|CUMMINS|PACCAR/;

export function framesOf(lines: readonly TextLine[]): Frame[] {
  return lines.map(({ quad }) => frameOf(quad));
}

/** Lines that touch the left or right edge of the part that was read: they may be incomplete. */
export function cutLines({ width, height, part, lines }: ImageReading): Set<number> {
  const [left, right] = [part?.xmin ?? 0, part?.xmax ?? width];
  const margin = 1 + EDGE_MARGIN * Math.max(width, height);
  const cut = new Set<number>();
  for (const [index, { quad, text }] of lines.entries()) {
    const xs = quad.map(([x]) => x);
    const room = Math.max(margin, DIGIT_MARGIN * frameOf(quad).height);
    const isCutLeft = Math.min(...xs) < left + (/^\d/.test(text) ? room : margin);
    const isCutRight = Math.max(...xs) > right - (/\d$/.test(text) ? room : margin);
    if (isCutLeft || isCutRight) cut.add(index);
  }
  return cut;
}

/** The lines with numbers of the door, and all lettering of similar size near them. */
export function doorLines(frames: readonly Frame[], seeds: Iterable<number>): Set<number> {
  const door = new Set(seeds);
  for (const index of door) {
    const own = frames[index] as Frame;
    for (const [other, frame] of frames.entries()) {
      const ratio = frame.height / own.height;
      if (door.has(other) || ratio < 0.4 || ratio > 2.5) continue;
      if (gapBetween(own, frame) < NEAR_HEIGHTS * Math.max(own.height, frame.height)) door.add(other);
    }
  }
  return door;
}

export function layoutOf(
  { width, lines }: ImageReading,
  { named, ...parts }: { named: Set<number>; logo: Reading; cut: Set<number>; taken: Set<number> },
): Layout {
  const { cut, taken } = parts;
  const frames = framesOf(lines);
  const trailer = new Set(parts.logo.lines);
  const isTrailerSure = parts.logo.score !== 'Low';
  const door = doorLines(frames, named.size > 0 ? named : doorWords(lines, frames, trailer));
  for (const index of trailer) door.delete(index);
  const doorHeight = median([...door].map((index) => frames[index]?.height ?? 0));
  for (const [index, { text }] of lines.entries()) {
    const isLarge = (frames[index] as Frame).height > 2.5 * doorHeight;
    if (door.size > 0 && isLarge && !door.has(index) && /[A-Z]{4}/i.test(text)) trailer.add(index);
  }
  const words = lines.map(({ text }) => text.toUpperCase()).join('\n');
  const hint = TRAILER_WORDS.test(words) ? 'trailer' : TRACTOR_WORDS.test(words) ? 'cab' : null;
  return { width, frames, door, isDoorSure: named.size > 0, trailer, isTrailerSure, cut, taken, hint };
}

/** Next to a logo, small lettering with a trade word or a state is a door whose numbers could not be read. */
function doorWords(
  lines: readonly TextLine[],
  frames: readonly Frame[],
  logo: ReadonlySet<number>,
): number[] {
  const height = Math.max(0, ...[...logo].map((index) => frames[index]?.height ?? 0));
  return lines.flatMap(({ text }, index) => {
    const upper = text.toUpperCase();
    const isSmall = (frames[index] as Frame).height < 0.5 * height;
    return isSmall && DOOR_WORDS.test(upper) && !TRAILER_WORDS.test(upper) ? [index] : [];
  });
}

/** Pixels from a line to the nearest of the given lines; Infinity when there are none. */
export function distanceToNearest({ frames }: Layout, index: number, among: Iterable<number>): number {
  const others = [...among].filter((other) => other !== index);
  return Math.min(...others.map((other) => gapBetween(frames[other] as Frame, frames[index] as Frame)));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
