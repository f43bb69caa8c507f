import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBeside } from './frame.ts';
import type { Layout } from './layout.ts';
import { numberRunAt } from './number-run.ts';
import type { Reading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, lower, twoReaders } from './two-readers.ts';
import { type VehicleKind, whoseNumber } from './whose-number.ts';

type FoundNumber = Found & { label: VehicleKind | null };

/** A number a fleet gave its vehicle. `isSure` says whether it is clear which of the two vehicles. */
export type UnitNumber = { reading: Reading; kind: VehicleKind; isSure: boolean };

const LABELS: [RegExp, VehicleKind][] = [
  [/^(?:UNIT|TRUCK|TRK|TRACTOR|CAB)\s*(?:N[O0]\.?)?[\s#:.-]*(?=[A-Z]{0,3}-?\d)/, 'cab'],
  [/^(?:TRAILER|TRLR|TRL|VAN|CHASSIS)\s*(?:N[O0]\.?)?[\s#:.-]*(?=[A-Z]{0,4}-?\d)/, 'trailer'],
];
const NUMBER_SIGN = /^(?:#|N[O0]\.)\s*/;
const LETTERS = /^[A-Z]{0,4}[ -]?(?=[0-9])/;
const SURELY_NO_SEAM = 0.97;
/** A label for something else, whose number may stand under it or beside it. */
const OTHER_LABEL =
  /\b(?:GVWR?|G\.V\.W|TARE|WEIGHT|LBS|KGS?|EST|ESTD|SINCE|MPH|CALL|PHONE|TEL|FAX|STOP|EXIT|ROUTE|SPEED|HUT|KYU|PUC|IFTA|ZIP|US ?D[O0]T|D[O0]T|MC|MX|FF)(?![A-Z])/;

/** Numbers that stand alone on the truck and are nothing else: not a phone, weight, year, plate or permit. */
export function readUnitNumbers(lines: readonly TextLine[], layout: Layout): UnitNumber[] {
  const judged = twoReaders(lines, (strips) => findNumbers(strips, layout));
  const all = judged.map(({ found }) => found);
  const numbers = judged.map(({ reading, found }) => ({ reading, ...whoseNumber(found, layout, all) }));
  return numbers.map((number) =>
    number.isSure
      ? number
      : { ...number, reading: { ...number.reading, score: lower(number.reading.score, 'Medium') } },
  );
}

function findNumbers(strips: Strip[], layout: Layout): FoundNumber[] {
  const labels = strips.filter(({ text }) => OTHER_LABEL.test(text) && !/\d/.test(text));
  return strips.flatMap((strip) => {
    if (layout.taken.has(strip.index) || layout.cut.has(strip.index)) return [];
    if (OTHER_LABEL.test(strip.text)) return [];
    const isNamedElse = labels.some(({ frame }) => {
      const [beside, below] = [gapBeside(frame, strip.frame), gapBelow(frame, strip.frame)];
      return (beside !== null && beside < 8) || (below !== null && below < 0.6);
    });
    const found = layout.trailer.has(strip.index) ? numberBehindWordmark(strip) : numberOf(strip);
    return found && !(isNamedElse && found.label === null) ? [found] : [];
  });
}

/** `BLUE MESA34149520`: the detector took wordmark and number for one line. */
function numberBehindWordmark(strip: Strip): FoundNumber | null {
  const digits = /[A-Z]\W*(\d{4,})$/.exec(strip.text)?.[1];
  if (digits === undefined) return null;
  const letters = /\s([A-Z]{1,2})$/.exec(strip.text.slice(0, -digits.length))?.[1] ?? '';
  const value = letters + digits;
  return {
    value,
    raw: strip.text,
    lines: [strip.index],
    characters: strip.characters.slice(-value.length),
    confidence: strip.confidence,
    ceiling: 'Medium',
    label: 'trailer',
  };
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
  // The seam of two panels was read as a leading 1 more than once (27923 as 127923).
  const mayBeSeam =
    value.startsWith('1') && value.length > 4 && (strip.characters[start] as number) < SURELY_NO_SEAM;
  return {
    value,
    raw: text,
    lines: [strip.index],
    characters: places.map((place) => strip.characters[place] as number),
    confidence: strip.confidence,
    ceiling: run.isRepaired || mayBeSeam ? 'Medium' : 'High',
    alternatives: mayBeSeam ? [value.slice(1)] : [],
    label: labelled?.kind ?? null,
    isAlone: true,
  };
}
