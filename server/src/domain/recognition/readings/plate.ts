import { editDistance } from '../../../lib/edit-distance.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { ImageReading, TextLine } from '../recognizer.ts';
import { gapBelow } from './frame.ts';
import { nothingRead, type PartnerPlate, type PlateReading } from './reading.ts';
import { confidencesIn, foundIn, type Strip, twoReaders } from './two-readers.ts';

const PUNCTUATION = /[\s.\-·•*']/g;
/** Words above or below the number of a plate, besides the name of the state. */
const PLATE_WORDS = /APPORTION|COMMERCIAL|PERMANENT|\bTRAILER\b|\bTRUCK\b|\bSEMI\b|\bIRP\b|\bTRL\b/;
/** A plate hangs low: fractions of the image's height above which a number without such words is not a plate. */
const HIGHEST = 0.35;
const HIGHEST_LIKE_UNIT_NUMBER = 0.55;
/** Trailers use the same form for their own numbers: `T296025`. */
const LIKE_UNIT_NUMBER = /^[A-Z]{1,2}\d+$/;

/** The partner's reading takes precedence over ours. */
export function readPlate(
  { lines, height }: ImageReading,
  partner: PartnerPlate | null | undefined,
  taken: ReadonlySet<number>,
  door: ReadonlySet<number>,
): PlateReading {
  const number = partner?.number.toUpperCase().replace(PUNCTUATION, '') ?? '';
  if (partner && number !== '') return fromPartner(number, partner, lines);
  const [best] = twoReaders(lines, (strips) => findPlates(strips, height, taken, door.size > 0));
  if (!best) return { ...nothingRead, state: '', source: 'none' };
  const confidence = Math.round(best.found.confidence * 1_000) / 1_000;
  return { ...best.reading, state: best.found.state, source: 'ocr', confidence };
}

function fromPartner(value: string, partner: PartnerPlate, lines: readonly TextLine[]): PlateReading {
  const confidence = partner.confidence > 1 ? partner.confidence / 100 : partner.confidence;
  // Marks our line with the same plate as taken, so that it is not read as a unit number.
  const isSame = ({ text }: TextLine) =>
    editDistance(text.toUpperCase().replace(PUNCTUATION, ''), value) <= 1;
  const line = lines.findIndex(isSame);
  return {
    value,
    raw: partner.number,
    score: confidence >= 0.9 ? 'High' : confidence >= 0.75 ? 'Medium' : 'Low',
    lines: line < 0 ? [] : [line],
    characters: [],
    alternatives: [],
    state: stateCode(partner.state) ?? partner.state.trim().toUpperCase(),
    source: 'alpr',
    confidence,
  };
}

function findPlates(strips: Strip[], height: number, taken: ReadonlySet<number>, hasDoor: boolean) {
  return strips.flatMap((strip) => {
    const value = strip.text.replace(PUNCTUATION, '');
    if (taken.has(strip.index) || !/^[A-Z0-9]{5,8}$/.test(value) || !/\d.*\d/.test(value)) return [];
    const label = strips.find(
      (other) =>
        other !== strip &&
        (gapBelow(other.frame, strip.frame) < 1 || gapBelow(strip.frame, other.frame) < 1) &&
        (PLATE_WORDS.test(other.text) || stateIn(other.text) !== ''),
    );
    if (!label && (hasDoor || !hangsLow(value, strip, strips, height))) return [];
    const state = label ? stateIn(label.text) : '';
    const ceiling = label ? ('High' as const) : ('Medium' as const);
    return [foundIn(strip, { value, characters: confidencesIn(strip), ceiling, state })];
  });
}

/** Without a label: letters and digits low in the image, and not the only number of a trailer. */
function hangsLow(value: string, { frame: { y } }: Strip, strips: Strip[], height: number): boolean {
  if (!/[A-Z]/.test(value)) return false;
  if (!LIKE_UNIT_NUMBER.test(value)) return y > HIGHEST * height;
  if (y < HIGHEST_LIKE_UNIT_NUMBER * height) return false;
  return strips.some(({ text, frame }) => frame.y < y && /^[A-Z]{0,3}[ -]?\d{4,}$/.test(text));
}

function stateIn(text: string): string {
  const words = text.split(/[^A-Z]+/);
  for (let i = 0; i < words.length; i++) {
    for (const count of [3, 2, 1]) {
      const name = words.slice(i, i + count).join(' ');
      const code = name.length > 3 ? stateCode(name) : null;
      if (code) return code;
    }
  }
  return '';
}
