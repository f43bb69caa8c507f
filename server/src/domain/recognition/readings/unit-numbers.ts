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
  const numbers = judged.map(({ reading, found }) => ({ reading, ...whose(found, layout, judged.length) }));
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
function whose(found: FoundNumber, layout: Layout, count: number): { kind: Kind; isSure: boolean } {
  if (found.label) return { kind: found.label, isSure: true };
  const [index] = found.lines as [number];
  const toDoor = layout.door.has(index) ? 0 : nearest(layout, index, layout.door);
  const toTrailer = nearest(layout, index, layout.trailer);
  const digits = found.value.replace(/\D/g, '').length;
  if (layout.door.size > 0 && layout.trailer.size > 0) {
    const kind = toDoor <= toTrailer ? 'cab' : 'trailer';
    const [near, far] = [Math.min(toDoor, toTrailer), Math.max(toDoor, toTrailer)];
    return { kind, isSure: far > 1.3 * near };
  }
  if (layout.door.size > 0) {
    if (digits <= 5) return { kind: 'cab', isSure: count === 1 || toDoor === 0 };
    return { kind: toDoor < 0.25 * layout.width && count === 1 ? 'cab' : 'trailer', isSure: false };
  }
  if (layout.trailer.size > 0) return { kind: 'trailer', isSure: true };
  if (layout.hint) return { kind: layout.hint, isSure: true };
  return { kind: digits <= 4 ? 'cab' : 'trailer', isSure: false };
}
