import { readFileSync } from 'node:fs';
import { modelFiles } from './model-files.ts';

/** Which class of a reader's output stands for which character. Class 0 is the blank between characters. */
export type Alphabet = {
  classes: number;
  /** Only these are looked at: what is painted on American trucks is printable ASCII. */
  allowed: { index: number; character: string }[];
};

export function readerAlphabet(): Alphabet {
  const keys = readFileSync(modelFiles.readerKeys(), 'utf8').split('\n');
  if (keys.at(-1) === '') keys.pop();
  return alphabetOf([...keys.map((key) => key.replace('\r', '')), ' ']);
}

/** The order of PaddleOCR's en_dict: from `0` to `~`, then `!` to `/`, then the space twice. */
export function secondReaderAlphabet(): Alphabet {
  const range = (from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i));
  };
  return alphabetOf([...range('0', '~'), ...range('!', '/'), ' ', ' ']);
}

function alphabetOf(characters: string[]): Alphabet {
  const allowed = characters
    .map((character, i) => ({ index: i + 1, character }))
    .filter(({ character }) => /^[ -~]$/.test(character));
  return { classes: characters.length + 1, allowed };
}
