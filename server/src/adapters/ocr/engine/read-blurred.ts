import type { LocatedPlate, Quad, StripReading } from '../../../domain/recognition/recognizer.ts';
import type { Readers } from '../models/models.ts';
import { STRIP_HEIGHT, type StripReader } from '../models/strip-reader.ts';
import { isOnClearPlate } from '../plates/on-plate.ts';
import { cut, type Raster, type Region } from './decode-image.ts';
import { isSurelyBlurred, mayBeBlurred, undoMotion, undoMotionInGray } from './motion-blur.ts';
import { readRaster, type StripLine } from './read-raster.ts';

/*
 * Confidences and gains were set by hand. `npm run accuracy` measures them together, with the scenes `motion` and `mixed`.
 */
/** Blur lengths to try, in pixels of the raster. The `motion` scenes of `lab/scenes` have 5 to 8. */
const LENGTHS = [5, 7, 9, 11, 14];
/** Tried around the best of them, because a length that is off by two leaves ghost letters. */
const REFINEMENTS = [-1, 1];
/** These two limit the time: each length is tried on each strip. */
const STRIPS_TRIED = 2;
const LONGEST_TRIED = 900;
/** Shorter texts are not read again. */
const LEAST_CHARACTERS = 4;
/** Both readers are this confident of a line that is read well. */
const SURE = 0.85;
/** A letter's score is its confidence above this value, so many clear letters beat few. */
const LETTER_FLOOR = 0.6;
/** The least gain in scores, somewhat more than one letter that became clear. */
const LEAST_GAIN = 0.5;
/**
 * In a blurred line both readers may see the same wrong digit, and removing the blur can leave a ghost digit. This is below
 * what domain/recognition/readings/two-readers.ts requires of each character of a High reading.
 */
const MOST_RESTORED = 0.79;

/** Where the two readers disagree, motion blur may be the cause: it is estimated and removed, and that part is read again. */
export async function readBlurred(
  readers: Readers,
  pixels: Raster,
  lines: StripLine[],
  plates: LocatedPlate[] = [],
): Promise<StripLine[]> {
  const restored = await restore(readers, pixels, lines, plates);
  return restored.map((line) => (lines.includes(line) && !isSurelyBlurred(line.strip) ? line : capped(line)));
}

const isBlurredAndDoubtful = (line: StripLine) => isDoubtful(line) && mayBeBlurred(line.strip);

async function restore(
  readers: Readers,
  pixels: Raster,
  lines: StripLine[],
  plates: LocatedPlate[],
): Promise<StripLine[]> {
  const { quick, reader } = readers;
  const doubtful = lines.filter((line) => isBlurredAndDoubtful(line) && !isOnClearPlate(line.quad, plates));
  if (reader === null || doubtful.length === 0) return lines;
  const part = partAround(doubtful, pixels);
  let result = lines;
  for (const length of await blurLengths(quick, reader, doubtful)) {
    const sharpened = await readRaster(readers, undoMotion(cut(pixels, part), length));
    const better = sharpened.filter((line) => line.second !== null && !isDoubtful(line));
    result = merged(
      result,
      better.map((line) => moved(line, part)),
    );
    if (!result.some(isBlurredAndDoubtful)) return result;
  }
  return result;
}

function isDoubtful({ text, confidence, second }: StripLine): boolean {
  if (bare(text).length < LEAST_CHARACTERS) return false;
  if (second === null) return confidence < SURE;
  return Math.min(confidence, second.confidence) < SURE || bare(text) !== bare(second.text);
}

/** The two blur lengths whose removal makes the longest doubtful lines clearest, best first; none if it does not help. */
async function blurLengths(
  quick: StripReader,
  reader: StripReader,
  doubtful: StripLine[],
): Promise<number[]> {
  const tried = doubtful
    .filter(({ strip }) => strip.width <= LONGEST_TRIED)
    .sort((a, b) => bare(b.text).length - bare(a.text).length)
    .slice(0, STRIPS_TRIED);
  if (tried.length === 0) return [];
  const clear = new Map<number, number>();
  const ranked = () => [...clear].sort((a, b) => b[1] - a[1]).map(([length]) => length);
  const inGray = (length: number) => totalClarity(quick, undoMotionInGray, tried, length);
  for (const length of LENGTHS) clear.set(length, await inGray(length));
  const [coarse = 0] = ranked();
  for (const by of REFINEMENTS) clear.set(coarse + by, await inGray(coarse + by));
  const [best = 0, next = 0] = ranked();
  // The reader costs ten times as much, so it runs only once.
  const before = tried.reduce(
    (sum, line) => sum + clarity(line) + (line.second ? clarity(line.second) : 0),
    0,
  );
  const after = (clear.get(best) ?? 0) + (await totalClarity(reader, undoMotion, tried, best));
  return after > before + LEAST_GAIN ? [best, next] : [];
}

async function totalClarity(
  read: StripReader,
  restored: typeof undoMotion,
  lines: StripLine[],
  length: number,
): Promise<number> {
  let sum = 0;
  for (const { strip, scale } of lines) sum += clarity(await read(restored(strip, length * scale)));
  return sum;
}

function clarity({ text, characters }: StripReading): number {
  return characters.reduce((sum, sure, i) => (text[i] === ' ' ? sum : sum + sure - LETTER_FLOOR), 0);
}

/** Lines on which both readers agree after restoration replace the lines read before. */
function merged(lines: StripLine[], better: StripLine[]): StripLine[] {
  const beats = (line: StripLine, old: StripLine) =>
    covers(line.quad, old.quad) &&
    (isDoubtful(old) || (bare(old.text).length < bare(line.text).length && old.confidence < line.confidence));
  const kept = lines.filter((old) => !better.some((line) => beats(line, old)));
  return [...kept, ...better.filter((line) => !kept.some((old) => covers(line.quad, old.quad)))];
}

function covers(a: Quad, b: Quad): boolean {
  const [p, q] = [boundsOf([a]), boundsOf([b])];
  const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
  const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
  if (across <= 0 || down <= 0) return false;
  const smaller = Math.min((p.right - p.left) * (p.bottom - p.top), (q.right - q.left) * (q.bottom - q.top));
  return across * down > smaller / 2;
}

/** Includes a margin, because blur also hides neighboring lines from the detector. */
function partAround(lines: StripLine[], { width, height }: Raster): Region {
  const { left, top, right, bottom } = boundsOf(lines.map(({ quad }) => quad));
  const room = 2 * Math.max(...lines.map(({ scale }) => STRIP_HEIGHT / scale));
  const [x, y] = [Math.max(0, Math.floor(left - room)), Math.max(0, Math.floor(top - room))];
  return {
    left: x,
    top: y,
    width: Math.min(width, Math.ceil(right + room)) - x,
    height: Math.min(height, Math.ceil(bottom + room)) - y,
  };
}

function boundsOf(quads: Quad[]): { left: number; top: number; right: number; bottom: number } {
  const [xs, ys] = [quads.flat().map(([x]) => x), quads.flat().map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function moved(line: StripLine, { left, top }: Region): StripLine {
  return { ...line, quad: line.quad.map(([x, y]) => [x + left, y + top]) as Quad };
}

function capped(line: StripLine): StripLine {
  const cap = (reading: StripReading) => ({
    confidence: Math.min(MOST_RESTORED, reading.confidence),
    characters: reading.characters.map((sure) => Math.min(MOST_RESTORED, sure)),
  });
  return { ...line, ...cap(line), second: line.second && { ...line.second, ...cap(line.second) } };
}

/** The letter O and the digit 0 look alike on doors, so they do not count as a disagreement. */
const bare = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0');
