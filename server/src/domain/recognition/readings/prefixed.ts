import type { OcrScore } from '../../observations/observation.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { letterspacedRunAt, type NumberRun, numberRunAt, withoutLeadingZeros } from './number-run.ts';
import type { Strip } from './strip.ts';
import { type Found, lower } from './two-readers.ts';

/** Where a prefix stands in a text, and the best level a number behind it may get. */
export type Prefix = { start: number; end: number; ceiling: OcrScore };

export type PrefixedNumber = {
  prefixes: (text: string) => Prefix[];
  fewest: number;
  most: number;
  /** More digits than that are rare: a neighbour may have been swallowed, so never `High`. */
  usual: number;
};

const BETWEEN = /^(?:[\s:;#.,\-=*_~'"°/\\|]|N[O0](?=[\s.:#\-\d])\.?|NUM(?:BER)?|NBR|№)*/;
const FARTHEST_BESIDE = 3;
const FARTHEST_BELOW = 1.6;

/** Numbers behind a prefix: in the same line, or alone beside it or under it. */
export function findPrefixed(strips: Strip[], kind: PrefixedNumber): Found[] {
  const found: Found[] = [];
  for (const strip of strips) {
    for (const prefix of kind.prefixes(strip.text)) {
      const start = prefix.end + (BETWEEN.exec(strip.text.slice(prefix.end))?.[0].length ?? 0);
      const here = numberHere(strip, start, prefix, kind);
      if (here) found.push(here);
      else if (!/[A-Z0-9]/.test(strip.text.slice(start))) {
        const near = numberNearby(strips, strip, prefix, kind);
        if (near) found.push(near);
      }
    }
  }
  return found;
}

function numberHere(strip: Strip, start: number, prefix: Prefix, kind: PrefixedNumber): Found | null {
  const run = letterspacedRunAt(strip, start) ?? numberRunAt(strip, start);
  if (!run) return null;
  // What follows a space may be the rest of the number or a neighbour: the usual length decides, never surely.
  const joined = joinedRuns(strip, run, kind.usual);
  if (!joined) return toFound(run, strip, prefix, kind, [strip.index]);
  const isWhole = run.digits.length >= 5 || joined.digits.length > kind.usual;
  const doubtful = { ...prefix, ceiling: lower(prefix.ceiling, 'Medium') };
  const one = toFound(isWhole ? run : joined, strip, doubtful, kind, [strip.index]);
  const other = (isWhole ? joined : run).digits.replace(/^0+/, '');
  if (one && other.length <= kind.most) one.alternatives = [other];
  return one;
}

/** The run with those that follow it after a space (`1 234 567`), at least one, up to the usual length. */
function joinedRuns(strip: Strip, first: NumberRun, usual: number): NumberRun | null {
  let joined = first;
  for (;;) {
    const gap = /^[ .]+(?=\d)/.exec(strip.text.slice(joined.end))?.[0].length;
    const next = gap === undefined ? null : numberRunAt(strip, joined.end + gap);
    if (!next || (joined !== first && joined.digits.length + next.digits.length > usual)) break;
    joined = {
      digits: joined.digits + next.digits,
      start: joined.start,
      end: next.end,
      characters: [...joined.characters, ...next.characters],
      isRepaired: joined.isRepaired || next.isRepaired,
    };
  }
  return joined === first ? null : joined;
}

function numberNearby(strips: Strip[], at: Strip, prefix: Prefix, kind: PrefixedNumber): Found | null {
  const near: { gap: number; found: Found }[] = [];
  for (const strip of strips) {
    const gap = strip === at ? null : gapAfter(at, strip);
    const run = gap === null ? null : numberAlone(strip);
    const found = run && toFound(run, strip, prefix, kind, [at.index, strip.index]);
    if (found && gap !== null) near.push({ gap, found });
  }
  const [best, next] = near.sort((a, b) => a.gap - b.gap);
  if (!best) return null;
  if (!next || next.gap > 2 * Math.max(0, best.gap) + 1) return best.found;
  const alternatives = near.slice(1).map(({ found }) => found.value);
  return { ...best.found, ceiling: lower(best.found.ceiling, 'Low'), alternatives };
}

/** Room between a prefix and lettering of like size that goes on beside or under it, in heights of the prefix. */
function gapAfter({ frame: at }: Strip, { frame }: Strip): number | null {
  const ratio = frame.height / at.height;
  if (ratio < 0.6 || ratio > 1.8) return null;
  const scale = Math.max(1, ratio);
  const beside = gapBeside(at, frame);
  if (beside !== null && beside * scale < FARTHEST_BESIDE) return beside * scale;
  const below = gapBelow(at, frame);
  return below !== null && below * scale < FARTHEST_BELOW ? below * scale : null;
}

/** The number a line consists of, but for signs around it. */
export function numberAlone(strip: Strip): NumberRun | null {
  const start = /^[\s#:.\-=]*/.exec(strip.text)?.[0].length ?? 0;
  const run = letterspacedRunAt(strip, start) ?? numberRunAt(strip, start);
  return run && /^[\s.\-:]*$/.test(strip.text.slice(run.end)) ? run : null;
}

function toFound(
  run: NumberRun,
  strip: Strip,
  prefix: Prefix,
  kind: PrefixedNumber,
  lines: number[],
): Found | null {
  const { value, characters } = withoutLeadingZeros(run);
  if (value.length < kind.fewest || value.length > kind.most) return null;
  const isDoubtful = run.isRepaired || value.length > kind.usual;
  const ceiling = isDoubtful ? lower(prefix.ceiling, 'Medium') : prefix.ceiling;
  const raw = lines.length === 1 ? strip.text.slice(prefix.start, run.end) : strip.text;
  return { value, raw, lines, characters, confidence: strip.confidence, ceiling };
}
