import type { StripReading } from '../../../domain/recognition/recognizer.ts';
import type { Alphabet } from './alphabet.ts';

/** Probabilities of `steps` × `classes` → text: the likeliest class of each step, repeats and blanks left out. */
export function ctcDecode(probabilities: Float32Array, { classes, allowed }: Alphabet): StripReading {
  const letters: string[] = [];
  const characters: number[] = [];
  let previous = 0;
  for (let row = 0; row + classes <= probabilities.length; row += classes) {
    let best = 0;
    let bestCharacter = '';
    let probability = probabilities[row] ?? 0;
    for (const { index, character } of allowed) {
      const candidate = probabilities[row + index] ?? 0;
      if (candidate > probability) {
        [best, bestCharacter, probability] = [index, character, candidate];
      }
    }
    if (best !== 0 && best !== previous) {
      letters.push(bestCharacter);
      characters.push(probability);
    } else if (best !== 0 && probability > (characters.at(-1) ?? 0)) {
      // The same letter over several steps is as sure as its clearest step.
      characters[characters.length - 1] = probability;
    }
    previous = best;
  }
  return trimmed(letters, characters);
}

function trimmed(letters: string[], characters: number[]): StripReading {
  let [from, to] = [0, letters.length];
  while (letters[from] === ' ') from++;
  while (to > from && letters[to - 1] === ' ') to--;
  const kept = characters.slice(from, to);
  const sum = kept.reduce((a, b) => a + b, 0);
  return {
    text: letters.slice(from, to).join(''),
    confidence: kept.length === 0 ? 0 : sum / kept.length,
    characters: kept,
  };
}
