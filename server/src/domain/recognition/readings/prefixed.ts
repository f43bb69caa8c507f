import type { OcrScore } from '../../observations/observation.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { type NumberRun, numberRunAt, onlyNumberIn, spacedRunAt } from './number-run.ts';
import { lowerScore } from './reading.ts';
import type { Found, Strip } from './two-readers.ts';

/** The position of a prefix in a text, and the highest level of the number that follows it. */
export type Prefix = { start: number; end: number; ceiling: OcrScore };

type PrefixedNumber = {
  prefixes: (text: string) => Prefix[];
  minDigits: number;
  /** For a number beside or below its prefix: the fewest digits, and the fewest for High. */
  minDigitsNearby?: number;
  sureDigitsNearby?: number;
  maxDigits: number;
  /** Longer numbers are rare and may include an adjacent number, so they are never `High`. */
  usualDigits: number;
};

const SEPARATORS = /^(?:[\s:;#.,\-=*_~'"°/\\|]|N(?:[O0](?=[\s.:#\-\d])|[QG6](?=\.))\.?|NUM(?:BER)?|NBR|№)*/;
const MAX_GAP_BESIDE = 3;
const MAX_GAP_BELOW = 1.6;

export function prefixAt(match: RegExpExecArray, ceiling: OcrScore = 'High'): Prefix {
  return { start: match.index, end: match.index + match[0].length, ceiling };
}

/** Numbers after a prefix: in the same line, or alone in a line beside or below it. */
export function findPrefixed(strips: Strip[], kind: PrefixedNumber): Found[] {
  const found: Found[] = [];
  for (const strip of strips) {
    for (const prefix of kind.prefixes(strip.text)) {
      const start = prefix.end + (SEPARATORS.exec(strip.text.slice(prefix.end))?.[0].length ?? 0);
      const isLast = !/[A-Z0-9]/.test(strip.text.slice(start));
      const number =
        numberInLine(strip, start, prefix, kind) ??
        (isLast ? numberNearby(strips, strip, prefix, kind) : null);
      if (number) found.push(number);
    }
  }
  return found;
}

function numberInLine(strip: Strip, start: number, prefix: Prefix, kind: PrefixedNumber): Found | null {
  const run = spacedRunAt(strip, start);
  if (!run) return null;
  // Digits after a space may be the rest of the number or another number. The usual length decides, never with High.
  const joined = joinedRuns(strip, run, kind.usualDigits);
  if (!joined) return toFound(run, strip, prefix, kind, [strip.index]);
  const isComplete = run.digits.length >= 5 || joined.digits.length > kind.usualDigits;
  const doubtful = { ...prefix, ceiling: lowerScore(prefix.ceiling, 'Medium') };
  const found = toFound(isComplete ? run : joined, strip, doubtful, kind, [strip.index]);
  const other = (isComplete ? joined : run).digits.replace(/^0+/, '');
  if (found && other.length <= kind.maxDigits) found.alternatives = [other];
  return found;
}

/** The run and those that follow it after a space (`1 234 567`), at least one, up to the usual length. */
function joinedRuns(strip: Strip, first: NumberRun, usualDigits: number): NumberRun | null {
  let joined = first;
  for (;;) {
    const gap = /^[ .]+(?=\d)/.exec(strip.text.slice(joined.end))?.[0].length;
    const next = gap === undefined ? null : numberRunAt(strip, joined.end + gap);
    if (!next || (joined !== first && joined.digits.length + next.digits.length > usualDigits)) break;
    joined = {
      digits: joined.digits + next.digits,
      end: next.end,
      characters: [...joined.characters, ...next.characters],
      isRepaired: joined.isRepaired || next.isRepaired,
    };
  }
  return joined === first ? null : joined;
}

function numberNearby(strips: Strip[], at: Strip, prefix: Prefix, kind: PrefixedNumber): Found | null {
  const { minDigitsNearby = 0, sureDigitsNearby = 0 } = kind;
  const near = strips.flatMap((strip) => {
    const gap = strip === at ? Number.POSITIVE_INFINITY : gapAfter(at, strip);
    const run = gap === Number.POSITIVE_INFINITY ? null : onlyNumberIn(strip);
    const found = run && toFound(run, strip, prefix, kind, [at.index, strip.index]);
    return found ? [{ gap, found }] : [];
  });
  near.sort((a, b) => a.gap - b.gap);
  const best = near.find(({ found }) => found.value.length >= minDigitsNearby);
  if (!best) return null;
  const { found, gap } = best;
  const next = near.find((other) => other !== best);
  if (!next || next.gap > 2 * Math.max(0, gap) + 1) {
    const isSure = found.value.length >= sureDigitsNearby;
    return isSure ? found : { ...found, ceiling: lowerScore(found.ceiling, 'Medium') };
  }
  const alternatives = near.filter((other) => other !== best).map((other) => other.found.value);
  return { ...found, ceiling: lowerScore(found.ceiling, 'Low'), alternatives };
}

/** The gap in heights of the prefix to lettering of similar size beside or below it; Infinity when too far. */
function gapAfter({ frame: at }: Strip, { frame }: Strip): number {
  const ratio = frame.height / at.height;
  if (ratio < 0.6 || ratio > 1.8) return Number.POSITIVE_INFINITY;
  const scale = Math.max(1, ratio);
  const [beside, below] = [gapBeside(at, frame) * scale, gapBelow(at, frame) * scale];
  if (beside < MAX_GAP_BESIDE) return beside;
  return below < MAX_GAP_BELOW ? below : Number.POSITIVE_INFINITY;
}

function toFound(
  { digits, characters, end, isRepaired }: NumberRun,
  strip: Strip,
  prefix: Prefix,
  kind: PrefixedNumber,
  lines: number[],
): Found | null {
  const value = digits.replace(/^0+/, '');
  if (value.length < kind.minDigits || value.length > kind.maxDigits) return null;
  const isDoubtful = isRepaired || value.length > kind.usualDigits;
  return {
    value,
    raw: lines.length === 1 ? strip.text.slice(prefix.start, end) : strip.text,
    lines,
    characters: characters.slice(digits.length - value.length),
    confidence: strip.confidence,
    ceiling: isDoubtful ? lowerScore(prefix.ceiling, 'Medium') : prefix.ceiling,
  };
}
