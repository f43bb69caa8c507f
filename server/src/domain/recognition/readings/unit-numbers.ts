import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import { type Layout, nearest } from './layout.ts';
import { numberRunAt } from './number-run.ts';
import type { Reading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, lower, twoReaders } from './two-readers.ts';

type Kind = 'cab' | 'trailer';
type FoundNumber = Found & { label: Kind | null };

/** A number a fleet gave its vehicle. `isSure` says whether it is clear which of the two vehicles. */
export type UnitNumber = { reading: Reading; kind: Kind; isSure: boolean };

const LABELS: [RegExp, Kind][] = [
  [/^(?:UNIT|TRUCK|TRK|TRACTOR|CAB)\s*(?:N[O0]\.?)?[\s#:.-]*(?=[A-Z]{0,3}-?\d)/, 'cab'],
  [/^(?:TRAILER|TRLR|TRL|VAN|CHASSIS)\s*(?:N[O0]\.?)?[\s#:.-]*(?=[A-Z]{0,4}-?\d)/, 'trailer'],
];
const NUMBER_SIGN = /^(?:#|N[O0]\.)\s*/;
const LETTERS = /^[A-Z]{0,4}[ -]?(?=[0-9])/;
/** A label for something else, whose number may stand under it or beside it. */
const OTHER_LABEL =
  /\b(?:GVWR?|G\.V\.W|TARE|WEIGHT|LBS|KGS?|EST|ESTD|SINCE|MPH|CALL|PHONE|TEL|FAX|STOP|EXIT|ROUTE|SPEED|HUT|KYU|PUC|IFTA|ZIP)\b/;
const TALLEST_EDGE_PART = 0.004;

/** Numbers that stand alone on the truck and are nothing else: not a phone, weight, year, plate or permit. */
export function readUnitNumbers(lines: readonly TextLine[], layout: Layout): UnitNumber[] {
  const judged = twoReaders(lines, (strips) => findNumbers(strips, layout));
  const all = judged.map(({ found }) => found);
  const numbers = judged.map(({ reading, found }) => ({ reading, ...whose(found, layout, all) }));
  return numbers.map((number) =>
    number.isSure
      ? number
      : { ...number, reading: { ...number.reading, score: lower(number.reading.score, 'Medium') } },
  );
}

function findNumbers(strips: Strip[], layout: Layout): FoundNumber[] {
  const labels = strips.filter(({ text }) => OTHER_LABEL.test(text));
  return strips.flatMap((strip) => {
    if (layout.taken.has(strip.index) || isCut(strip, layout) || OTHER_LABEL.test(strip.text)) return [];
    const isNamedElse = labels.some(({ frame }) => {
      const [beside, below] = [gapBeside(frame, strip.frame), gapBelow(frame, strip.frame)];
      return (beside !== null && beside < 8) || (below !== null && below < 0.6);
    });
    const found = numberOf(strip);
    return found && !(isNamedElse && found.label === null) ? [found] : [];
  });
}

/** A number that goes on past the edge of the picture is not the number. */
function isCut({ frame }: Strip, { width, height }: Layout): boolean {
  const margin = TALLEST_EDGE_PART * Math.max(width, height) + 1;
  const [left, right] = [frame.x - frame.width / 2, frame.x + frame.width / 2];
  return left < margin || right > width - margin || frame.y - frame.height / 2 < 0 || frame.y > height;
}

function numberOf(strip: Strip): FoundNumber | null {
  const text = strip.text;
  const labelled = LABELS.map(([pattern, kind]) => ({
    length: pattern.exec(text)?.[0].length ?? 0,
    kind,
  })).find(({ length }) => length > 0);
  const start = labelled?.length ?? NUMBER_SIGN.exec(text)?.[0].length ?? 0;
  const letters = LETTERS.exec(text.slice(start))?.[0] ?? '';
  const run = numberRunAt(strip, start + letters.length);
  if (!run) return null;
  const tail = /^-?[A-Z]?(?=[\s.]*$)/.exec(text.slice(run.end))?.[0];
  if (tail === undefined || run.digits.length < 2 || run.digits.length > 10) return null;
  const end = run.end + tail.length;
  const places = Array.from({ length: end - start }, (_, i) => start + i).filter((place) =>
    /[A-Z0-9]/.test(text[place] ?? ''),
  );
  const value = letters.replace(/[ -]/g, '') + run.digits + tail.replace('-', '');
  if (text.includes(',') || /^0+$/.test(value)) return null;
  return {
    value,
    raw: text,
    lines: [strip.index],
    characters: places.map((place) => strip.characters[place] as number),
    confidence: strip.confidence,
    ceiling: run.isRepaired ? 'Medium' : 'High',
    label: labelled?.kind ?? null,
  };
}

/** By its label, by what it stands near, else by its length: tractors have short numbers. */
function whose(
  found: FoundNumber,
  layout: Layout,
  all: readonly FoundNumber[],
): { kind: Kind; isSure: boolean } {
  if (found.label) return { kind: found.label, isSure: true };
  const digits = found.value.replace(/\D/g, '').length;
  if (layout.door.size > 0 && layout.trailer.size > 0) return betweenBoth(found, layout, all);
  if (layout.door.size > 0) {
    const toDoor = doorward(found, layout).toDoor;
    if (digits <= 5) return { kind: 'cab', isSure: all.length === 1 || toDoor === 0 };
    return { kind: toDoor < 0.25 * layout.width && all.length === 1 ? 'cab' : 'trailer', isSure: false };
  }
  if (layout.trailer.size > 0) return { kind: 'trailer', isSure: true };
  if (layout.hint) return { kind: layout.hint, isSure: true };
  return { kind: digits <= 4 ? 'cab' : 'trailer', isSure: false };
}

/** Door and trailer are both in the picture: of several numbers the one nearest to the door is the tractor's. */
function betweenBoth(found: FoundNumber, layout: Layout, all: readonly FoundNumber[]) {
  const own = doorward(found, layout);
  const others = all.filter((other) => other.value !== found.value).map((other) => doorward(other, layout));
  const nearer = others.filter((other) => other.lead > own.lead);
  const farther = others.filter((other) => other.lead < own.lead);
  if (others.length === 0) {
    const [near, far] = [own.toDoor, own.toTrailer].sort((a, b) => a - b) as [number, number];
    return { kind: own.lead >= 0 ? ('cab' as const) : ('trailer' as const), isSure: far > 2 * near };
  }
  const isCab = nearer.length === 0 || (own.lead > 0 && farther.length > 0 && own.toDoor === 0);
  const rival = isCab ? farther[0] : nearer[0];
  return {
    kind: isCab ? ('cab' as const) : ('trailer' as const),
    isSure: rival !== undefined && apart(own, rival),
  };
}

type Doorward = { toDoor: number; toTrailer: number; lead: number };

function doorward({ lines }: FoundNumber, layout: Layout): Doorward {
  const [index] = lines as [number];
  const toDoor = layout.door.has(index) ? 0 : nearest(layout, index, layout.door);
  const toTrailer = nearest(layout, index, layout.trailer);
  return { toDoor, toTrailer, lead: toTrailer - toDoor };
}

function apart(a: Doorward, b: Doorward): boolean {
  const [near, far] = [a.toDoor, b.toDoor].sort((x, y) => x - y) as [number, number];
  return far > 1.25 * near;
}
