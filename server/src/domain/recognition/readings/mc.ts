import type { TextLine } from '../recognizer.ts';
import { operatingNumber } from './operating-number.ts';
import { findPrefixed, prefixAt } from './prefixed.ts';
import { type McReading, nothingRead } from './reading.ts';
import { type Strip, twoReaders } from './two-readers.ts';

type Docket = McReading['docket'];

const PREFIXES: Record<Docket, RegExp> = {
  MC: /(?<![A-Z0-9])(?:I\.?\s?C\.?\s?C\.?\s*)?M\.?\s?(C|[G([<{](?=[\s#:-]|\d{5}))\.?(?![A-Z])|(?<![A-Z0-9])MC(?=N[O0]|NUM)/g,
  MX: /(?<![A-Z0-9])M\.?\s?X\.?(?![A-Z])/g,
  FF: /(?<![A-Z0-9])F\.?\s?F\.?(?![A-Z])/g,
};

/** The docket number: `MC-1352738`, `MX 123456`, `FF 1234`. */
export function readMc(lines: readonly TextLine[]): McReading {
  const best = operatingNumber(twoReaders(lines, findDockets), lines);
  return best ? { ...best.reading, docket: best.found.docket } : { ...nothingRead, docket: 'MC' };
}

function findDockets(strips: Strip[]) {
  return (Object.keys(PREFIXES) as Docket[]).flatMap((docket) => {
    // The group matches a character that was read instead of the C.
    const prefixes = (text: string) =>
      Array.from(text.matchAll(PREFIXES[docket]), (match) =>
        prefixAt(match, (match[1] ?? 'C') === 'C' ? 'High' : 'Medium'),
      );
    const numbers = findPrefixed(strips, { prefixes, minDigits: 3, maxDigits: 8, usualDigits: 7 });
    return numbers.map((number) => ({ ...number, docket }));
  });
}
