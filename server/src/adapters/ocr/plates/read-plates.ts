import { lookalikes } from '../../../domain/recognition/readings/plate-formats.ts';
import type { LocatedPlate, PlateCandidate, Quad } from '../../../domain/recognition/recognizer.ts';
import type { Raster } from '../engine/decode-image.ts';
import { type Alphabet, alphabetOf, ctcDecode } from '../models/ctc.ts';
import type { PlateModels } from '../models/models.ts';
import type { Model } from '../models/onnx.ts';
import { STRIP_HEIGHT, type StripReader } from '../models/strip-reader.ts';
import { logLikelihood, type PlateMatrix, plateMatrix } from './ctc-likelihood.ts';
import type { PlateSpot } from './locate-plates.ts';
import { isClearPlate } from './on-plate.ts';
import { grayOf, numberStrip, planesOf, plateView, VIEW_COUNT } from './plate-views.ts';

type LineReaders = { quick: StripReader; reader: StripReader | null };

const [VIEW_WIDTH, VIEW_HEIGHT] = [192, 64];
const [STATE_WIDTH, STATE_HEIGHT] = [192, 96];
const ALPHABET = alphabetOf([...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
const BARE = /[^A-Z0-9]/g;
const [SHORTEST, LONGEST] = [2, 8];
/** A spot whose number cannot be read at all is no plate. */
const LEAST_CLARITY = 0.002;
/** Two readers of different kinds that agree this clearly need no further views. */
const CLEAR = 0.8;
/** How much each kind of reader counts. */
const WEIGHTS = { plate: 1, line: 0.6, quick: 0.35 };
const MOST_CANDIDATES = 6;
const FEWEST_SEEN = 3;
/** A second plate, such as the trailer's beside the tractor's, is read beside a clear one only from this probability on. */
const SURELY_LOCATED = 0.5;
/** At most this many plates are read closely. */
const MOST_READ = 2;

type Kind = keyof typeof WEIGHTS;
type Seen = { kind: Kind; text: string; characters: number[]; matrix: PlateMatrix };
type Glance = PlateSpot & { seen: Seen[]; rank: number };

/** Reads the plates at the spots, whose corners are in pixels of the raster. The most credible plate is first. */
export async function readPlates(
  models: PlateModels,
  lines: LineReaders,
  pixels: Raster,
  spots: readonly PlateSpot[],
): Promise<LocatedPlate[]> {
  const glances: Glance[] = [];
  for (const spot of spots) {
    const quick = await lineView(lines.quick, 'quick', pixels, spot.quad, 0);
    glances.push({ ...spot, seen: [quick], rank: spot.probability * (0.1 + clarityOf([quick], quick.text)) });
  }
  glances.sort((a, b) => b.rank - a.rank);
  const plates: LocatedPlate[] = [];
  for (const glance of glances.slice(0, MOST_READ)) {
    if (plates.some(isClearPlate) && glance.probability < SURELY_LOCATED) break;
    const plate = await readPlate(models, lines, pixels, glance);
    if (plate) plates.push(plate);
  }
  return plates.sort((a, b) => credibility(b) - credibility(a));
}

const credibility = ({ located, clarity, candidates }: LocatedPlate) =>
  located * clarity * ((candidates[0] as PlateCandidate).text.length >= 4 ? 1 : 0.2);

async function readPlate(
  models: PlateModels,
  { quick, reader }: LineReaders,
  pixels: Raster,
  { quad, probability, seen }: Glance,
): Promise<LocatedPlate | null> {
  seen.push(...(await plateViews(models.reader, pixels, quad, [0])));
  // No reader sees more than a few strokes: a lamp, a grille, a sticker.
  if (Math.max(...seen.map(({ text }) => text.length)) < FEWEST_SEEN) return null;
  if (!isClear(seen)) {
    seen.push(...(await plateViews(models.reader, pixels, quad, range(1, VIEW_COUNT))));
    seen.push(await lineView(quick, 'quick', pixels, quad, 1));
    if (reader) for (const view of [0, 1]) seen.push(await lineView(reader, 'line', pixels, quad, view));
  }
  const candidates = ranked(seen);
  const [best] = candidates;
  if (!best) return null;
  const clarity = clarityOf(seen, best.text);
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
    isConfirmed: same.some(({ kind }) => kind !== 'plate') && same.some(({ kind }) => kind === 'plate'),
    states: await statesOf(models, pixels, quad),
  };
}

function isClear(seen: readonly Seen[]): boolean {
  const [first] = seen;
  return seen.every(
    ({ text, matrix }) => text === first?.text && Math.exp(logLikelihood(matrix, text)) > CLEAR,
  );
}

/** The texts that any reader read, and their lookalikes, by the likelihood of all readers together. */
function ranked(seen: readonly Seen[]): PlateCandidate[] {
  const read = new Set(seen.map(({ text }) => text).filter(isPlateLong));
  const texts = new Set([...read].flatMap((text) => [text, ...lookalikes(text)]));
  const rated = [...texts].map((text) => ({ text, sum: combined(seen, text) }));
  const most = Math.max(...rated.map(({ sum }) => sum));
  const total = rated.reduce((all, { sum }) => all + Math.exp(sum - most), 0);
  return rated
    .map(({ text, sum }) => ({ text, probability: Math.exp(sum - most) / total }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MOST_CANDIDATES);
}

const isPlateLong = ({ length }: string) => length >= SHORTEST && length <= LONGEST;

/** The views of one kind are averaged, because they see the same pixels; the kinds are added by their weights. */
function combined(seen: readonly Seen[], text: string): number {
  let sum = 0;
  for (const [kind, weight] of Object.entries(WEIGHTS)) {
    const likelihoods = seen
      .filter((one) => one.kind === kind)
      .map(({ matrix }) => logLikelihood(matrix, text));
    if (likelihoods.length > 0) sum += weight * mean(likelihoods);
  }
  return sum;
}

/** The probability of the text as the readers see it, whatever else it could be. */
function clarityOf(seen: readonly Seen[], text: string): number {
  if (!isPlateLong(text)) return 0;
  const kinds = new Set(seen.map(({ kind }) => kind));
  const weight = [...kinds].reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  return Math.exp(combined(seen, text) / weight);
}

async function plateViews(model: Model, pixels: Raster, quad: Quad, views: number[]): Promise<Seen[]> {
  const plane = VIEW_WIDTH * VIEW_HEIGHT;
  const input = new Float32Array(plane * views.length);
  for (const [i, view] of views.entries())
    grayOf(
      plateView(pixels, quad, view, VIEW_WIDTH, VIEW_HEIGHT),
      input.subarray(i * plane, (i + 1) * plane),
    );
  const { data } = await model.run(input, [views.length, 1, VIEW_HEIGHT, VIEW_WIDTH]);
  const length = data.length / views.length;
  return views.map((_, i) => seenIn('plate', data.subarray(i * length, (i + 1) * length), ALPHABET));
}

async function lineView(
  reader: StripReader,
  kind: Kind,
  pixels: Raster,
  quad: Quad,
  view: number,
): Promise<Seen> {
  const { probabilities, alphabet } = await reader.output(numberStrip(pixels, quad, view, STRIP_HEIGHT));
  return seenIn(kind, probabilities, alphabet);
}

function seenIn(kind: Kind, probabilities: Float32Array, alphabet: Alphabet): Seen {
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
  const view = plateView(pixels, quad, 0, STATE_WIDTH, STATE_HEIGHT);
  const { data } = await state.run(planesOf(view), [1, 3, STATE_HEIGHT, STATE_WIDTH]);
  return [...data]
    .map((probability, i) => ({ state: states[i] ?? '', probability }))
    .filter(({ state, probability }) => /^[A-Z]{2}$/.test(state) && probability >= 0.02)
    .sort((a, b) => b.probability - a.probability)
    .slice(0, 5);
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
