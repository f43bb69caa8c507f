import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow } from './frame.ts';
import type { Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import { type Found, type Strip, twoReaders } from './two-readers.ts';

type FoundName = Found & { rank: number };

const MAX_NAMES = 6;
const TRADE_WORDS =
  /\b(?:LLC|L\.L\.C|INC|CORP|CO|LTD|LP|TRUCKING|TRANSPORT(?:ATION)?|FREIGHT|LOGISTICS|HAULING|EXPRESS|CARRIERS?|TRANSIT|CARTAGE|DELIVERY|LINES?|LEASING|ENTERPRISES?|SERVICES?|SONS|BROS|BROTHERS|GROUP|FARMS|CONSTRUCTION)\b/;
const NOT_A_NAME =
  /\b(?:GVWR?|VIN|US ?DOT|KYU|IFTA|PHONE|CALL|WWW|APPORTIONED|AIR RIDE|OPERATED BY|LEASED (?:TO|BY)|EQUIPPED|LBS|NOT FOR HIRE|ESTD?|SINCE|CAUTION|WIDE TURNS|MAX)\b|\.COM|\d{3}[-. ]\d{4}/;
const TRACTOR_MAKE =
  /^(?:PETERBILT|KENWORTH|FREIGHTLINER|VOLVO|VNL|MACK|INTERNATIONAL|WESTERN STAR|CASCADIA|CUMMINS)$/;

/** Possible carrier names, most likely first: door lettering and trade words rank highest, then large lettering. */
export function readNames(lines: readonly TextLine[], layout: Layout): Reading[] {
  const judged = twoReaders(lines, (strips) => findNames(strips, layout));
  judged.sort((a, b) => b.found.rank - a.found.rank);
  return judged.slice(0, MAX_NAMES).map(({ reading }) => reading);
}

function findNames(strips: Strip[], layout: Layout): FoundName[] {
  const named = strips.filter(({ index, text }) => !layout.taken.has(index) && isNamePart(text));
  const single = named.filter(isLongEnough).map((strip) => toFound([strip], layout));
  const pairs = named.flatMap((strip) => {
    const below = named.find((other) => other !== strip && isContinued(strip, other));
    return below && (isLongEnough(strip) || isLongEnough(below)) ? [toFound([strip, below], layout)] : [];
  });
  return [...pairs, ...single];
}

function isContinued(a: Strip, b: Strip): boolean {
  const ratio = a.frame.height / b.frame.height;
  return gapBelow(a.frame, b.frame) < 0.7 && ratio > 0.5 && ratio < 2;
}

function isLongEnough({ text }: Strip): boolean {
  return text.replace(/[^A-Z]/g, '').length >= 4;
}

function isNamePart(text: string): boolean {
  const letters = text.replace(/[^A-Z]/g, '').length;
  if (letters < 2 || letters < 0.7 * text.replace(/\s/g, '').length) return false;
  return !NOT_A_NAME.test(text) && !TRACTOR_MAKE.test(text.trim()) && !isTown(text);
}

/** `TOLEDO, OH`, `FRESNO CA 93650`. */
function isTown(text: string): boolean {
  const state = /[ ,.]\s*([A-Z]{2})\.?(?:\s+\d{5}.*)?$/.exec(text.trim())?.[1] ?? '';
  return stateCode(state) !== null && state !== 'CO' && !TRADE_WORDS.test(text);
}

function toFound(strips: Strip[], { door, frames }: Layout): FoundName {
  const text = strips.map((strip) => strip.text).join(' ');
  const height = Math.max(...strips.map(({ frame }) => frame.height));
  const largest = Math.max(1, ...frames.map((frame) => frame.height));
  const isOnDoor = strips.some(({ index }) => door.has(index));
  return {
    value: text
      .replace(/[^A-Z0-9&' ]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    raw: text,
    lines: strips.map(({ index }) => index),
    characters: strips.flatMap(({ characters }) => characters),
    confidence: Math.min(...strips.map(({ confidence }) => confidence)),
    ceiling: 'High',
    rank:
      (isOnDoor ? 2 : 0) + (TRADE_WORDS.test(text) ? 2 : 0) + height / largest - (strips.length - 1) * 0.5,
  };
}
