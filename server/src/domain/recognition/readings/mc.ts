import type { TextLine } from '../recognizer.ts';
import { findPrefixed, type Prefix } from './prefixed.ts';
import { type McReading, nothingRead } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, twoReaders } from './two-readers.ts';

type Docket = McReading['docket'];
type FoundDocket = Found & { docket: Docket };

const PREFIXES: Record<Docket, RegExp> = {
  MC: /(?<![A-Z0-9])(?:I\.?\s?C\.?\s?C\.?\s*)?M\.?\s?(C|[G([<{](?=[\s#:-]|\d{5}))\.?(?![A-Z])|(?<![A-Z0-9])MC(?=N[O0]|NUM)/g,
  MX: /(?<![A-Z0-9])M\.?\s?X\.?(?![A-Z])/g,
  FF: /(?<![A-Z0-9])F\.?\s?F\.?(?![A-Z])/g,
};

/** The docket number: `MC-1352738`, `MX 123456`, `FF 1234`. */
export function readMc(lines: readonly TextLine[]): McReading {
  const [best] = twoReaders(lines, findDockets);
  return best ? { ...best.reading, docket: best.found.docket } : { ...nothingRead, docket: 'MC' };
}

function findDockets(strips: Strip[]): FoundDocket[] {
  return (Object.keys(PREFIXES) as Docket[]).flatMap((docket) =>
    findPrefixed(strips, {
      prefixes: (text) => prefixes(text, PREFIXES[docket]),
      fewest: 3,
      most: 8,
      usual: 7,
    }).map((found) => ({ ...found, docket })),
  );
}

function prefixes(text: string, pattern: RegExp): Prefix[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ceiling: match[1] === undefined || match[1] === 'C' ? 'High' : 'Medium',
  }));
}
