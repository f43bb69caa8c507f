import type { TextLine } from '../recognizer.ts';
import { isMisreadContainer } from './container.ts';
import { gapBelow, gapBeside } from './frame.ts';
import type { Layout } from './layout.ts';
import { numberRunAt } from './number-run.ts';
import { lowerScore, nothingRead, type Reading } from './reading.ts';
import { confidencesIn, type Found, foundIn, type Strip, twoReaders } from './two-readers.ts';
import { type VehicleKind, vehicleOfNumber } from './vehicle-of-number.ts';

type FoundNumber = Found & { label: VehicleKind | null };
/** A number that a fleet gave to a vehicle. `isSure`: it is clear to which of the two vehicles. */
type UnitNumber = { reading: Reading; kind: VehicleKind; isSure: boolean; isLabeled: boolean };

const MAX_CAB_LENGTH = 7;
const MIN_TRAILER_LENGTH = 3;
const USUAL_TRAILER_LENGTH = 5;
const LABELS: [RegExp, VehicleKind][] = [
  [/^(?:UNIT|TRUCK|TRK|TRACTOR|CAB|FLEET|VEHICLE|VEH)\s*(?:N[O0]\.?)?[\s#:.-]*(?=[A-Z]{0,3}-?\d)/, 'cab'],
  [/^(?:TRAILER|TRLR|TRL|VAN|CHASSIS)\s*(?:N[O0]\.?)?[\s#:.-]*(?=[A-Z]{0,4}-?\d)/, 'trailer'],
];
const NUMBER_SIGN = /^(?:#|N[O0]\.)\s*/;
const LETTERS = /^[A-Z]{0,4}[ -]?(?=[0-9])/;
/**
 * Numbers that lettering without a label usually means otherwise: the year of a company or a model, gross weights, and
 * the lengths, widths and heights of trailers.
 */
const MEASURE =
  /^(?:19[3-9]\d|20[0-4]\d|(?:26|33|34|46|52|54|60|66|73|80|82|88|92)000|105500|28|40|45|48|53|57|96|102|136|1[34]06)$/;
/** Names of models on the body: `F-150`, `W900L`, `VNL 860`. */
const MODEL_NAME = /^(?:[EF][ -]?[1-7]50|[CK][ -]?[1-5]500|W9[09]0[BL]?|T[468]80|VN[LR] ?\d{2,3}|LT625)$/;
/** Below this confidence, a leading 1 may be the seam of two panels: 27923 was read as 127923. */
const SURELY_NO_SEAM = 0.97;
/** Part of another digit, or the edge of an object, looks like a 1. */
const ONE_AT_END = /^1|1$/;
/** Labels of other numbers. The number may be below or beside its label. */
const OTHER_LABEL =
  /\b(?:GVWR?|G\.V\.W|TARE|WEIGHT|LBS|KGS?|EST|ESTD|SINCE|MPH|CALL|PHONE|TEL|FAX|STOP|EXIT|ROUTE|SPEED|HUT|KYU|PUC|IFTA|NSC|CVOR|ZIP|US ?D[O0]T|D[O0]T|MC|MX|FF)(?![A-Z])/;

/**
 * The cab and trailer numbers: numbers that stand alone and are not a phone number, weight, year, plate or permit.
 * `clear`: the lines of USDOT and MC numbers that were read with at least Medium. A label on such a line belongs to that
 * number and not to a unit number nearby.
 */
export function readUnitNumbers(
  lines: readonly TextLine[],
  layout: Layout,
  clear: ReadonlySet<number>,
): Record<VehicleKind, Reading> {
  const judged = twoReaders(lines, (strips) => findNumbers(strips, layout, clear));
  const all = judged.map(({ found }) => found);
  const unitNumbers = all.filter((found) => !isMeasure(found));
  const numbers = judged.map(({ reading, found }): UnitNumber => {
    const { kind, isSure } = vehicleOfNumber(found, layout, isMeasure(found) ? all : unitNumbers);
    const isCrowded = found.lines.some((index) => lines[index]?.mayLackDigit);
    const isClear = isSure && !(isCrowded && ONE_AT_END.test(found.value));
    const ceiling = isMeasure(found) ? 'Low' : isClear ? 'High' : 'Medium';
    const score = lowerScore(reading.score, ceiling);
    return { reading: { ...reading, score }, kind, isSure, isLabeled: found.label !== null };
  });
  const sorted = (...keys: ((number: UnitNumber) => number)[]) =>
    numbers.toSorted((a, b) => keys.reduce((order, key) => order || key(b) - key(a), 0));
  const isLabeled = (number: UnitNumber) => Number(number.isLabeled);
  const isUnit = ({ reading, isLabeled }: UnitNumber) => Number(isLabeled || !MEASURE.test(reading.value));
  const isSure = (number: UnitNumber) => Number(number.isSure);
  const isUsual = ({ reading }: UnitNumber) => Number(reading.value.length >= USUAL_TRAILER_LENGTH);
  const height = ({ reading }: UnitNumber) => layout.frames[reading.lines[0] as number]?.height ?? 0;
  const cab = sorted(isLabeled, isUnit, isSure, height).find(
    ({ kind, reading }) => kind === 'cab' && reading.value.length <= MAX_CAB_LENGTH,
  );
  const trailer = sorted(isLabeled, isUnit, isSure, isUsual, height).find(
    ({ kind, reading }) => kind === 'trailer' && reading.value.length >= MIN_TRAILER_LENGTH,
  );
  return { cab: cab?.reading ?? nothingRead, trailer: trailer?.reading ?? nothingRead };
}

function isMeasure({ value, label }: FoundNumber): boolean {
  return label === null && MEASURE.test(value);
}

function findNumbers(strips: Strip[], layout: Layout, clear: ReadonlySet<number>): FoundNumber[] {
  const labels = strips.filter(({ text }) => OTHER_LABEL.test(text) && !/\d/.test(text));
  return strips.flatMap((strip) => {
    if (layout.taken.has(strip.index) || layout.cut.has(strip.index)) return [];
    if (OTHER_LABEL.test(strip.text) || MODEL_NAME.test(strip.text)) return [];
    const near = labels.filter(
      ({ frame }) => gapBeside(frame, strip.frame) < 8 || gapBelow(frame, strip.frame) < 0.6,
    );
    const found = layout.trailer.has(strip.index) ? numberAfterLogo(strip) : numberAlone(strip);
    if (!found || found.label !== null || near.length === 0) return found ?? [];
    return near.every(({ index }) => clear.has(index))
      ? { ...found, ceiling: lowerScore(found.ceiling, 'Medium') }
      : [];
  });
}

/** `BLUE MESA34149520`: the detector put the logo and the number into one line. */
function numberAfterLogo(strip: Strip): FoundNumber | null {
  const digits = /[A-Z]\W*(\d{4,})$/.exec(strip.text)?.[1];
  if (digits === undefined) return null;
  const letters = /\s([A-Z]{1,2})$/.exec(strip.text.slice(0, -digits.length))?.[1] ?? '';
  const value = letters + digits;
  const characters = strip.characters.slice(-value.length);
  return foundIn(strip, { value, characters, ceiling: 'Medium', label: 'trailer' as const });
}

function numberAlone(strip: Strip): FoundNumber | null {
  const { text } = strip;
  const label = LABELS.find(([pattern]) => pattern.test(text));
  const start = (label?.[0] ?? NUMBER_SIGN).exec(text)?.[0].length ?? 0;
  const letters = LETTERS.exec(text.slice(start))?.[0] ?? '';
  const run = numberRunAt(strip, start + letters.length);
  if (!run) return null;
  const tail = /^-?[A-Z]?(?=[\s.]*$)/.exec(text.slice(run.end))?.[0];
  if (tail === undefined || run.digits.length < 2 || run.digits.length > 10) return null;
  const value = letters.replace(/[ -]/g, '') + run.digits + tail.replace('-', '');
  if (text.includes(',') || /^0+$/.test(value)) return null;
  const mayBeSeam =
    value.startsWith('1') && value.length > 4 && (strip.characters[start] as number) < SURELY_NO_SEAM;
  return foundIn(strip, {
    value,
    characters: confidencesIn(strip, start, run.end + tail.length),
    ceiling: isMisreadContainer(value) ? 'Low' : run.isRepaired || mayBeSeam ? 'Medium' : 'High',
    alternatives: mayBeSeam ? [value.slice(1)] : [],
    label: label?.[1] ?? null,
    isAlone: true,
  });
}
