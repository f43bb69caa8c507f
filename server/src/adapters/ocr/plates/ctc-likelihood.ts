import type { Alphabet } from '../models/ctc.ts';

/** Keeps the probability of an impossible step above zero. */
const LEAST_PROBABILITY = 1e-6;
/** Smaller probabilities are scaled up at each step. Otherwise they underflow to zero on long outputs. */
const SMALL = 1e-100;

/**
 * The output of a reader for plates: for each step the probability of the blank and of each letter and digit. What a line
 * may have between them (a space, a dash, a dot) counts as the blank.
 */
export type PlateMatrix = { steps: number; blank: Float64Array; ofCharacter: Map<string, Float64Array> };

export function plateMatrix(
  probabilities: Float32Array,
  { classes, allowed }: Alphabet,
  steps = Math.floor(probabilities.length / classes),
): PlateMatrix {
  const column = (indexes: number[]) => {
    const values = new Float64Array(steps);
    for (const index of indexes)
      for (let step = 0, at = index; step < steps; step++, at += classes)
        values[step] = (values[step] as number) + (probabilities[at] as number);
    return values.map((value) => Math.max(LEAST_PROBABILITY, value));
  };
  const letters = allowed.filter(({ character }) => /[A-Z0-9]/.test(character));
  const separators = allowed.filter(({ character }) => !/[A-Z0-9a-z]/.test(character));
  return {
    steps,
    blank: column([0, ...separators.map(({ index }) => index)]),
    ofCharacter: new Map(letters.map(({ index, character }) => [character, column([index])])),
  };
}

/** The logarithm of the probability that the matrix shows this text: the CTC forward sum over all alignments. */
export function logLikelihood({ steps, blank, ofCharacter }: PlateMatrix, text: string): number {
  const states = [blank];
  for (const character of text) {
    const column = ofCharacter.get(character);
    if (!column) return Number.NEGATIVE_INFINITY;
    states.push(column, blank);
  }
  const sums = new Float64Array(states.length);
  sums[0] = blank[0] as number;
  if (states.length > 1) sums[1] = (states[1] as Float64Array)[0] as number;
  let scaled = 0;
  for (let step = 1; step < steps; step++) {
    let most = 0;
    // From the last state to the first, so that the sums of the step before are still there.
    for (let i = states.length - 1; i >= 0; i--) {
      let sum = sums[i] as number;
      if (i > 0) sum += sums[i - 1] as number;
      // A letter may follow another one without a blank, unless they are equal.
      if (i > 2 && i % 2 === 1 && text[(i - 1) / 2] !== text[(i - 3) / 2]) sum += sums[i - 2] as number;
      sum *= (states[i] as Float64Array)[step] as number;
      sums[i] = sum;
      if (sum > most) most = sum;
    }
    if (most < SMALL) {
      for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) / most;
      scaled += Math.log(most);
    }
  }
  const last = sums.length - 1;
  return scaled + Math.log((sums[last] as number) + (last === 0 ? 0 : (sums[last - 1] as number)));
}
