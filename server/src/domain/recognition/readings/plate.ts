import { editDistance } from '../../../lib/edit-distance.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { OcrScore } from '../../observations/observation.ts';
import type { FieldsContext } from './fields.ts';
import type { ImageReading, TextLine } from '../recognizer.ts';
import { gapBelow } from './frame.ts';
import { nothingRead, type PlateReading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, twoReaders } from './two-readers.ts';

type FoundPlate = Found & { state: string };

const SIGNS = /[\s.\-·•*']/g;
/** What stands over or under the number of a plate beside the state's name. */
const PLATE_WORDS = /APPORTION|COMMERCIAL|PERMANENT|\bTRAILER\b|\bTRUCK\b|\bSEMI\b|\bIRP\b|\bTRL\b/;
/** A plate hangs low: a number that looks like nothing else is believed higher up. */
const HIGHEST_PART = 0.55;
const HIGHEST_PART_OF_PLAIN = 0.35;
/** What trailers carry as their number, too: `T296025`. */
const LIKE_UNIT_NUMBER = /^[A-Z]{1,2}\d+$/;

/** The partner's reading wins, whatever we read; ours fills a gap, and needs the looks of a plate. */
export function readPlate(
  picture: ImageReading,
  partner: FieldsContext['plate'],
  taken: ReadonlySet<number>,
  door: ReadonlySet<number>,
): PlateReading {
  const number = partner?.number.toUpperCase().replace(SIGNS, '') ?? '';
  if (partner && number !== '') return fromPartner(number, partner, picture.lines);
  const [best] = twoReaders(picture.lines, (strips) =>
    findPlates(strips, picture.height, taken, door.size > 0),
  );
  if (!best) return { ...nothingRead, state: '', source: 'none' };
  const confidence = Math.round(best.found.confidence * 1_000) / 1_000;
  return { ...best.reading, state: best.found.state, source: 'ocr', confidence };
}

function fromPartner(
  value: string,
  { state, confidence, number }: { number: string; state: string; confidence: number },
  lines: readonly TextLine[],
): PlateReading {
  const part = confidence > 1 ? confidence / 100 : confidence;
  const score: OcrScore = part >= 0.9 ? 'High' : part >= 0.75 ? 'Medium' : 'Low';
  // The same plate in our lines, so that it is not taken for a number of the fleet.
  const seen = lines.findIndex(({ text }) => editDistance(text.toUpperCase().replace(SIGNS, ''), value) <= 1);
  return {
    value,
    raw: number,
    score,
    lines: seen < 0 ? [] : [seen],
    characters: [],
    alternatives: [],
    state: stateCode(state) ?? state.trim().toUpperCase(),
    source: 'alpr',
    confidence: part,
  };
}

function findPlates(
  strips: Strip[],
  height: number,
  taken: ReadonlySet<number>,
  hasDoor: boolean,
): FoundPlate[] {
  return strips.flatMap((strip) => {
    const value = strip.text.replace(SIGNS, '');
    if (taken.has(strip.index) || !/^[A-Z0-9]{5,8}$/.test(value) || !/\d.*\d/.test(value)) return [];
    const cue = strips.find(
      (other) =>
        other !== strip &&
        ((gapBelow(other.frame, strip.frame) ?? 9) < 1 || (gapBelow(strip.frame, other.frame) ?? 9) < 1) &&
        (PLATE_WORDS.test(other.text) || stateIn(other.text) !== ''),
    );
    if (!cue && (hasDoor || !hangsLow(value, strip, strips, height))) return [];
    const places = [...strip.text].flatMap((letter, i) => (/[A-Z0-9]/.test(letter) ? [i] : []));
    const found: FoundPlate = {
      value,
      raw: strip.text,
      lines: [strip.index],
      characters: places.map((place) => strip.characters[place] as number),
      confidence: strip.confidence,
      ceiling: cue ? 'High' : 'Medium',
      state: cue ? stateIn(cue.text) : '',
    };
    return [found];
  });
}

/** Without a state's name beside it: letters and digits, low in the picture, and not the trailer's only number. */
function hangsLow(value: string, strip: Strip, strips: Strip[], height: number): boolean {
  if (!/[A-Z]/.test(value)) return false;
  if (!LIKE_UNIT_NUMBER.test(value)) return strip.frame.y > HIGHEST_PART_OF_PLAIN * height;
  if (strip.frame.y < HIGHEST_PART * height) return false;
  return strips.some(({ text, frame }) => frame.y < strip.frame.y && /^[A-Z]{0,3}[ -]?\d{4,}$/.test(text));
}

function stateIn(text: string): string {
  const words = text.split(/[^A-Z]+/);
  for (let i = 0; i < words.length; i++) {
    for (const count of [3, 2, 1]) {
      const name = words.slice(i, i + count).join(' ');
      if (name.length > 3 && stateCode(name)) return stateCode(name) ?? '';
    }
  }
  return '';
}
