import type { ImageReading } from '../../../src/domain/recognition/recognizer.ts';
import { imageOf, textLines, type Written } from './text-lines.ts';

export type ScriptedLine = string | Written;

/** The reading of an image with lines below each other; by default both readers agree with high confidence. */
export function readLines(lines: readonly ScriptedLine[], { width = 640, height = 400 } = {}): ImageReading {
  const written = lines.map((line, i) => ({
    x: 40,
    y: 40 + i * 40,
    height: 24,
    confidence: 0.98,
    ...(typeof line === 'string' ? { text: line } : line),
  }));
  return { ...imageOf(textLines(...written), width, height), isWhole: false };
}
