import type { StripReading, TextLine } from '../recognizer.ts';
import { type Frame, frameOf } from './frame.ts';

/** One line as one of the two readers saw it. */
export type Strip = {
  /** The place of the line in the picture's list. */
  index: number;
  text: string;
  confidence: number;
  /** One for each character of `text`, always. */
  characters: number[];
  frame: Frame;
  /** False where the second reader was not asked and the first one's text stands in. */
  isOwn: boolean;
};

export type Reader = 'first' | 'second';

export function stripsOf(lines: readonly TextLine[], reader: Reader): Strip[] {
  return lines.map((line, index) => {
    const reading = reader === 'first' ? line : (line.second ?? line);
    const isOwn = reader === 'first' || line.second !== null;
    return { index, ...cleaned(reading), frame: frameOf(line.quad), isOwn };
  });
}

/** A reader that gives fewer confidences than characters (or none) is taken at the line's own. */
function cleaned({ text, confidence, characters }: StripReading) {
  const upper = text.toUpperCase();
  const kept = upper.length === text.length ? upper : text;
  const each = Array.from(kept, (_, i) => characters[i] ?? confidence);
  return { text: kept, confidence, characters: each };
}
