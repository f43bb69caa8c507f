import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { TextLine } from '../recognizer.ts';
import { findPrefixed, type Prefix } from './prefixed.ts';
import type { PermitReading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, twoReaders } from './two-readers.ts';

type FoundPermit = Found & { kind: string };

const NAMED =
  /(?<![A-Z0-9])(KYU|NY ?HUT|HUT|NM ?WDT|OR ?PUC|PUC|TX ?DMV|TX ?DOT|IFTA|CA ?MCP|MCP|CAL ?-?T|ILCC|IL ?CC|GA ?PSC|PSC|KY|NM)(?![A-Z])/g;
/** A state's letters at the start of a line, with a sign: `CA# 412345`. A ZIP code has its city before it. */
const OF_STATE = /^([A-Z]{2}) ?[#:]/g;

/** Permits of states, such as Kentucky's weight-distance number: nobody looks them up, deep search finds them. */
export function readPermits(lines: readonly TextLine[]): PermitReading[] {
  return twoReaders(lines, findPermits).map(({ reading, found }) => ({ ...reading, kind: found.kind }));
}

function findPermits(strips: Strip[]): FoundPermit[] {
  const found: FoundPermit[] = [];
  for (const strip of strips) {
    for (const { kind, ...prefix } of prefixes(strip.text)) {
      const numbers = findPrefixed([strip], { prefixes: () => [prefix], fewest: 4, most: 10, usual: 10 });
      found.push(...numbers.map((number) => ({ ...number, kind })));
    }
  }
  return found;
}

function prefixes(text: string): (Prefix & { kind: string })[] {
  const named = [...text.matchAll(NAMED)];
  const ofState = [...text.matchAll(OF_STATE)].filter(([, state = '']) => stateCode(state) !== null);
  const all = named.length > 0 ? named : ofState;
  return all.map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ceiling: 'High',
    kind: (match[1] ?? '').replace(/[ -]/g, ''),
  }));
}
