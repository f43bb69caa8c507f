import { lookalikes } from '../../../domain/recognition/readings/plate-formats.ts';
import { isLikeUnitNumber } from '../../../domain/recognition/readings/plates/located-plates.ts';
import type { LocatedPlate, PlateCandidate, Quad } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import type { StripLine } from '../engine/read-raster.ts';
import { alphabetOf, type CtcOutput, ctcDecode } from '../models/ctc.ts';
import type { PlateModels } from '../models/models.ts';
import { STRIP_HEIGHT, type StripReader } from '../models/strip-reader.ts';
import { logLikelihood, type PlateMatrix, plateMatrix } from './ctc-likelihood.ts';
import type { PlateSpot } from './locate-plates.ts';
import { isOnPlate, isOtherText, isSure, numberLine } from './on-plate.ts';
import { grayOf, numberStrip, planesOf, plateView } from './plate-views.ts';

const [VIEW_WIDTH, VIEW_HEIGHT] = [192, 64];
const [STATE_WIDTH, STATE_HEIGHT] = [192, 96];
const ALPHABET = alphabetOf([...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
const BARE = /[^A-Z0-9]/g;
const [SHORTEST, LONGEST] = [4, 8];
/** A spot whose number cannot be read at all is no plate. */
const LEAST_CLARITY = 0.002;
/** The plate reader and a line that agree this clearly need no further reading. */
const CLEAR = 0.3;
const MOST_CANDIDATES = 8;
const FEWEST_SEEN = 3;
/** A second plate, such as the trailer's beside the tractor's, is read beside a clear one only if it has a line and this probability. */
const SURELY_LOCATED = 0.5;
/** At most this many plates are read. */
const MOST_READ = 2;

/** By the plate reader, or by the large reader: of a line that the detector found, or of the rows of the number. */
type Kind = 'plate' | 'line';
type Seen = { kind: Kind; text: string; characters: number[]; matrix: PlateMatrix };

/** Reads the plates at the spots, whose corners are in pixels of the raster. The most credible plate is first. */
export async function readPlates(
  models: PlateModels,
  reader: StripReader | null,
  pixels: Raster,
  spots: readonly PlateSpot[],
  lines: readonly StripLine[],
): Promise<LocatedPlate[]> {
  const plates: LocatedPlate[] = [];
  const possible = spots.filter(({ quad }) => !isOtherText(quad, lines));
  for (const spot of possible.slice(0, MOST_READ)) {
    const onPlate = lines.filter((line) => isOnPlate(line.quad, spot.quad));
    const hasClear = plates.some(({ isConfirmed, clarity }) => isConfirmed && clarity >= CLEAR);
    if (hasClear && (onPlate.length === 0 || spot.probability < SURELY_LOCATED)) continue;
    const plate = await readPlate(models, reader, pixels, spot, onPlate);
    if (plate) plates.push(plate);
  }
  return plates.sort((a, b) => b.located * b.clarity - a.located * a.clarity);
}

async function readPlate(
  models: PlateModels,
  reader: StripReader | null,
  pixels: Raster,
  spot: PlateSpot,
  lines: readonly StripLine[],
): Promise<LocatedPlate | null> {
  const { quad, probability } = spot;
  const number = numberLine(quad, lines);
  const isAlone = lines.length === 1;
  const line = number?.second ? seenIn('line', number.output) : null;
  if (line && number && isAlone && isSure(number) && isLikeUnitNumber(line.text)) return fromLine(spot, line);
  const plate = await plateSeen(models, pixels, quad);
  // No reader sees more than a few strokes: a lamp, a grille, a sticker.
  if (Math.max(plate.text.length, line?.text.length ?? 0) < FEWEST_SEEN) return null;
  const seen = [plate];
  if (line && isSameAndClear(plate, line)) seen.push(line);
  // The detector's line may lack a character, and an emblem may divide it.
  else if (reader) seen.push(seenIn('line', (await reader(numberStrip(pixels, quad, STRIP_HEIGHT))).output));
  const candidates = ranked(seen);
  const [best] = candidates;
  if (!best) return null;
  const clarity = Math.exp(meanLikelihood(seen, best.text));
  if (clarity < LEAST_CLARITY) return null;
  const same = seen.filter(({ text }) => text === best.text);
  return {
    quad,
    located: probability,
    candidates,
    clarity,
    characters: [...best.text].map((_, i) =>
      Math.min(1, ...same.map(({ characters }) => characters[i] ?? 1)),
    ),
    isConfirmed: same.some(({ kind }) => kind === 'line') && same.some(({ kind }) => kind === 'plate'),
    states: await statesOf(models, pixels, quad),
  };
}

/** A number that may be a unit's, alone, which two readers read alike: the surroundings tell what it is, not a third reader. */
function fromLine({ quad, probability }: PlateSpot, line: Seen): LocatedPlate {
  const candidates = ranked([line]);
  const clarity = Math.exp(meanLikelihood([line], line.text));
  const { characters } = line;
  return { quad, located: probability, candidates, clarity, characters, isConfirmed: true, states: [] };
}

function isSameAndClear(a: Seen, b: Seen): boolean {
  const isClear = ({ matrix, text }: Seen) => Math.exp(logLikelihood(matrix, text)) > CLEAR;
  return a.text === b.text && isClear(a) && isClear(b);
}

/**
 * The texts that any reader read, their lookalikes, and the texts without their first or last character, which may be a
 * part of the frame, by the likelihood of all readers together.
 */
function ranked(seen: readonly Seen[]): PlateCandidate[] {
  const texts = new Set(
    seen
      .flatMap(({ text }) => [text, ...lookalikes(text), text.slice(1), text.slice(0, -1)])
      .filter(isPlateLong),
  );
  const rated = [...texts].map((text) => ({ text, sum: 2 * meanLikelihood(seen, text) }));
  const most = Math.max(...rated.map(({ sum }) => sum));
  const total = rated.reduce((all, { sum }) => all + Math.exp(sum - most), 0);
  return rated
    .map(({ text, sum }) => ({ text, probability: Math.exp(sum - most) / total }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MOST_CANDIDATES);
}

const isPlateLong = ({ length }: string) => length >= SHORTEST && length <= LONGEST;

/** Both kinds of readers count the same. */
function meanLikelihood(seen: readonly Seen[], text: string): number {
  return seen.reduce((sum, { matrix }) => sum + logLikelihood(matrix, text), 0) / seen.length;
}

async function plateSeen({ reader }: PlateModels, pixels: Raster, quad: Quad): Promise<Seen> {
  const view = grayOf(plateView(pixels, quad, VIEW_WIDTH, VIEW_HEIGHT));
  const { data } = await reader.run(view, [1, 1, VIEW_HEIGHT, VIEW_WIDTH]);
  return seenIn('plate', { probabilities: data, alphabet: ALPHABET });
}

function seenIn(kind: Kind, { probabilities, alphabet }: CtcOutput): Seen {
  const { text, characters } = ctcDecode(probabilities, alphabet);
  const kept = characters.filter((_, i) => /[A-Z0-9]/.test(text[i] as string));
  return {
    kind,
    text: text.replace(BARE, ''),
    characters: kept,
    matrix: plateMatrix(probabilities, alphabet),
  };
}

async function statesOf(
  { state, states }: PlateModels,
  pixels: Raster,
  quad: Quad,
): Promise<LocatedPlate['states']> {
  const view = plateView(pixels, quad, STATE_WIDTH, STATE_HEIGHT);
  const { data } = await state.run(planesOf(view), [1, 3, STATE_HEIGHT, STATE_WIDTH]);
  return [...data]
    .map((probability, i) => ({ state: states[i] ?? '', probability }))
    .filter(({ state, probability }) => /^[A-Z]{2}$/.test(state) && probability >= 0.02)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 5);
}
