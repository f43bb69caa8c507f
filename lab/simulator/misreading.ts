import type { StripReading, TextLine } from '../../server/src/domain/recognition/recognizer.ts';
import { CONFUSABLE_DIGITS } from '../../server/src/lib/identifiers/confusable.ts';
import { type Rng, weighted } from '../country/rng.ts';
import type { Plate } from './world.ts';

/** How one line is read. The first word is the level that the reading gets. */
type Outcome = 'High' | 'Medium' | 'Low' | 'wrong High' | 'wrong Medium' | 'wrong Low' | 'unread';
export type LineKind = 'usdot' | 'mc' | 'cab' | 'trailer' | 'wordmark' | 'vin' | 'name';

/**
 * Right at High, Medium and Low, wrong at Low, and unread as measured on 2,000 generated scenes (docs/accuracy.md). Those
 * scenes had no USDOT number wrong at High or Medium. The rates of these are assumptions, so that their effect is measured.
 */
const RATES: Record<LineKind, Partial<Record<Outcome, number>>> = {
  usdot: {
    High: 655,
    Medium: 200,
    Low: 119,
    'wrong High': 0.1,
    'wrong Medium': 1,
    'wrong Low': 7,
    unread: 18,
  },
  mc: { High: 611, Medium: 100, Low: 59, 'wrong High': 0.1, 'wrong Medium': 1, 'wrong Low': 2, unread: 27 },
  cab: { High: 894, Medium: 50, Low: 35, 'wrong High': 0.1, 'wrong Medium': 0.5, 'wrong Low': 1, unread: 20 },
  trailer: {
    High: 1182,
    Medium: 200,
    Low: 113,
    'wrong High': 0.1,
    'wrong Medium': 1,
    'wrong Low': 1,
    unread: 3,
  },
  wordmark: { High: 1270, Medium: 150, Low: 75, unread: 5 },
  vin: { High: 191, Medium: 9, Low: 5, unread: 1 },
  name: { High: 850, Medium: 70, Low: 30, unread: 50 },
};
const outcomes = Object.fromEntries(
  Object.entries(RATES).map(([kind, rates]) => [kind, weighted(Object.keys(rates), Object.values(rates))]),
) as Record<LineKind, (rng: Rng) => Outcome>;

/** Where the lettering stands. */
export type Written = { kind: LineKind | 'plain'; text: string; x: number; y: number; height: number };
export type ReadText = { lines: TextLine[]; misread: LineKind[] };

/** The lines as two readers return them, with the kinds of those that were misread. */
export function misread(written: readonly Written[], rng: Rng): ReadText {
  const read: ReadText = { lines: [], misread: [] };
  for (const { kind, text, ...place } of written) {
    const outcome = kind === 'plain' ? 'High' : outcomes[kind](rng);
    if (outcome === 'unread') continue;
    const isWrong = outcome.startsWith('wrong');
    if (isWrong) read.misread.push(kind as LineKind);
    const shown = isWrong ? withConfusedDigit(text, rng) : text;
    const level = outcome.replace('wrong ', '');
    const confidence = level === 'High' ? 0.97 : level === 'Medium' ? 0.86 : 0.9;
    const second = level === 'Low' ? null : strip(shown, confidence);
    read.lines.push({ ...strip(shown, confidence), second, quad: quadOf(shown, place) });
  }
  return read;
}

/** The plate as the camera's own reader reports it: 97 % right. */
export function misreadPlate({ number, state }: Plate, rng: Rng) {
  const isRight = rng.chance(0.97);
  const kind = rng.next();
  const [high, medium] = isRight ? [0.85, 0.95] : [0.1, 0.3];
  const confidence =
    kind < high ? between(rng, 0.9, 0.99) : kind < medium ? between(rng, 0.75, 0.9) : between(rng, 0.2, 0.75);
  const shown = isRight ? number : withConfusedDigit(number, rng);
  return { number: shown, state: rng.chance(0.97) ? state : '', confidence };
}

function withConfusedDigit(text: string, rng: Rng): string {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  if (places.length === 0) return text;
  const at = rng.pick(places);
  const digit = rng.pick([...(CONFUSABLE_DIGITS[text[at] as string] ?? '0')]);
  return text.slice(0, at) + digit + text.slice(at + 1);
}

function strip(text: string, confidence: number): StripReading {
  return { text, confidence, characters: Array.from(text, () => confidence) };
}

function quadOf(text: string, { x, y, height }: Omit<Written, 'kind' | 'text'>): TextLine['quad'] {
  const width = text.length * height * 0.55;
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function between(rng: Rng, low: number, high: number): number {
  return Math.round((low + rng.next() * (high - low)) * 1_000) / 1_000;
}
