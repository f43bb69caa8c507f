import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { TextLine } from '../recognizer.ts';
import { findPrefixed, prefixAt } from './prefixed.ts';
import type { PermitReading } from './reading.ts';
import { type Strip, twoReaders } from './two-readers.ts';

const NAMED =
  /(?<![A-Z0-9])(KYU|NSC|CVOR|NY ?HUT|HUT|NM ?WDT|OR ?PUC|PUC|TX ?DMV|TX ?DOT|IFTA|CA ?MCP|MCP|CAL ?-?T|ILCC|IL ?CC|GA ?PSC|PSC|KY|NM)(?![A-Z])/g;
/** A state code and a sign at the start of a line: `CA# 412345`. A ZIP code follows a city, so it does not match. */
const STATE = /^([A-Z]{2}) ?[#:]/g;

/** State permits, such as Kentucky's weight-distance number. They are only used by deep search. */
export function readPermits(lines: readonly TextLine[]): PermitReading[] {
  return twoReaders(lines, findPermits).map(({ reading, found }) => ({ ...reading, kind: found.kind }));
}

function findPermits(strips: Strip[]) {
  return strips.flatMap((strip) =>
    permitPrefixes(strip.text).flatMap((match) => {
      const prefixes = () => [prefixAt(match)];
      const numbers = findPrefixed([strip], { prefixes, minDigits: 4, maxDigits: 10, usualDigits: 10 });
      const kind = (match[1] ?? '').replace(/[ -]/g, '');
      return numbers.map((number) => ({ ...number, kind }));
    }),
  );
}

function permitPrefixes(text: string): RegExpExecArray[] {
  const named = [...text.matchAll(NAMED)];
  if (named.length > 0) return named;
  return [...text.matchAll(STATE)].filter(([, state = '']) => stateCode(state) !== null);
}
