import type { TextLine } from '../recognizer.ts';
import { gapBelow, gapBetween } from './frame.ts';
import { onlyNumberIn } from './number-run.ts';
import { distinctReadings, type Reading } from './reading.ts';
import { type Found, foundIn, type Strip, twoReaders } from './two-readers.ts';

const FIRST = 1001;
const LAST = 3560;
const PREFIXED = /(?<![A-Z0-9])(?:UN|NA)[\s#:.-]*(\d{4})(?!\d)/;
const HAZARD_WORDS =
  /FLAMMABLE|COMBUSTIBLE|CORROSIVE|OXYGEN|OXIDIZER|POISON|TOXIC|GASOLINE|FUEL OIL|DANGEROUS|INHALATION|EXPLOSIVE|RADIOACTIVE|PROPANE|NON-?FLAM/;
/** The hazard class at the bottom of a placard, or the hazard number above the UN number of an orange panel. */
const HAZARD_CLASS = /^(?:[1-9](?:\.\d)?|X?[2-9]\d{1,2})$/;
/** Common on the road. Without a prefix or a hazard sign next to it, only these are accepted. */
const COMMON = new Set(
  '1005 1011 1017 1023 1046 1049 1057 1066 1072 1073 1075 1077 1090 1114 1133 1170 1173 1202 1203 1210 1219 1223 1230 1263 1267 1268 1294 1307 1361 1428 1486 1495 1547 1654 1687 1689 1719 1744 1760 1789 1791 1805 1814 1823 1824 1830 1831 1832 1863 1866 1903 1942 1950 1951 1963 1965 1966 1971 1972 1977 1978 1987 1993 1999 2014 2015 2031 2067 2187 2209 2312 2448 2582 2672 2789 2790 2794 2796 2880 2920 2924 3065 3077 3082 3143 3166 3175 3256 3257 3264 3265 3266 3267 3291 3295 3375 3394 3475 3480 3481 3494'.split(
    ' ',
  ),
);

/**
 * UN numbers of hazmat placards and orange panels. `mayStandAlone`: the image shows a trailer without a door, so a bare
 * number is not a cab number.
 */
export function readPlacards(
  lines: readonly TextLine[],
  taken: ReadonlySet<number>,
  mayStandAlone: boolean,
): Reading[] {
  const judged = twoReaders(lines, (strips) =>
    strips.flatMap((strip) => (taken.has(strip.index) ? [] : findPlacard(strip, strips, mayStandAlone))),
  );
  return distinctReadings(judged.map(({ reading }) => reading));
}

function findPlacard(strip: Strip, strips: Strip[], mayStandAlone: boolean): Found[] {
  const prefixed = PREFIXED.exec(strip.text);
  const run = prefixed ? null : onlyNumberIn(strip);
  const value = prefixed?.[1] ?? (run && !run.isRepaired ? run.digits : '');
  if (value.length !== 4 || Number(value) < FIRST || Number(value) > LAST) return [];
  const isCommon = COMMON.has(value);
  const isMarked = prefixed !== null || strips.some((other) => other !== strip && marks(strip, other));
  if (!isMarked && !(mayStandAlone && isCommon)) return [];
  const start = strip.text.indexOf(value);
  const characters = strip.characters.slice(start, start + 4);
  const ceiling = prefixed || (isMarked && isCommon) ? 'High' : isMarked ? 'Medium' : 'Low';
  return [foundIn(strip, { value, characters, ceiling })];
}

/** Whether the other line shows that the number is on a placard. */
function marks({ frame }: Strip, other: Strip): boolean {
  if (HAZARD_WORDS.test(other.text)) return gapBetween(frame, other.frame) < 3 * frame.height;
  if (!HAZARD_CLASS.test(other.text)) return false;
  return gapBelow(frame, other.frame) < 3 || gapBelow(other.frame, frame) < 0.8;
}
