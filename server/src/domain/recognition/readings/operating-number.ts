import { editDistance } from '../../../lib/edit-distance.ts';
import type { TextLine } from '../recognizer.ts';
import { type Frame, frameOf, gapBetween } from './frame.ts';
import { type CarrierNumber, lowerScore, SCORES } from './reading.ts';
import type { Found, Judged } from './two-readers.ts';

/** Words on the door that say whose number follows. */
type Cue = { role: 'operator' | 'owner'; line: number; start: number };
type Numbered = Pick<CarrierNumber, 'value' | 'raw' | 'lines'>;

const ROLES: [RegExp, Cue['role']][] = [
  [
    /\b(?:OPERATED BY|OPER(?:ATED)? ?BY|LEASED (?:ON )?T[O0]|LEASED ONTO|LEASE T[O0]|(?:UNDER )?(?:THE )?AUTHORITY OF|O\/B)(?![A-Z])/g,
    'operator',
  ],
  [/\b(?:OWNED BY|LEASED FROM|LESSOR|OWNER)(?![A-Z])/g, 'owner'],
];
/** A number this similar to a better reading is the same number, painted twice and misread once. */
const MOST_MISREAD_DIGITS = 2;

/**
 * The number of the operating carrier among those on the door, most reliable first. It follows `OPERATED BY` or `LEASED
 * TO`; the number after `OWNED BY` is the other one. Without such words a door with two numbers has none with High: the
 * names on the door decide later.
 */
export function operatingNumber<F extends Found>(
  judged: readonly Judged<F>[],
  lines: readonly TextLine[],
): { reading: CarrierNumber; found: F } | null {
  const [best] = judged;
  if (!best) return null;
  const distinct = judged.filter(
    ({ reading }, i) => judged.findIndex((other) => other.reading.value === reading.value) === i,
  );
  const painted = distinct.filter((one) => one === best || !isMisreadOf(best.reading, one.reading));
  if (painted.length === 1) {
    // The number before `LEASED TO` is the owner's; that of the operating carrier was not read.
    const isOwners =
      cuesIn(lines).some(({ role }) => role === 'operator') && !isOperators(best.reading, lines);
    return isOwners
      ? { ...best, reading: { ...best.reading, score: lowerScore(best.reading.score, 'Low') } }
      : best;
  }
  const operator = operatorAmong(
    judged.map(({ reading }) => reading),
    lines,
  );
  const chosen = painted.find(({ reading }) => reading.value === operator) ?? best;
  const others = painted
    .map(({ reading }) => reading.value)
    .filter((value) => value !== chosen.reading.value);
  const { reading } = chosen;
  const alternatives = [...new Set([...others, ...reading.alternatives])];
  const common = { ...reading, alternatives, others };
  return operator === null
    ? { ...chosen, reading: { ...common, score: lowerScore(reading.score, 'Medium') } }
    : { ...chosen, reading: { ...common, isOperator: true } };
}

function isOperators(reading: CarrierNumber, lines: readonly TextLine[]): boolean {
  return operatorAmong([reading], lines) === reading.value;
}

function isMisreadOf(best: CarrierNumber, other: CarrierNumber): boolean {
  const isWorse = SCORES.indexOf(other.score) < SCORES.indexOf(best.score);
  return isWorse && editDistance(best.value, other.value) <= MOST_MISREAD_DIGITS;
}

/** Null when no words tell, or when they contradict each other. */
function operatorAmong(numbers: readonly Numbered[], lines: readonly TextLine[]): string | null {
  const named = { operator: new Set<string>(), owner: new Set<string>() };
  for (const cue of cuesIn(lines)) {
    const next = numberAfter(cue, numbers, lines);
    if (next) named[cue.role].add(next.value);
  }
  const values = [...new Set(numbers.map(({ value }) => value))];
  const candidates =
    named.operator.size > 0
      ? [...named.operator].filter((value) => !named.owner.has(value))
      : named.owner.size > 0
        ? values.filter((value) => !named.owner.has(value))
        : [];
  return candidates.length === 1 ? (candidates[0] as string) : null;
}

function cuesIn(lines: readonly TextLine[]): Cue[] {
  return lines.flatMap(({ text }, line) =>
    ROLES.flatMap(([pattern, role]) =>
      Array.from(text.toUpperCase().matchAll(pattern), ({ index }) => ({ role, line, start: index })),
    ),
  );
}

/** The nearest number that follows the words: later in their line, to the right of it, or below it. */
function numberAfter(cue: Cue, numbers: readonly Numbered[], lines: readonly TextLine[]): Numbered | null {
  const frames = lines.map(({ quad }) => frameOf(quad));
  const own = frames[cue.line] as Frame;
  const following = numbers.flatMap((number) => {
    const line = number.lines[0] as number;
    if (line === cue.line) {
      const start = lines[line]?.text.toUpperCase().indexOf(number.raw) ?? -1;
      return start > cue.start ? [{ number, gap: -1 }] : [];
    }
    const frame = frames[line] as Frame;
    return isAfter(own, frame) ? [{ number, gap: gapBetween(own, frame) }] : [];
  });
  return following.sort((a, b) => a.gap - b.gap)[0]?.number ?? null;
}

function isAfter(a: Frame, b: Frame): boolean {
  const down = b.y - a.y;
  const isSameRow = Math.abs(down) <= 0.5 * Math.max(a.height, b.height);
  return isSameRow ? b.x > a.x : down > 0;
}
