import type { ImageReading, TextLine } from '../recognizer.ts';
import { cutLines } from './cut-lines.ts';
import { type Frame, frameOf, roomBetween } from './frame.ts';

/** Where the parts of the truck are in the picture, as far as the text tells. */
export type Layout = {
  width: number;
  height: number;
  frames: Frame[];
  /** Lines of the lettering on the door. */
  door: ReadonlySet<number>;
  /** False when none of the door's numbers was read and only its words say where it is. */
  isDoorSure: boolean;
  /** Lines of the wordmark and other large lettering of the trailer. */
  trailer: ReadonlySet<number>;
  /** Lines that go on past the edge of what was read. */
  cut: ReadonlySet<number>;
  /** Lines that other fields were read from. */
  taken: ReadonlySet<number>;
  /** What words elsewhere say: `TRAILER` makers, `AIR RIDE`; makes of tractors. */
  hint: 'cab' | 'trailer' | null;
};

const NEAR_HEIGHTS = 2.2;
const TRAILER_WORDS =
  /GREAT ?DANE|WABASH|UTILITY|HYUNDAI|STOUGHTON|VANGUARD|STRICK|THERMO ?KING|CARRIER TRANS|AIR RIDE|WIDE TURNS|REEFER|GVWR|TRAILER|SWING|TIRE INFLATION|HOW.?S MY DRIVING|VEHICLE (?:STOPS|MAKES)/;
const DOOR_WORDS =
  /TRUCKING|TRANSPORT|FREIGHT|LOGISTIC|HAULING|EXPRESS|CARRIERS|\b(?:LLC|INC)\b|^[A-Z .]{4,}, ?[A-Z]{2}$/;
const TRACTOR_WORDS =
  /PETERBILT|KENWORTH|FREIGHTLINER|VOLVO|\bVNL\b|\bMACK\b|INTERNATIONAL|WESTERN STAR|CASCADIA|NAVISTAR|CUMMINS|PACCAR/;

/** The lines that belong to the door: those that hold its numbers, and lettering of like size close to them. */
export function doorLines(frames: readonly Frame[], seeds: Iterable<number>): Set<number> {
  const door = new Set(seeds);
  for (const index of door) {
    const own = frames[index] as Frame;
    for (const [other, frame] of frames.entries()) {
      const ratio = frame.height / own.height;
      if (door.has(other) || ratio < 0.4 || ratio > 2.5) continue;
      if (roomBetween(own, frame) < NEAR_HEIGHTS * Math.max(own.height, frame.height)) door.add(other);
    }
  }
  return door;
}

export function layoutOf(
  picture: ImageReading,
  parts: { door: Iterable<number>; wordmark: Iterable<number>; taken: Iterable<number> },
): Layout {
  const { width, height, lines } = picture;
  const frames = lines.map(({ quad }) => frameOf(quad));
  const wordmark = new Set(parts.wordmark);
  const named = new Set(parts.door);
  const door = doorLines(frames, named.size > 0 ? named : doorWords(lines, frames, wordmark));
  for (const index of wordmark) door.delete(index);
  const trailer = new Set(wordmark);
  const doorHeight = median([...door].map((index) => frames[index]?.height ?? 0));
  for (const [index, { text }] of lines.entries()) {
    const isLarge = (frames[index] as Frame).height > 2.5 * doorHeight;
    if (door.size > 0 && isLarge && !door.has(index) && /[A-Z]{4}/i.test(text)) trailer.add(index);
  }
  const words = lines.map(({ text }) => text.toUpperCase()).join('\n');
  const hint = TRAILER_WORDS.test(words) ? 'trailer' : TRACTOR_WORDS.test(words) ? 'cab' : null;
  const isDoorSure = named.size > 0;
  const [cut, taken] = [cutLines(picture), new Set(parts.taken)];
  return { width, height, frames, door, isDoorSure, trailer, cut, taken, hint };
}

/** Beside a wordmark, small lettering with a word of the trade or a town's state is a door whose numbers are blurred. */
function doorWords(
  lines: readonly TextLine[],
  frames: readonly Frame[],
  wordmark: ReadonlySet<number>,
): number[] {
  const height = Math.max(0, ...[...wordmark].map((index) => frames[index]?.height ?? 0));
  return lines.flatMap(({ text }, index) => {
    const upper = text.toUpperCase();
    const isSmall = (frames[index] as Frame).height < 0.5 * height;
    return isSmall && DOOR_WORDS.test(upper) && !TRAILER_WORDS.test(upper) ? [index] : [];
  });
}

/** Pixels from a line to the nearest of some lines; Infinity when there are none. */
export function nearest(layout: Layout, index: number, among: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const other of among) {
    if (other === index) continue;
    least = Math.min(least, roomBetween(layout.frames[other] as Frame, layout.frames[index] as Frame));
  }
  return least;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
