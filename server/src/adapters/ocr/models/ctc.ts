import type { StripReading } from '../../../domain/recognition/recognizer.ts';

/** Maps a reader's output classes to characters. Class 0 is the blank between characters. */
export type Alphabet = {
  classes: number;
  /** Printable ASCII only, because that is all that is painted on American trucks. */
  allowed: { index: number; character: string }[];
};

/** The alphabet of a PaddleOCR keys file: one character per line, and the space, which has no line. */
export function alphabetOfKeys(keys: string): Alphabet {
  const lines = keys.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return alphabetOf([...lines.map((line) => line.replace('\r', '')), ' ']);
}

/** Class 0 is the blank; these characters are the classes after it. */
export function alphabetOf(characters: string[]): Alphabet {
  const allowed = characters
    .map((character, i) => ({ index: i + 1, character }))
    .filter(({ character }) => /^[ -~]$/.test(character));
  return { classes: characters.length + 1, allowed };
}

/** The text of a strip, and the center of each character as a share of the strip's width. */
export type PlacedReading = StripReading & { centers: number[] };

/** A reader's alphabet and its output for one strip: `steps` × `classes` probabilities. */
export type CtcOutput = { probabilities: Float32Array; alphabet: Alphabet };

/** Greedy CTC decoding of `steps` × `classes` probabilities: repeats and blanks are dropped. */
export function ctcDecode(probabilities: Float32Array, { classes, allowed }: Alphabet): PlacedReading {
  const steps = Math.floor(probabilities.length / classes);
  const letters: string[] = [];
  const centers: number[] = [];
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
      centers.push((row / classes + 0.5) / steps);
      characters.push(probability);
    } else if (best !== 0 && probability > (characters.at(-1) ?? 0)) {
      // A letter that spans several steps has the confidence of its clearest step.
      characters[characters.length - 1] = probability;
      centers[centers.length - 1] = (row / classes + 0.5) / steps;
    }
    previous = best;
  }
  return trimmed(letters, characters, centers);
}

function trimmed(letters: string[], characters: number[], centers: number[]): PlacedReading {
  let [from, to] = [0, letters.length];
  while (letters[from] === ' ') from++;
  while (to > from && letters[to - 1] === ' ') to--;
  const kept = characters.slice(from, to);
  const sum = kept.reduce((a, b) => a + b, 0);
  return {
    text: letters.slice(from, to).join(''),
    confidence: kept.length === 0 ? 0 : sum / kept.length,
    characters: kept,
    centers: centers.slice(from, to),
  };
}
