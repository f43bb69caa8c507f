import { stateCode } from '../../../lib/identifiers/state-code.ts';
import type { TextLine } from '../recognizer.ts';
import { gapBelow } from './frame.ts';
import type { Layout } from './layout.ts';
import type { Reading } from './reading.ts';
import type { Strip } from './strip.ts';
import { type Found, twoReaders } from './two-readers.ts';

type FoundName = Found & { rank: number };

const MOST = 6;
const TRADE =
  /\b(?:LLC|L\.L\.C|INC|CORP|CO|LTD|LP|TRUCKING|TRANSPORT(?:ATION)?|FREIGHT|LOGISTICS|HAULING|EXPRESS|CARRIERS?|TRANSIT|CARTAGE|DELIVERY|LINES?|LEASING|ENTERPRISES?|SERVICES?|SONS|BROS|BROTHERS|GROUP|FARMS|CONSTRUCTION)\b/;
const NO_NAME =
  /\b(?:GVWR?|VIN|US ?DOT|KYU|IFTA|PHONE|CALL|WWW|APPORTIONED|AIR RIDE|OPERATED BY|LEASED (?:TO|BY)|EQUIPPED|LBS|NOT FOR HIRE|ESTD?|SINCE|CAUTION|WIDE TURNS|MAX)\b|\.COM|\d{3}[-. ]\d{4}/;
const MAKE =
  /^(?:PETERBILT|KENWORTH|FREIGHTLINER|VOLVO|VNL|MACK|INTERNATIONAL|WESTERN STAR|CASCADIA|CUMMINS)$/;

/** What may be the carrier's name, likeliest first: lettering of the door with a word of the trade, then large lettering. */
export function readNames(lines: readonly TextLine[], layout: Layout, taken: ReadonlySet<number>): Reading[] {
  const judged = twoReaders(lines, (strips) =>
    findNames(
      strips.filter(({ index }) => !taken.has(index)),
      layout,
    ),
  );
  judged.sort((a, b) => b.found.rank - a.found.rank);
  return judged.slice(0, MOST).map(({ reading }) => reading);
}

function findNames(strips: Strip[], layout: Layout): FoundName[] {
  const named = strips.filter(({ text }) => isNamePart(text));
  const single = named.filter(isLongEnough).map((strip) => toFound([strip], layout));
  const pairs = named.flatMap((strip) => {
    const under = named.find((other) => other !== strip && isNext(strip, other));
    return under && (isLongEnough(strip) || isLongEnough(under)) ? [toFound([strip, under], layout)] : [];
  });
  return [...pairs, ...single];
}

function isNext(a: Strip, b: Strip): boolean {
  const gap = gapBelow(a.frame, b.frame);
  const ratio = a.frame.height / b.frame.height;
  return gap !== null && gap < 0.7 && ratio > 0.5 && ratio < 2;
}

function isLongEnough({ text }: Strip): boolean {
  return text.replace(/[^A-Z]/g, '').length >= 4;
}

function isNamePart(text: string): boolean {
  const letters = text.replace(/[^A-Z]/g, '').length;
  if (letters < 2 || letters < 0.7 * text.replace(/\s/g, '').length) return false;
  return !NO_NAME.test(text) && !MAKE.test(text.trim()) && !isPlace(text);
}

/** `TOLEDO, OH`, `FRESNO CA 93650`: where the carrier is. */
function isPlace(text: string): boolean {
  const end = /[ ,.]\s*([A-Z]{2})\.?(?:\s+\d{5}.*)?$/.exec(text.trim());
  return end !== null && stateCode(end[1] ?? '') !== null && end[1] !== 'CO' && !TRADE.test(text);
}

function toFound(strips: Strip[], { door, frames }: Layout): FoundName {
  const text = strips.map((strip) => strip.text).join(' ');
  const height = Math.max(...strips.map(({ frame }) => frame.height));
  const largest = Math.max(1, ...frames.map((frame) => frame.height));
  const isOfDoor = strips.some(({ index }) => door.has(index));
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
    rank: (isOfDoor ? 2 : 0) + (TRADE.test(text) ? 2 : 0) + height / largest - (strips.length - 1) * 0.5,
  };
}
