import type { Alphabet } from '../models/ctc.ts';

/** Keeps the logarithm of an impossible step finite. */
const LEAST_PROBABILITY = 1e-6;

/**
 * The output of a reader for plates: for each step the logarithm of the probability of the blank and of each letter and
 * digit. What a line may have between them (a space, a dash, a dot) counts as the blank.
 */
export type PlateMatrix = { steps: number; blank: Float32Array; ofCharacter: Map<string, Float32Array> };

export function plateMatrix(
  probabilities: Float32Array,
  { classes, allowed }: Alphabet,
  from = 0,
  steps = Math.floor(probabilities.length / classes),
): PlateMatrix {
  const letters = allowed.filter(({ character }) => /[A-Z0-9]/.test(character));
  const separators = allowed.filter(({ character }) => !/[A-Z0-9a-z]/.test(character));
  const column = (indexes: number[]) =>
    Float32Array.from({ length: steps }, (_, step) => {
      const row = from + step * classes;
      const sum = indexes.reduce((total, index) => total + (probabilities[row + index] ?? 0), 0);
      return Math.log(Math.max(LEAST_PROBABILITY, sum));
    });
  return {
    steps,
    blank: column([0, ...separators.map(({ index }) => index)]),
    ofCharacter: new Map(letters.map(({ index, character }) => [character, column([index])])),
  };
}

/** The logarithm of the probability that the matrix shows this text: the CTC forward sum over all alignments. */
export function logLikelihood({ steps, blank, ofCharacter }: PlateMatrix, text: string): number {
  const columns = [...text].flatMap((character) => [ofCharacter.get(character) ?? null, blank]);
  const states = [blank, ...columns];
  if (states.includes(null)) return Number.NEGATIVE_INFINITY;
  let now = new Float64Array(states.length).fill(Number.NEGATIVE_INFINITY);
  now[0] = blank[0] as number;
  if (states.length > 1) now[1] = (states[1] as Float32Array)[0] as number;
  for (let step = 1; step < steps; step++) {
    const next = new Float64Array(states.length);
    for (let i = 0; i < states.length; i++) {
      let sum = now[i] as number;
      if (i > 0) sum = logSum(sum, now[i - 1] as number);
      // A letter may follow another one without a blank, unless they are equal.
      if (i > 2 && i % 2 === 1 && text[(i - 1) / 2] !== text[(i - 3) / 2])
        sum = logSum(sum, now[i - 2] as number);
      next[i] = sum + ((states[i] as Float32Array)[step] as number);
    }
    now = next;
  }
  const last = now.length - 1;
  return last === 0 ? (now[0] as number) : logSum(now[last] as number, now[last - 1] as number);
}

function logSum(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
}
